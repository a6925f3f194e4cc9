import { Inject, Logger, Module, type OnModuleDestroy } from '@nestjs/common';
import { ACCOUNTING_SERVICE, BooksModule } from '../books/books.module.js';
import type { Service } from '../books/service.js';
import { CLOCK, type Clock } from '../ground/clock.js';
import { Companies } from '../companies/companies.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { CONFIG, type Config } from '../ground/config.js';
import { Database } from '../ground/database.js';
import { Decisions } from '../record/decisions.js';
import { Leases } from '../record/leases.js';
import { PostingLog } from '../record/posting-log.js';
import { RecordModule } from '../record/record.module.js';
import { Writes } from '../record/writes.js';
import { Acts } from '../acts/acts.js';
import { Notify } from '../runner/notify.js';
import { PgBossQueue } from '../runner/pg-boss-queue.js';
import { Places } from '../runner/places.js';
import { InProcessQueue, SyncQueue } from '../runner/queue.js';
import type { SyncTools } from './session.js';
import { Syncs } from './syncs.js';
import { Verify } from './verify.js';

/** Companies worked on at once by one process. */
const companiesAtOnceMax = 8;

/** Chosen once, by the database: one file has one process, a server has many. */
function queueFor(
  db: Database,
  clock: Clock,
  { databaseUrl, leaseSeconds }: Config,
  syncs: Syncs,
  places: Places,
): SyncQueue {
  if (db.kind === 'sqlite') return new InProcessQueue(db, clock, syncs, places);
  const log = new Logger('SyncQueue');
  const warn = (words: string) => log.warn(words);
  return new PgBossQueue(db, clock, syncs, { databaseUrl, leaseSeconds, places, warn });
}

@Module({
  imports: [BooksModule, CompaniesModule, RecordModule],
  providers: [
    {
      provide: Syncs,
      inject: [Database, CLOCK, CONFIG, Companies, Leases, PostingLog, Writes, Decisions],
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
        const tools: SyncTools = {
          db,
          clock,
          log,
          writes,
          decisions,
          notify: new Notify(clock, config),
          limits: { deadlineSeconds: config.requestDeadlineSeconds, settleWindowSeconds: config.settleWindowSeconds },
          policyAt: (companyId, version) => companies.policyAt(companyId, version),
        };
        return new Syncs(db, clock, companies, leases, tools);
      },
    },
    {
      provide: SyncQueue,
      inject: [Database, CLOCK, CONFIG, Syncs, Places],
      useFactory: queueFor,
    },
    {
      provide: Places,
      inject: [ACCOUNTING_SERVICE],
      useFactory: ({ throttle }: Service) => new Places(companiesAtOnceMax, throttle.waits),
    },
    {
      provide: Verify,
      inject: [Database, Companies, PostingLog, Syncs],
      useFactory: (db: Database, companies: Companies, log: PostingLog, syncs: Syncs) =>
        new Verify(db, companies, log, syncs),
    },
    {
      provide: Acts,
      inject: [Database, Companies, Decisions, PostingLog, Syncs],
      useFactory: (db: Database, companies: Companies, decisions: Decisions, log: PostingLog, syncs: Syncs) =>
        new Acts(db, companies, decisions, log, syncs),
    },
  ],
  exports: [Syncs, SyncQueue, Places, Verify, Acts, RecordModule, CompaniesModule],
})
export class SyncModule implements OnModuleDestroy {
  constructor(@Inject(SyncQueue) private readonly queue: SyncQueue) {}

  async onModuleDestroy(): Promise<void> {
    await this.queue.drain();
  }
}
