import { Module } from '@nestjs/common';
import { ActsModule } from '../acts/acts.module.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { RunnerModule } from '../runner/runner.module.js';

/** The rooms that commands and the service share. */
@Module({ imports: [ActsModule, EvidenceModule, RunnerModule], exports: [ActsModule, EvidenceModule, RunnerModule] })
export class RoomsModule {}
