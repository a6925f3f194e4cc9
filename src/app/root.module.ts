import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, type Clock } from '../ground/clock.js';
import { Database } from '../ground/database.js';

/** What a process has before any room: configuration, clock, and a migrated database. */
interface Root {
  readonly config: DynamicModule;
  readonly clock: Clock;
  readonly database: Database;
}

@Module({})
export class RootModule implements OnApplicationShutdown {
  static of({ config, clock, database }: Root): DynamicModule {
    const values = [
      { provide: CLOCK, useValue: clock },
      { provide: Database, useValue: database },
    ];
    return {
      module: RootModule,
      global: true,
      imports: [config],
      providers: values,
      exports: values.map(({ provide }) => provide),
    };
  }

  constructor(@Inject(Database) private readonly database: Database) {}

  /** The last hook of a shutdown: by then no request and no sync is left. */
  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
