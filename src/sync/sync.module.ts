import { Module } from '@nestjs/common';
import { BooksModule } from '../books/books.module.js';
import { Companies } from '../companies/companies.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { CLOCK, type Clock } from '../ground/clock.js';
import type { Config } from '../ground/config.js';
import { configKey } from '../ground/config.module.js';
import { Database } from '../ground/database.js';
import { Decisions } from '../record/runs/decisions.js';
import { Leases } from '../record/leases.js';
import { Outbox } from '../record/messages/outbox.js';
import { PostingLog } from '../record/log/posting-log.js';
import { RecordModule } from '../record/record.module.js';
import { Writes } from '../record/runs/writes.js';
import type { RecordTools } from './at-work/record-at-work.js';
import { Syncs } from './syncs.js';
import { Verify } from './verify.js';

@Module({
  imports: [BooksModule, CompaniesModule, RecordModule],
  providers: [
    {
      provide: Syncs,
      inject: [Database, CLOCK, configKey, Companies, Leases, PostingLog, Writes, Decisions],
      useFactory: (
        db: Database,
        clock: Clock,
        config: Config,
        companies: Companies,
        leases: Leases,
        log: PostingLog,
        writes: Writes,
        decisions: Decisions,
      ) => {
        const tools: RecordTools = {
          db,
          clock,
          log,
          writes,
          decisions,
          outbox: new Outbox(clock, config),
          limits: { deadlineSeconds: config.requestDeadlineSeconds, settleWindowSeconds: config.settleWindowSeconds },
          policyAt: (companyId, version) => companies.policyAt(companyId, version),
        };
        return new Syncs(db, clock, companies, leases, tools);
      },
    },
    {
      provide: Verify,
      inject: [Database, Companies, PostingLog, Syncs],
      useFactory: (db: Database, companies: Companies, log: PostingLog, syncs: Syncs) =>
        new Verify(db, companies, log, syncs),
    },
  ],
  exports: [Syncs, Verify, BooksModule, CompaniesModule, RecordModule],
})
export class SyncModule {}
