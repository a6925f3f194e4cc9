import { Module } from '@nestjs/common';
import { CLOCK, type Clock } from '../ground/clock.js';
import type { Config } from '../ground/config.js';
import { configKey } from '../ground/config.module.js';
import { Database } from '../ground/database.js';
import { Decisions } from './runs/decisions.js';
import { KeptAnswers } from './kept-answers.js';
import { Leases } from './leases.js';
import { PostingLog } from './log/posting-log.js';
import { Outbox } from './messages/outbox.js';
import { Writes } from './runs/writes.js';

@Module({
  providers: [
    { provide: PostingLog, inject: [Database], useFactory: (db: Database) => new PostingLog(db) },
    { provide: KeptAnswers, inject: [Database], useFactory: (db: Database) => new KeptAnswers(db) },
    {
      provide: Outbox,
      inject: [CLOCK, configKey],
      useFactory: (clock: Clock, config: Config) => new Outbox(clock, config),
    },
    { provide: Decisions, inject: [Database], useFactory: (db: Database) => new Decisions(db) },
    {
      provide: Leases,
      inject: [Database, configKey],
      useFactory: (db: Database, { leaseSeconds }: Config) => new Leases(db, leaseSeconds),
    },
    {
      provide: Writes,
      inject: [Database, Leases, configKey],
      useFactory: (db: Database, leases: Leases, { leaseSeconds }: Config) => new Writes(db, leases, leaseSeconds),
    },
  ],
  exports: [PostingLog, Decisions, KeptAnswers, Leases, Outbox, Writes],
})
export class RecordModule {}
