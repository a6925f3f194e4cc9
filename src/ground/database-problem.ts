import { Problem, problem } from './problem.js';

interface Trouble {
  readonly code: RegExp;
  readonly detail: string;
  readonly todo: string;
  /** Whether DATABASE_URL, or what it leads to, was never right. */
  readonly isSetUpWrong?: true;
}

/** What SQLite (SQLITE_…), PostgreSQL (SQLSTATE) and the network report that a person can put right. */
const troubles: readonly Trouble[] = [
  {
    code: /^SQLITE_READONLY|^25006$/,
    detail: 'The database is read-only.',
    todo: 'Give this user the right to write to the database file and its folder, or point DATABASE_URL at a primary.',
  },
  {
    code: /^SQLITE_FULL$|^53100$/,
    detail: 'The disk of the database is full.',
    todo: 'Make room on that disk. Nothing is lost: the next sync settles what was going on.',
  },
  {
    code: /^SQLITE_BUSY|^SQLITE_LOCKED|^55P03$/,
    detail: 'The database is locked by another program.',
    todo: 'Close what holds the database open (a backup, a database browser) and try again.',
  },
  {
    code: /^SQLITE_CANTOPEN/,
    detail: 'The database file cannot be opened or created.',
    todo: 'Check the path in DATABASE_URL, and that this user may write there.',
    isSetUpWrong: true,
  },
  {
    code: /^EACCES$|^EROFS$|^EPERM$|^ENOTDIR$|^ENOENT$/,
    detail: 'The folder of the database file cannot be used.',
    todo: 'Check the path in DATABASE_URL, and that this user may write there.',
    isSetUpWrong: true,
  },
  {
    code: /^SQLITE_NOTADB$|^SQLITE_CORRUPT/,
    detail: 'The file is not a SQLite database, or it is damaged.',
    todo: 'Check the path in DATABASE_URL, or restore the file from a backup: a sync then adopts what the books hold.',
  },
  {
    code: /^SQLITE_IOERR/,
    detail: 'The disk of the database cannot be read or written.',
    todo: 'Check that disk, and that no network folder is used for SQLite.',
  },
  {
    code: /^57P0[15]$|^ECONNRESET$|^08006$/,
    detail: 'The PostgreSQL server ended a connection in the middle of a piece of work.',
    todo: 'Run the same again: nothing of it was stored. If it comes back, look in the log of the server who ends connections.',
  },
  {
    code: /^ECONNREFUSED$|^ENOTFOUND$|^EAI_AGAIN$|^ETIMEDOUT$|^EHOSTUNREACH$|^ENETUNREACH$|^CONNECT_TIMEOUT$|^57P0[23]$|^08/,
    detail: 'The PostgreSQL server does not answer.',
    todo: 'Check that it runs, and host and port in DATABASE_URL.',
  },
  {
    code: /^28/,
    detail: 'The PostgreSQL server refused the user or the password.',
    todo: 'Check user and password in DATABASE_URL.',
    isSetUpWrong: true,
  },
  {
    code: /^3D000$/,
    detail: 'The PostgreSQL server has no database of that name.',
    todo: 'Create it (`createdb NAME`), or correct the name in DATABASE_URL.',
    isSetUpWrong: true,
  },
  {
    code: /^57014$|^25P0[34]$/,
    detail: 'The PostgreSQL server stopped a piece of work that took too long.',
    todo: 'Run the same again: nothing of it was stored. If it comes back, look what keeps the server busy.',
  },
  {
    code: /^53300$/,
    detail: 'The PostgreSQL server has no connection left.',
    todo: 'Raise its max_connections, or run fewer processes.',
  },
  {
    code: /^40001$|^40P01$/,
    detail: 'Two processes got in each other’s way, and the database stopped this one.',
    todo: 'Run the same again: nothing of it was stored.',
  },
  {
    code: /^MODULE_NOT_FOUND$|^ERR_DLOPEN_FAILED$/,
    detail: `The SQLite driver for Node ${process.versions.node} is not installed.`,
    todo: 'Install again with this Node: `npm ci`.',
  },
  {
    code: /^SQLITE_ERROR no such table|^42P01$/,
    detail: 'A table is missing: the schema was never made, or belongs to another version.',
    todo: 'Run `counterfoil migrate`.',
  },
];

/** The error as a Problem if a person can put it right; otherwise the error itself. */
export function databaseProblem(error: unknown): unknown {
  if (error instanceof Problem) return error;
  const code = codeOf(error);
  const trouble = troubles.find((known) => known.code.test(code));
  if (!trouble) return error;
  const path = (error as { path?: unknown }).path;
  return problem(trouble.isSetUpWrong ? 'wrong-database' : 'database-unusable', {
    detail: typeof path === 'string' ? trouble.detail.replace(/\.$/, `: ${path}`) : trouble.detail,
    todo: trouble.todo,
    cause: error,
  });
}

/** Whether a row was refused because one of its keys exists already. */
export function isDuplicate(error: unknown): boolean {
  return /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$|^23505$/.test(codeOf(error));
}

/** Whether PostgreSQL ended it because of a lock: it had waited for too long, or there was a deadlock. */
export function isInTheWay(error: unknown): boolean {
  return /^55P03$|^40P01$/.test(codeOf(error instanceof Problem ? error.cause : error));
}

/** Whether another process holds SQLite's write lock just now. */
export function isBusy(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY');
}

function codeOf(error: unknown): string {
  const { driverError, code, message } = (error ?? {}) as { driverError?: unknown; code?: unknown; message?: string };
  if (driverError) return codeOf(driverError);
  // The timeouts of the PostgreSQL driver itself have no code.
  if (code === undefined && /^timeout e|^Connection terminated due to connection timeout/.test(message ?? ''))
    return 'CONNECT_TIMEOUT';
  return code === 'SQLITE_ERROR' ? `${code} ${message}` : String(code ?? '');
}
