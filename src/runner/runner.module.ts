import { Inject, Logger, Module, type OnModuleDestroy } from '@nestjs/common';
import { ACCOUNTING_SERVICE } from '../books/books.module.js';
import type { Service } from '../books/service.js';
import { CLOCK, type Clock } from '../ground/clock.js';
import type { Config } from '../ground/config.js';
import { configKey } from '../ground/config.module.js';
import { Database } from '../ground/database.js';
import { Companies } from '../companies/companies.js';
import { Outbox } from '../record/messages/outbox.js';
import { PostingLog } from '../record/log/posting-log.js';
import { Leases } from '../record/leases.js';
import { SyncModule } from '../sync/sync.module.js';
import { Syncs } from '../sync/syncs.js';
import { ControlAccounts } from '../controls/controls.js';
import { Places } from './places.js';
import { Errands } from './errands.js';
import { ReadAll } from './read-all.js';
import { InProcessQueue, SyncQueue } from './queue.js';

/** Companies worked on at once by one process. */
const companiesAtOnceMax = 8;

/** Chosen by the database: a SQLite file has one process, a PostgreSQL server may have many. */
async function queueFor(
  db: Database,
  clock: Clock,
  { databaseUrl, leaseSeconds }: Config,
  syncs: Syncs,
  places: Places,
): Promise<SyncQueue> {
  if (db.kind === 'sqlite') return new InProcessQueue(db, clock, syncs, places);
  const { PgBossQueue } = await import('./pg-boss-queue.js');
  const log = new Logger('SyncQueue');
  const warn = (words: string) => log.warn(words);
  return new PgBossQueue(db, clock, syncs, { databaseUrl, leaseSeconds, places, warn });
}

/** Where the service's syncs run; commands run theirs without the queue. */
@Module({
  imports: [SyncModule],
  providers: [
    {
      provide: SyncQueue,
      inject: [Database, CLOCK, configKey, Syncs, Places],
      useFactory: queueFor,
    },
    {
      provide: ControlAccounts,
      inject: [Database, CLOCK, Companies, PostingLog, configKey],
      useFactory: (db: Database, clock: Clock, companies: Companies, log: PostingLog, config: Config) =>
        new ControlAccounts(db, clock, companies, log, new Outbox(clock, config)),
    },
    {
      provide: ReadAll,
      inject: [Database, Leases, Companies, ControlAccounts, Places],
      useFactory: (db: Database, leases: Leases, companies: Companies, controls: ControlAccounts, places: Places) =>
        new ReadAll(db, leases, companies, controls, places),
    },
    {
      provide: Errands,
      inject: [Database],
      useFactory: (db: Database) => new Errands(db),
    },
    {
      provide: Places,
      inject: [ACCOUNTING_SERVICE],
      useFactory: ({ throttle }: Service) => new Places(companiesAtOnceMax, throttle.waits),
    },
  ],
  exports: [SyncQueue, Places, ControlAccounts, ReadAll, Errands],
})
export class RunnerModule implements OnModuleDestroy {
  constructor(
    @Inject(SyncQueue) private readonly queue: SyncQueue,
    private readonly errands: Errands,
  ) {}

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.queue.drain(), this.errands.drain()]);
  }
}
