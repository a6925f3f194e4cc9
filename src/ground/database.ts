import { AsyncLocalStorage } from 'node:async_hooks';
import { DataSource, type EntityManager, MigrationExecutor, type QueryRunner } from 'typeorm';
import type { Clock } from './clock.js';
import type { Config } from './config.js';
import {
  connectionOptions,
  type MigrationClass,
  migrationFiles,
  type SqliteConnection,
  whileBusy,
} from './data-source.js';
import { problem } from './problem.js';
import { databaseProblem, isInTheWay } from './database-problem.js';
import { type ReadRows, Rows } from './rows.js';
import { WriteAheadLog } from './write-ahead-log.js';
import { Mutex } from './mutex.js';

type EntityClass = new () => object;

export interface OpenOptions {
  readonly entities: readonly EntityClass[];
  readonly migrations?: readonly MigrationClass[];
  /** False for data that lives no longer than a test. */
  readonly outlivesPowerCuts?: boolean;
}

/** One unit of work on the database, and the rows of its connection. */
interface Unit {
  readonly of: Database;
  /** A unit of another database that this one is a part of: only tests have several in one process. */
  readonly within?: Unit;
  readonly rows: Rows;
  readonly inTransaction: boolean;
  /** Some part of it must outlive a power cut. */
  durable?: boolean;
  /** The database's time, and our own monotonic clock at that moment. */
  asked?: { readonly at: number; readonly monotonicMs: number };
  over: boolean;
}

/**
 * One for all databases: each that was ever entered makes every promise of the process slower, by 10 µs where a test
 * file has opened a hundred.
 */
const units = new AsyncLocalStorage<Unit>();

/** The unit in which this one begins, if it is of another database and goes on. */
function othersOf(database: Database, unit: Unit | undefined): Unit | undefined {
  let other = unit;
  while (other && (other.of === database || other.over)) other = other.within;
  return other;
}

/** The driver's own connection. */
interface PostgresConnection {
  query<T>(sql: string): Promise<T>;
}

const emptyingTries = 20;
const emptyingRetryMs = 100;

/** Any number will do: all processes on a PostgreSQL database use the same. */
const tablesLock = 0x0c0f01;

/**
 * One unit of work at a time if there is one connection (SQLite), plain transactions if there is a pool (PostgreSQL).
 * Everything that touches rows goes through `work` or `read`; nothing in them waits for anything but the database.
 */
export class Database {
  readonly #turn = new Mutex();

  private constructor(
    readonly kind: 'sqlite' | 'postgres',
    /** Where another thread finds it. */
    readonly url: string,
    readonly source: DataSource,
    readonly clock: Clock,
    private readonly wal: WriteAheadLog | undefined,
  ) {}

  /** Opens the database, and creates the file if there is none; `migrate` makes the schema. */
  static async open(config: Pick<Config, 'databaseUrl'>, clock: Clock, options: OpenOptions): Promise<Database> {
    const kind = config.databaseUrl.startsWith('sqlite:') ? 'sqlite' : 'postgres';
    try {
      const source = new DataSource({
        ...connectionOptions(config.databaseUrl),
        entities: [...options.entities],
        migrations: [...(options.migrations ?? (await migrationFiles()))],
      });
      await source.initialize();
      const wal = options.outlivesPowerCuts === false ? undefined : walOf(config.databaseUrl);
      return new Database(kind, config.databaseUrl, source, clock, wal);
    } catch (error) {
      throw databaseProblem(error);
    }
  }

  /**
   * A transaction, or a part of the caller's own. On SQLite it holds the write lock from its beginning. If it is not
   * `durable`, a power cut may undo it and those after it, up to the next durable one: for facts that a later sync
   * finds out again.
   */
  async work<T>(act: (rows: Rows) => Promise<T>, { durable = true } = {}): Promise<T> {
    const outer = this.#current();
    if (outer?.inTransaction) {
      outer.durable ||= durable;
      return act(outer.rows);
    }
    if (this.kind === 'postgres') return this.#transactOnPostgres(act, durable);
    const transact = () => this.#transactOnSqlite(act, durable);
    const { value, unit } = await (outer ? transact() : this.#turn.run(transact));
    // Others may go on while it is flushed. If it fails, what was committed counts as not done, and the caller does nothing more.
    if (unit.durable) await this.wal?.flush().catch(rethrow);
    return value;
  }

  /**
   * Reads without a transaction, on one connection. On SQLite it waits for its turn, so that it never sees half of
   * another's work.
   */
  read<T>(act: (rows: ReadRows) => Promise<T>): Promise<T> {
    return this.#read(act);
  }

  async #read<T>(act: (rows: Rows) => Promise<T>): Promise<T> {
    const outer = this.#current();
    if (outer) return act(outer.rows);
    if (this.kind === 'postgres') return this.#readOnPostgres(act);
    const unit: Unit = this.#newUnit(this.source.manager, { inTransaction: false });
    return this.#turn.run(() => this.#run(unit, act)).catch(rethrow);
  }

  /**
   * Time that all processes on one database share: PostgreSQL's own, asked once in a unit of work; on SQLite, which is
   * one machine, the clock's.
   */
  async now(rows: ReadRows): Promise<Date> {
    if (this.kind === 'sqlite') return this.clock.now();
    const unit = this.#current();
    if (unit?.asked) return new Date(unit.asked.at + this.clock.monotonicMs() - unit.asked.monotonicMs);
    const [row] = await rows.query<[{ now: Date }]>('SELECT clock_timestamp() AS now');
    if (unit) unit.asked = { at: row.now.getTime(), monotonicMs: this.clock.monotonicMs() };
    return row.now;
  }

  /**
   * Erased data is overwritten in the file at once (`secure_delete`). Here the write-ahead log is emptied, which still
   * has the pages as they were. Another process, or a thread that makes a file, holds it for as long as it reads: we
   * try for two seconds, and again with the next erasure and every day.
   */
  async forgetErased(): Promise<void> {
    if (this.kind === 'postgres' || this.#current()?.inTransaction) return;
    const { databaseConnection } = this.source.driver as unknown as { databaseConnection: SqliteConnection };
    for (let tries = 0; tries < emptyingTries; tries++) {
      const [done] = await this.read(
        async () => databaseConnection.pragma('wal_checkpoint(TRUNCATE)') as [{ readonly busy: number }],
      );
      if (done.busy === 0) return;
      await this.clock.sleep(emptyingRetryMs);
    }
  }

  /** A transaction that no other process runs at the same time: for making tables. */
  async alone<T>(act: (rows: Rows) => Promise<T>): Promise<T> {
    return this.work(async (rows) => {
      if (this.kind === 'postgres') await lockForTables(rows);
      return act(rows);
    });
  }

  /** Applies what is missing, all or nothing, one process at a time; returns the names of what was applied. */
  async migrate(): Promise<string[]> {
    for (let tries = 1; tries < migrationTries; tries++) {
      try {
        return await this.#migrateOnce(waitsForLocksMs);
      } catch (error) {
        if (!isInTheWay(error)) throw error;
        await this.clock.sleep(waitsForLocksMs);
      }
    }
    return this.#migrateOnce(0);
  }

  #migrateOnce(waitMaxMs: number): Promise<string[]> {
    return this.alone(async (rows) => {
      if (this.kind === 'postgres') await rows.query(`SET LOCAL lock_timeout = ${waitMaxMs}`);
      const executor = new MigrationExecutor(this.source, rows.runner);
      executor.transaction = 'none';
      await this.#mustBeOurs(executor);
      const applied = await executor.executePendingMigrations();
      return applied.map((migration) => migration.name);
    });
  }

  /** Before 1.0 there were other migrations, and no way from them to these. */
  async #mustBeOurs(executor: MigrationExecutor): Promise<void> {
    const [first] = this.source.migrations;
    const done = await executor.getExecutedMigrations();
    if (done.length === 0 || done.some(({ name }) => name === first?.name)) return;
    throw problem('wrong-database', {
      detail: 'A version before 1.0 made it, which was never released: this one cannot read it.',
      todo: 'Name another in DATABASE_URL, run `counterfoil migrate` and connect again: sets that are in the books are found there, and none is posted twice.',
    });
  }

  /** Names of the migrations that this database still lacks. */
  async pendingMigrations(): Promise<string[]> {
    return this.#read(async (rows) => {
      const pending = await new MigrationExecutor(this.source, rows.runner).getPendingMigrations();
      return pending.map((migration) => migration.name);
    });
  }

  /** Waits for the work that is going on. */
  async close(): Promise<void> {
    await this.#turn.run(async () => {
      await this.wal?.close();
      await this.source.destroy();
    });
  }

  #newUnit(manager: EntityManager, facts: Pick<Unit, 'inTransaction' | 'durable' | 'asked'>): Unit {
    return { ...facts, of: this, within: othersOf(this, units.getStore()), rows: new Rows(manager), over: false };
  }

  #current(): Unit | undefined {
    let unit = units.getStore();
    while (unit && unit.of !== this) unit = unit.within;
    return unit?.over ? undefined : unit;
  }

  async #run<T>(unit: Unit, act: (rows: Rows) => Promise<T>): Promise<T> {
    try {
      return await units.run(unit, () => act(unit.rows));
    } finally {
      // What an act left running must not join a unit that has ended.
      unit.over = true;
      unit.rows.end();
    }
  }

  async #readOnPostgres<T>(act: (rows: Rows) => Promise<T>): Promise<T> {
    const runner = this.source.createQueryRunner();
    const unit: Unit = this.#newUnit(runner.manager, { inTransaction: false });
    try {
      return await this.#run(unit, act);
    } catch (error) {
      throw databaseProblem(error);
    } finally {
      await runner.release();
    }
  }

  /** Written by hand, since TypeORM would send four messages where two are enough. */
  async #transactOnPostgres<T>(act: (rows: Rows) => Promise<T>, durable: boolean): Promise<T> {
    const runner = this.source.createQueryRunner() as QueryRunner & { isTransactionActive: boolean };
    try {
      const connection = (await runner.connect()) as PostgresConnection;
      try {
        const [, time] = await connection.query<[unknown, { rows: [{ now: Date }] }]>(
          'START TRANSACTION; SELECT clock_timestamp() AS now',
        );
        runner.isTransactionActive = true;
        const asked = { at: time.rows[0].now.getTime(), monotonicMs: this.clock.monotonicMs() };
        const unit: Unit = this.#newUnit(runner.manager, { inTransaction: true, durable, asked });
        const value = await this.#run(unit, act);
        await commitOn(connection, unit);
        return value;
      } catch (error) {
        await connection.query('ROLLBACK').catch(() => undefined);
        throw error;
      }
    } catch (error) {
      throw databaseProblem(error);
    } finally {
      await runner.release();
    }
  }

  async #transactOnSqlite<T>(
    act: (rows: Rows) => Promise<T>,
    durable: boolean,
  ): Promise<{ readonly value: T; readonly unit: Unit }> {
    try {
      const runner = await this.#begin();
      const unit: Unit = this.#newUnit(runner.manager, { inTransaction: true, durable });
      const value = await this.#run(unit, act);
      await runner.commitTransaction();
      return { value, unit };
    } catch (error) {
      this.#forgetTransaction();
      throw databaseProblem(error);
    }
  }

  #begin(): Promise<QueryRunner> {
    return whileBusy(async () => {
      const runner = this.source.createQueryRunner();
      await runner.startTransaction().catch((error: unknown) => {
        this.#forgetTransaction();
        throw error;
      });
      return runner;
    });
  }

  /**
   * TypeORM shares one query runner on SQLite, and after a BEGIN or COMMIT that failed it still assumes a transaction.
   */
  #forgetTransaction(): void {
    const driver = this.source.driver as unknown as { databaseConnection: SqliteConnection; queryRunner?: unknown };
    if (driver.databaseConnection.inTransaction) driver.databaseConnection.exec('ROLLBACK');
    driver.queryRunner = undefined;
  }
}

/**
 * A migration locks table after table, and processes at work lock them in another order. So it gives way and tries
 * again before PostgreSQL, after a second, would look for a deadlock and stop one of them. The last try waits as long
 * as it takes.
 */
const waitsForLocksMs = 300;
const migrationTries = 100;

/** What need not outlive a power cut does not wait for the disk. */
async function commitOn(connection: PostgresConnection, { durable }: Unit): Promise<void> {
  if (!durable) return void (await connection.query('SET LOCAL synchronous_commit TO off; COMMIT'));
  const { command } = await connection.query<{ command: string }>('COMMIT');
  // What PostgreSQL answers if an error ended the transaction before it was committed.
  if (command !== 'COMMIT') throw new Error('a statement failed, and its error was passed over: nothing was committed');
}

/** Without time limits: another process may take its time, and so may we. */
async function lockForTables(rows: Rows): Promise<void> {
  await rows.query('SET LOCAL lock_timeout = 0');
  await rows.query('SET LOCAL statement_timeout = 0');
  await rows.query('SELECT pg_advisory_xact_lock($1)', [tablesLock]);
}

function rethrow(error: unknown): never {
  throw databaseProblem(error);
}

/** A database in memory has none. */
function walOf(databaseUrl: string): WriteAheadLog | undefined {
  const path = databaseUrl.slice('sqlite:'.length);
  return databaseUrl.startsWith('sqlite:') && path !== ':memory:' ? new WriteAheadLog(path) : undefined;
}
