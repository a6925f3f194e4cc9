import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, type Clock } from '../ground/clock.js';
import type { Config } from '../ground/config.js';
import { configKey } from '../ground/config.module.js';
import { Database } from '../ground/database.js';
import { type UndiciTransport, undiciTransport } from './http.js';
import { accountingService } from './service.js';

/** Injection token of the `Service`. */
export const ACCOUNTING_SERVICE = Symbol('accounting service');
const TRANSPORT = Symbol('transport');

@Module({
  providers: [
    { provide: TRANSPORT, useFactory: () => undiciTransport() },
    {
      provide: ACCOUNTING_SERVICE,
      inject: [configKey, Database, CLOCK, TRANSPORT],
      useFactory: (config: Config, database: Database, clock: Clock, transport: UndiciTransport) =>
        accountingService({ config, database, clock, random: Math.random, transport: transport.send }),
    },
  ],
  exports: [ACCOUNTING_SERVICE],
})
export class BooksModule implements OnApplicationShutdown {
  constructor(@Inject(TRANSPORT) private readonly transport: UndiciTransport) {}

  async onApplicationShutdown(): Promise<void> {
    await this.transport.close();
  }
}
