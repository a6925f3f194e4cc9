import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { type DataSourceOptions, DefaultNamingStrategy, type Logger, type MigrationInterface } from 'typeorm';
import { systemClock } from './clock.js';
import { isBusy } from './database-problem.js';

const lockWaitMaxMs = 15_000;
const lockRetryMs = 10;
/** SQLite's own waiting stops the whole process, so it is only for locks that last microseconds. */
const busyTimeoutMs = 50;
/**
 * Of 4 KiB. SQLite's own 1,000 write the same pages into the database again and again: a commit of a sync takes 340
 * microseconds with it, 265 with this. The log grows to 16 MiB.
 */
const checkpointPages = 4000;
/**
 * With the driver's 16 MiB, a sync of 2,000 companies took 203 MiB at its peak, with 4 it took 187. The system keeps the
 * file in memory as well.
 */
const pageCacheKib = 4096;
const connectTimeoutMs = 10_000;
const poolMax = 10;
const ownerOnly = 0o600;
const ownerOnlyFolder = 0o700;
const statementMaxMs = 120_000;
/** A process that was suspended in a transaction must not hold its locks for ever. */
const idleInTransactionMaxMs = 60_000;

export type MigrationClass = new () => MigrationInterface;

export interface SqliteConnection {
  readonly inTransaction: boolean;
  exec(sql: string): unknown;
  pragma(sql: string): unknown;
  prepare(sql: string): unknown;
}
type SqliteDriver = new (path: string, options?: object) => SqliteConnection;

const nothing = () => undefined;
/**
 * Every error is thrown. TypeORM's own logger would print a migration that failed on standard output, where programs
 * read an answer.
 */
const silent: Logger = {
  logQuery: nothing,
  logQueryError: nothing,
  logQuerySlow: nothing,
  logSchemaBuild: nothing,
  logMigration: nothing,
  log: nothing,
};

/** How TypeORM reaches the database of a DATABASE_URL. */
export function connectionOptions(url: string): DataSourceOptions {
  const ours = {
    namingStrategy: new SnakeCaseColumns(),
    logger: silent,
  };
  return { ...(url.startsWith('sqlite:') ? sqliteOptions(url) : postgresOptions(url)), ...ours };
}

/** Waits for another process's lock without stopping this one's event loop, as SQLite's own waiting would. */
export async function whileBusy<T>(act: () => T): Promise<Awaited<T>> {
  const giveUpAt = performance.now() + lockWaitMaxMs;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error;
      await systemClock.sleep(lockRetryMs);
    }
  }
}

/** The schema's history. migrations/ is next to src/, in the source and in dist alike. */
export async function migrationFiles(): Promise<MigrationClass[]> {
  const folder = new URL('../../migrations/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => /^\d+-[\w-]+\.[jt]s$/.test(name)).toSorted();
  const files = await Promise.all(names.map((name) => import(new URL(name, folder).href)));
  return files.flatMap((file: Record<string, MigrationClass>) => Object.values(file));
}

/** One level at a time: where no folder can be made at all, as in /proc, Node's own recursion never ends. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
    // Whatever the umask: the files in it hold pay and names.
    chmodSync(path, ownerOnlyFolder);
  } catch (error) {
    // Another process that starts at the same moment may have made it.
    if (!existsSync(path)) throw error;
  }
}

/** SQLite gives its log and its index the mode of the database. */
function closeToOthers(database: string): void {
  if (database === ':memory:') return;
  if (!existsSync(database)) closeSync(openSync(database, 'a', ownerOnly));
  for (const path of [database, `${database}-wal`, `${database}-shm`]) {
    try {
      chmodSync(path, ownerOnly);
    } catch {
      // Not there yet, or someone else's: SQLite will find out whether it can be opened.
    }
  }
}

function sqliteOptions(url: string): DataSourceOptions {
  const database = url.slice('sqlite:'.length);
  makeFolder(dirname(resolve(database)));
  closeToOthers(database);
  return {
    type: 'better-sqlite3',
    database,
    driver: sqliteDriver(),
    timeout: busyTimeoutMs,
    // If two processes open a new file at the same moment, SQLite refuses the second at once, whatever the busy
    // timeout.
    prepareDatabase: async (connection: SqliteConnection) => {
      await whileBusy(() => void connection.pragma('journal_mode = WAL'));
      // What must outlive a power cut waits for the disk separately: write-ahead-log.ts.
      connection.pragma('synchronous = NORMAL');
      connection.pragma(`cache_size = -${pageCacheKib}`);
      // Erased pay must not lie in the file's free space.
      connection.pragma('secure_delete = ON');
      connection.pragma(`wal_autocheckpoint = ${checkpointPages}`);
    },
  };
}

/** No single build of the driver runs on every Node: 12 aborts on 24, 13 crashes on 20. */
function sqliteDriver(): SqliteDriver {
  const nodeMajor = Number(process.versions.node.split('.')[0]);
  const Driver = createRequire(import.meta.url)(
    nodeMajor >= 22 ? 'better-sqlite3-v13' : 'better-sqlite3',
  ) as SqliteDriver;
  // A transaction that begins by reading and then writes fails at once, without waiting, if another process wrote in
  // between. So every transaction, including those that TypeORM opens by itself, asks for the write lock first.
  return class extends Driver {
    override prepare(sql: string): unknown {
      return super.prepare(sql === 'BEGIN TRANSACTION' ? 'BEGIN IMMEDIATE' : sql);
    }
  };
}

function postgresOptions(url: string): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    applicationName: 'counterfoil',
    connectTimeoutMS: connectTimeoutMs,
    installExtensions: false,
    poolSize: poolMax,
    extra: {
      // Statements that do not wait for each other are sent without waiting: 33 microseconds of processor time, not 45.
      pipeline: true,
      lock_timeout: lockWaitMaxMs,
      statement_timeout: statementMaxMs,
      idle_in_transaction_session_timeout: idleInTransactionMaxMs,
    },
  };
}

/** `companyId` in an entity is `company_id` in the schema. */
class SnakeCaseColumns extends DefaultNamingStrategy {
  override columnName(property: string, custom: string | undefined, prefixes: string[]): string {
    return custom ?? super.columnName(property, '', prefixes).replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
  }
}
