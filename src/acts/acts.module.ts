import { Module } from '@nestjs/common';
import { Companies } from '../companies/companies.js';
import { Database } from '../ground/database.js';
import { Decisions } from '../record/decisions.js';
import { PostingLog } from '../record/posting-log.js';
import { SyncModule } from '../sync/sync.module.js';
import { Syncs } from '../sync/syncs.js';
import { Acts } from './acts.js';
import { PolicyChanges } from './policy-changes.js';
import { PolicyPreview } from './policy-preview.js';

/** Whatever a person may change. */
@Module({
  imports: [SyncModule],
  providers: [
    {
      provide: Acts,
      inject: [Database, Companies, Decisions, PostingLog, Syncs],
      useFactory: (db: Database, companies: Companies, decisions: Decisions, log: PostingLog, syncs: Syncs) =>
        new Acts(db, companies, decisions, log, syncs),
    },
    PolicyChanges,
    PolicyPreview,
  ],
  exports: [Acts, PolicyChanges, PolicyPreview, SyncModule],
})
export class ActsModule {}
