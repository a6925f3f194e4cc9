import { Module } from '@nestjs/common';
import { SyncModule } from '../sync/sync.module.js';
import { ActTools } from './act-tools.js';

/** Everything that a person may change. */
@Module({ imports: [SyncModule], providers: [ActTools], exports: [ActTools, SyncModule] })
export class ActsModule {}
