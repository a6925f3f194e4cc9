import { Module } from '@nestjs/common';
import { ActsModule } from '../acts/acts.module.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { ReachModule } from '../access/reach.module.js';
import { RunnerModule } from '../runner/runner.module.js';

const shared = [ActsModule, EvidenceModule, ReachModule, RunnerModule];

/** The rooms that commands and the service share. */
@Module({ imports: shared, exports: shared })
export class RoomsModule {}
