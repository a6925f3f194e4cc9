import { AsyncLocalStorage } from 'node:async_hooks';
import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  DataSource,
  type DataSourceOptions,
  DefaultNamingStrategy,
  type EntityManager,
  MigrationExecutor,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import { type Clock, systemClock } from './clock.js';
import type { Config } from './config.js';
import { databaseProblem, isBusy } from './database-problem.js';
import { entities } from './entities.js';
import { Mutex } from './mutex.js';

type EntityClass = new () => object;
type MigrationClass = new () => MigrationInterface;

interface OpenOptions {
  readonly entities?: readonly EntityClass[];
  readonly migrations?: readonly MigrationClass[];
}

/** One stretch of work on the database; `manager` speaks for its connection. */
interface Unit {
  readonly manager: EntityManager;
  readonly inTransaction: boolean;
  over: boolean;
}

/** Any number: all processes that migrate a PostgreSQL database agree on it. */
const migrationLock = 0x0c0f01;
const lockWaitMaxMs = 15_000;
const lockRetryMs = 10;
/** SQLite's own waiting stops the whole process: only for locks that last microseconds. */
const busyTimeoutMs = 50;
const connectTimeoutMs = 10_000;
const poolMax = 10;

/**
 * One unit of work at a time where the connection is one (SQLite), plain transactions where there is a pool (PostgreSQL).
 * Everything that touches rows goes through `work` or `read`; nothing in them waits for anything but the database.
 */
export class Database {
  readonly #turn = new Mutex();
  readonly #unit = new AsyncLocalStorage<Unit>();

  private constructor(
    readonly kind: 'sqlite' | 'postgres',
    readonly source: DataSource,
    readonly clock: Clock,
  ) {}

  /** Opens, and creates the file where there is none; the schema is `migrate`'s. */
  static async open(config: Pick<Config, 'databaseUrl'>, clock: Clock, options: OpenOptions = {}): Promise<Database> {
    const kind = config.databaseUrl.startsWith('sqlite:') ? 'sqlite' : 'postgres';
    const source = new DataSource({
      ...(kind === 'sqlite' ? sqliteOptions(config.databaseUrl) : postgresOptions(config.databaseUrl)),
      entities: [...(options.entities ?? entities)],
      migrations: [...(options.migrations ?? (await migrationFiles()))],
      namingStrategy: new SnakeCaseColumns(),
    });
    try {
      await source.initialize();
    } catch (error) {
      throw databaseProblem(error);
    }
    return new Database(kind, source, clock);
  }

  /** A transaction, or a part of the one this call stands in. On SQLite it holds the write lock from its beginning. */
  async work<T>(act: (em: EntityManager) => Promise<T>): Promise<T> {
    const outer = this.#current();
    if (outer?.inTransaction) return act(outer.manager);
    if (this.kind === 'postgres') return this.source.transaction((em) => this.#within(em, true, act)).catch(rethrow);
    const transact = () => this.#transactOnSqlite(act);
    return outer ? transact() : this.#turn.run(transact);
  }

  /** Reads without a transaction. On SQLite it waits for its turn, so that it never sees half of another's work. */
  async read<T>(act: (em: EntityManager) => Promise<T>): Promise<T> {
    const outer = this.#current();
    if (outer) return act(outer.manager);
    const look = () => this.#within(this.source.manager, false, act).catch(rethrow);
    return this.kind === 'postgres' ? look() : this.#turn.run(look);
  }

  /** Time that all processes on one database share: PostgreSQL's own; on SQLite, one machine, the clock's. */
  async now(em: EntityManager): Promise<Date> {
    if (this.kind === 'sqlite') return this.clock.now();
    const [row] = await em.query<[{ now: Date }]>('SELECT clock_timestamp() AS now');
    return row.now;
  }

  /** Applies what is missing, all or nothing, one process at a time; answers the names of what was applied. */
  async migrate(): Promise<string[]> {
    return this.work(async (em) => {
      if (this.kind === 'postgres') await em.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
      const executor = new MigrationExecutor(this.source, em.queryRunner);
      executor.transaction = 'none';
      const applied = await executor.executePendingMigrations();
      return applied.map((migration) => migration.name);
    });
  }

  /** Names of the migrations that this database still lacks. */
  async pendingMigrations(): Promise<string[]> {
    return this.read(async (em) => {
      const pending = await new MigrationExecutor(this.source, em.queryRunner).getPendingMigrations();
      return pending.map((migration) => migration.name);
    });
  }

  /** Waits for the work going on. */
  async close(): Promise<void> {
    await this.#turn.run(async () => this.source.destroy());
  }

  #current(): Unit | undefined {
    const unit = this.#unit.getStore();
    return unit?.over ? undefined : unit;
  }

  async #within<T>(manager: EntityManager, inTransaction: boolean, act: (em: EntityManager) => Promise<T>): Promise<T> {
    const unit: Unit = { manager, inTransaction, over: false };
    try {
      return await this.#unit.run(unit, () => act(manager));
    } finally {
      // What an act left running must not join a unit that has ended.
      unit.over = true;
    }
  }

  async #transactOnSqlite<T>(act: (em: EntityManager) => Promise<T>): Promise<T> {
    try {
      const runner = await this.#begin();
      const result = await this.#within(runner.manager, true, act);
      await runner.commitTransaction();
      return result;
    } catch (error) {
      this.#forgetTransaction();
      throw databaseProblem(error);
    }
  }

  /** Waits for another process's transaction without stopping this one's event loop, as SQLite's own waiting would. */
  async #begin(): Promise<QueryRunner> {
    const giveUpAt = performance.now() + lockWaitMaxMs;
    for (;;) {
      const runner = this.source.createQueryRunner();
      try {
        await runner.startTransaction();
        return runner;
      } catch (error) {
        this.#forgetTransaction();
        if (!isBusy(error) || performance.now() > giveUpAt) throw error;
        await systemClock.sleep(lockRetryMs);
      }
    }
  }

  /** TypeORM shares one query runner on SQLite, and a BEGIN or COMMIT that failed leaves it believing in a transaction. */
  #forgetTransaction(): void {
    const driver = this.source.driver as unknown as { databaseConnection: SqliteConnection; queryRunner?: unknown };
    if (driver.databaseConnection.inTransaction) driver.databaseConnection.exec('ROLLBACK');
    driver.queryRunner = undefined;
  }
}

interface SqliteConnection {
  readonly inTransaction: boolean;
  exec(sql: string): unknown;
  pragma(sql: string): unknown;
  prepare(sql: string): unknown;
}
type SqliteDriver = new (path: string, options?: object) => SqliteConnection;

function sqliteOptions(url: string): DataSourceOptions {
  return {
    type: 'better-sqlite3',
    database: url.slice('sqlite:'.length),
    driver: sqliteDriver(),
    timeout: busyTimeoutMs,
    prepareDatabase: turnOnWal,
  };
}

/** No one build of the driver runs on every Node: 12 aborts on 24, 13 crashes on 20. */
function sqliteDriver(): SqliteDriver {
  const nodeMajor = Number(process.versions.node.split('.')[0]);
  const Driver = createRequire(import.meta.url)(
    nodeMajor >= 22 ? 'better-sqlite3-v13' : 'better-sqlite3',
  ) as SqliteDriver;
  // A transaction that begins by reading and then writes fails at once, without waiting, when another process
  // wrote in between. So every transaction, also those TypeORM opens by itself, asks for the write lock first.
  return class extends Driver {
    override prepare(sql: string): unknown {
      return super.prepare(sql === 'BEGIN TRANSACTION' ? 'BEGIN IMMEDIATE' : sql);
    }
  };
}

/** Two processes that open a new file together: SQLite refuses the second at once, whatever the busy timeout. */
async function turnOnWal(connection: SqliteConnection): Promise<void> {
  const giveUpAt = performance.now() + lockWaitMaxMs;
  for (;;) {
    try {
      connection.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error;
      await systemClock.sleep(lockRetryMs);
    }
  }
}

function postgresOptions(url: string): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    applicationName: 'counterfoil',
    connectTimeoutMS: connectTimeoutMs,
    installExtensions: false,
    poolSize: poolMax,
  };
}

/** `companyId` in an entity is `company_id` in the schema. */
class SnakeCaseColumns extends DefaultNamingStrategy {
  override columnName(property: string, custom: string | undefined, prefixes: string[]): string {
    return custom ?? super.columnName(property, '', prefixes).replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
  }
}

/** From source and from dist alike, migrations/ lies beside src/. */
async function migrationFiles(): Promise<MigrationClass[]> {
  const folder = new URL('../migrations/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => /^\d+-[\w-]+\.[jt]s$/.test(name)).sort();
  const files = await Promise.all(names.map((name) => import(new URL(name, folder).href)));
  return files.flatMap((file: Record<string, MigrationClass>) => Object.values(file));
}

function rethrow(error: unknown): never {
  throw databaseProblem(error);
}
