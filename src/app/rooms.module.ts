import { Module } from '@nestjs/common';
import { ActsModule } from '../acts/acts.module.js';
import { RunnerModule } from '../runner/runner.module.js';

/** The rooms that act: what commands and the service share. */
@Module({ imports: [ActsModule, RunnerModule], exports: [ActsModule, RunnerModule] })
export class RoomsModule {}
