import { Module } from '@nestjs/common';
import { SyncModule } from '../sync/sync.module.js';

/** The rooms that act: what commands and the service share. */
@Module({ imports: [SyncModule], exports: [SyncModule] })
export class RoomsModule {}
