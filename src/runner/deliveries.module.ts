import { Inject, Logger, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CLOCK, type Clock } from '../ground/clock.js';
import type { Config } from '../ground/config.js';
import { configKey } from '../ground/config.module.js';
import { Database } from '../ground/database.js';
import { Deliveries } from './deliveries.js';

/** Delivers messages while the service runs; commands only store them. */
@Module({
  providers: [
    {
      provide: Deliveries,
      inject: [Database, CLOCK, configKey],
      useFactory: (db: Database, clock: Clock, config: Config) => {
        const log = new Logger('Webhook');
        return new Deliveries(db, clock, config, (words) => log.warn(words));
      },
    },
  ],
})
export class DeliveriesModule implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(
    @Inject(Deliveries) private readonly deliveries: Deliveries,
    @Inject(configKey) private readonly config: Pick<Config, 'role'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.role !== 'web') this.#running = this.deliveries.run(this.#stopping.signal);
  }

  async onModuleDestroy(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }
}
