import { Module } from '@nestjs/common';
import { ACCOUNTING_SERVICE, BooksModule } from '../books/books.module.js';
import type { Service } from '../books/service.js';
import type { Config } from '../ground/config.js';
import { configKey } from '../ground/config.module.js';
import { Database } from '../ground/database.js';
import { Authorising } from './authorising.js';
import { Companies } from './companies.js';
import { Connecting } from './connecting.js';
import { Connections } from './connections.js';
import { PracticeImport } from './practice-import.js';
import { Secrets, secretsOf } from './secrets.js';

@Module({
  imports: [BooksModule],
  providers: [
    { provide: Secrets, inject: [configKey], useFactory: secretsOf },
    {
      provide: Connections,
      inject: [Database, Secrets, ACCOUNTING_SERVICE],
      useFactory: (database: Database, secrets: Secrets, service: Service) =>
        new Connections(database, secrets, service),
    },
    {
      provide: Companies,
      inject: [Database, Connections],
      useFactory: (database: Database, connections: Connections) => new Companies(database, connections),
    },
    {
      provide: Connecting,
      inject: [Database, Connections, Companies],
      useFactory: (database: Database, connections: Connections, companies: Companies) =>
        new Connecting(database, connections, companies),
    },
    {
      provide: PracticeImport,
      inject: [Database, Connections, Connecting],
      useFactory: (database: Database, connections: Connections, connecting: Connecting) =>
        new PracticeImport(database, connections, connecting),
    },
    {
      provide: Authorising,
      inject: [Database, Connections, Connecting, Secrets, configKey],
      useFactory: (
        database: Database,
        connections: Connections,
        connecting: Connecting,
        secrets: Secrets,
        config: Config,
      ) => new Authorising(database, connections, connecting, secrets, config),
    },
  ],
  exports: [Companies, Connecting, PracticeImport, Authorising],
})
export class CompaniesModule {}
