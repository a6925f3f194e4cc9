import { Module } from '@nestjs/common';
import { secretsOf } from '../companies/secrets.js';
import type { Config } from '../ground/config.js';
import { configKey } from '../ground/config.module.js';
import { Database } from '../ground/database.js';
import { Logger } from '@nestjs/common';
import { Outbox } from '../record/messages/outbox.js';
import { LogAnchors } from './log-anchors.js';
import { MonthFiles } from './month-files.js';
import { SigningKeys } from './signing-keys.js';

/** What is filed and can be verified by itself: month files, signatures, anchors. */
@Module({
  providers: [
    {
      provide: SigningKeys,
      inject: [Database, configKey],
      useFactory: (database: Database, config: Config) => new SigningKeys(database, secretsOf(config)),
    },
    {
      provide: LogAnchors,
      inject: [Database, SigningKeys, configKey],
      useFactory: (database: Database, keys: SigningKeys, config: Config) => {
        const log = new Logger('LogAnchors');
        const outbox = new Outbox(database.clock, config);
        return new LogAnchors(database, keys, {
          folder: config.anchorFolder,
          outbox,
          warn: (words) => log.warn(words),
        });
      },
    },
    {
      provide: MonthFiles,
      inject: [Database, SigningKeys],
      useFactory: (database: Database, keys: SigningKeys) => new MonthFiles(database, keys),
    },
  ],
  exports: [LogAnchors, MonthFiles, SigningKeys],
})
export class EvidenceModule {}
