import { Module } from '@nestjs/common';
import { secretsOf } from '../companies/secrets.js';
import type { Config } from '../ground/config.js';
import { configKey } from '../ground/config.module.js';
import { Database } from '../ground/database.js';
import { SigningKeys } from './signing-keys.js';

/** What is filed and proves itself: month files, signatures, anchors. */
@Module({
  providers: [
    {
      provide: SigningKeys,
      inject: [Database, configKey],
      useFactory: (database: Database, config: Config) => new SigningKeys(database, secretsOf(config)),
    },
  ],
  exports: [SigningKeys],
})
export class EvidenceModule {}
