import { createRequire } from 'node:module';
import type { SandboxRequest } from './answer.js';
import { ScenarioError } from './scenario.js';
import type { ScenarioChoice } from './scenes/scenes.js';

const FIRST_NODE_OF_V13 = 22;
/** Raised when playing kept requests again would give other numbers: 2 since records are numbered from 10,001. */
const FORM = 2;

interface Statement {
  run(...values: unknown[]): unknown;
  get(...values: unknown[]): unknown;
  all(...values: unknown[]): unknown[];
}

interface Sqlite {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

/** What a sandbox began with: enough to make the same world again. */
export interface Beginning {
  readonly scenario: ScenarioChoice;
  readonly bornAt: number;
}

/** How far the sandbox's clock was shifted, and where it was stopped. */
export interface ClockState {
  readonly offsetMs: number;
  readonly stoppedAt?: number;
}

interface Act {
  readonly at: number;
  readonly request: SandboxRequest;
}

/** The file cannot be opened, made or read. */
export class FileError extends Error {}

/**
 * The state of a sandbox in a SQLite file: what it began with, and every request that changed anything since, in order.
 * Numbers and tokens depend on nothing else, so playing the requests again at their own times gives the same books.
 */
export class Kept {
  readonly #database: Sqlite;
  readonly #path: string;

  constructor(path: string) {
    const Database = sqliteOf(Number(process.versions.node.split('.', 1)[0]));
    this.#path = path;
    try {
      this.#database = new Database(path);
      this.#database.exec(`PRAGMA journal_mode = WAL;
        CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
        CREATE TABLE IF NOT EXISTS acts (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, request TEXT NOT NULL);`);
    } catch (error) {
      throw new FileError(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }

  /** What the file began with; a new file stores `asked`. */
  begin(asked: Beginning): Beginning {
    const known = this.#fact<Beginning & { form?: number }>('beginning');
    if (known && known.form !== FORM) {
      throw new ScenarioError(
        `${this.#path} was kept by an earlier sandbox, which numbered records otherwise. Name another file, or delete it.`,
      );
    }
    if (!known) this.#setFact('beginning', { ...asked, form: FORM });
    return known ?? asked;
  }

  /** A reset: forgets every request and begins with `asked`. */
  clear(asked: Beginning): void {
    this.#database.exec('DELETE FROM acts; DELETE FROM facts;');
    this.#setFact('beginning', { ...asked, form: FORM });
  }

  add(at: number, request: SandboxRequest): void {
    this.#database.prepare('INSERT INTO acts (at, request) VALUES (?, ?)').run(at, JSON.stringify(request));
  }

  acts(): Act[] {
    const rows = this.#database.prepare('SELECT at, request FROM acts ORDER BY id').all();
    return (rows as { at: number; request: string }[]).map(({ at, request }) => ({
      at,
      request: JSON.parse(request) as SandboxRequest,
    }));
  }

  get clock(): ClockState | undefined {
    return this.#fact<ClockState>('clock');
  }

  set clock(state: ClockState | undefined) {
    this.#setFact('clock', state ?? { offsetMs: 0 });
  }

  close(): void {
    this.#database.close();
  }

  #fact<T>(name: string): T | undefined {
    const row = this.#database.prepare('SELECT value FROM facts WHERE name = ?').get(name) as
      | { value: string }
      | undefined;
    return row && (JSON.parse(row.value) as T);
  }

  #setFact(name: string, value: unknown): void {
    const sql = 'INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value';
    this.#database.prepare(sql).run(name, JSON.stringify(value));
  }
}

/** No one build of the driver runs on every Node: 12 aborts on 24, 13 crashes on 20. */
function sqliteOf(nodeMajor: number): new (path: string) => Sqlite {
  const name = nodeMajor >= FIRST_NODE_OF_V13 ? 'better-sqlite3-v13' : 'better-sqlite3';
  return createRequire(import.meta.url)(name) as new (
    path: string,
  ) => Sqlite;
}
