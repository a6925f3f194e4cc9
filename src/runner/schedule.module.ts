import { Inject, Logger, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ScheduleModule as NestScheduleModule, SchedulerRegistry } from '@nestjs/schedule';
import { CronJob } from 'cron';
import { CLOCK, type Clock } from '../ground/clock.js';
import { Companies } from '../companies/companies.js';
import type { Config } from '../ground/config.js';
import { configKey } from '../ground/config.module.js';
import { cronZone } from '../ground/cron-firings.js';
import { Database } from '../ground/database.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { LogAnchors } from '../evidence/log-anchors.js';
import { PostingLog } from '../record/log/posting-log.js';
import { Writes } from '../record/runs/writes.js';
import { ControlAccounts } from '../controls/controls.js';
import { remindOfDue } from './due-this-week.js';
import { Firings } from './firings.js';
import { MonthClose } from './month-close.js';
import { Places } from './places.js';
import { Outbox } from '../record/messages/outbox.js';
import { SyncQueue } from './queue.js';
import { Retention } from './retention.js';
import { Schedule } from './schedule.js';
import { tellUnsynced } from './tell-unsynced.js';
import { SyncModule } from '../sync/sync.module.js';
import { RunnerModule } from './runner.module.js';
import { Verify } from '../sync/verify.js';

/** Only `serve` keeps time; commands do only what they were started for. */
@Module({
  imports: [NestScheduleModule.forRoot(), SyncModule, RunnerModule, EvidenceModule],
  providers: [
    {
      provide: Firings,
      inject: [Database, CLOCK],
      useFactory: (db: Database, clock: Clock) => new Firings(db, clock),
    },
    {
      provide: MonthClose,
      inject: [Database, CLOCK, Companies, SyncQueue, Places, Firings, Verify, ControlAccounts, PostingLog, configKey],
      useFactory: (
        db: Database,
        clock: Clock,
        companies: Companies,
        queue: SyncQueue,
        places: Places,
        firings: Firings,
        verify: Verify,
        controls: ControlAccounts,
        log: PostingLog,
        config: Config,
      ) =>
        new MonthClose(db, clock, companies, queue, places, firings, verify, controls, log, new Outbox(clock, config)),
    },
    {
      provide: Schedule,
      inject: [Database, CLOCK, Companies, Writes, SyncQueue, Firings, MonthClose, LogAnchors, configKey],
      useFactory: (
        db: Database,
        clock: Clock,
        companies: Companies,
        writes: Writes,
        queue: SyncQueue,
        firings: Firings,
        monthClose: MonthClose,
        anchors: LogAnchors,
        config: Config,
      ) => {
        const log = new Logger('Schedule');
        const outbox = new Outbox(clock, config);
        const tell = {
          due: () => remindOfDue(db, clock, outbox),
          unsynced: () => tellUnsynced(db, outbox, config.syncCron),
        };
        const retention = new Retention(db, config.retentionYears);
        return new Schedule(clock, companies, writes, queue, firings, monthClose, retention, anchors, tell, (words) =>
          log.warn(words),
        );
      },
    },
  ],
})
export class ScheduleModule implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #stopping = new AbortController();
  #settling: Promise<void> = Promise.resolve();

  constructor(
    @Inject(Schedule) private readonly schedule: Schedule,
    @Inject(SchedulerRegistry) private readonly registry: SchedulerRegistry,
    @Inject(SyncQueue) private readonly queue: SyncQueue,
    @Inject(configKey) private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.role === 'web') return;
    await this.queue.work();
    this.#every('collect', this.config.syncCron, () => this.schedule.collect());
    this.#every('close the month', this.config.monthCloseCron, () => this.schedule.closeMonth());
    this.#settling = this.schedule.settleForever(this.#stopping.signal);
  }

  async onModuleDestroy(): Promise<void> {
    this.#stopping.abort();
    await this.#settling;
  }

  #every(name: string, cronTime: string, onTick: () => Promise<void>): void {
    this.registry.addCronJob(
      name,
      CronJob.from({ cronTime, timeZone: cronZone, onTick, start: true, waitForCompletion: true }),
    );
  }
}
