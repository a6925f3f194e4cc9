import { Module } from '@nestjs/common';

/** The rooms that act: what commands and the service share. */
@Module({ imports: [] })
export class RoomsModule {}
