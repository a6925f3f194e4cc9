import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Clock, systemClock } from '../../src/ground/clock.js';
import { Database } from '../../src/ground/database.js';
import { openDatabase } from '../../src/app/open-database.js';

export type DatabaseKind = Database['kind'];
const kinds: readonly DatabaseKind[] = ['sqlite', 'postgres'];

/** A fresh, migrated database at every call. */
export type OpenDatabase = (clock?: Clock) => Promise<Database>;

const opened: Database[] = [];
const fresh: Fresh[] = [];

// At the root of each test file that imports this: it runs after the hooks of every describe in it.
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await Promise.all(fresh.map(({ remove }) => remove()));
});

/** The same tests on SQLite and on a real PostgreSQL. */
export function describeOnBothDatabases(name: string, tests: (open: OpenDatabase, kind: DatabaseKind) => void): void {
  describe.each(kinds)(`${name} on %s`, (kind) => {
    tests((clock) => openFresh(kind, clock), kind);
  });
}

export async function openFresh(kind: DatabaseKind, clock: Clock = systemClock): Promise<Database> {
  const database = await openDatabase({ databaseUrl: await freshUrl(kind) }, clock, { outlivesPowerCuts: false });
  opened.push(database);
  await database.migrate();
  return database;
}

/** For tests that open databases by themselves, or in other processes: the URL of an empty one. */
export async function freshUrl(kind: DatabaseKind): Promise<string> {
  const made = kind === 'sqlite' ? await freshFile() : await freshPostgres();
  fresh.push(made);
  return made.url;
}

interface Fresh {
  readonly url: string;
  remove(): Promise<void>;
}

async function freshFile(): Promise<Fresh> {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-sqlite-'));
  return {
    url: `sqlite:${join(folder, 'test.db')}`,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function freshPostgres(): Promise<Fresh> {
  const server = process.env.TEST_POSTGRES_URL;
  if (!server) throw new Error('No PostgreSQL was started: run the tests through Jest with its globalSetup.');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, remove: () => onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
