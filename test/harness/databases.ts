import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Clock, systemClock } from '../../src/ground/clock.js';
import { Database } from '../../src/ground/database.js';
import { openDatabase } from '../../src/app/open-database.js';
import { onPostgresToo } from './on-postgres-too.js';
import { atEndOfFile } from './runner/end-of-file.mjs';
import { copyPostgres, copySqlite, onServer } from './templates.js';

export type DatabaseKind = Database['kind'];
const root = fileURLToPath(new URL('../..', import.meta.url));

/** A fresh, migrated database at every call. */
export type OpenDatabase = (clock?: Clock) => Promise<Database>;

const opened: Database[] = [];
const fresh: Fresh[] = [];

atEndOfFile(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
  await Promise.all(fresh.splice(0).map(({ remove }) => remove()));
});

/** Stories on a SQLite file, and on a real PostgreSQL too where on-postgres-too.ts says why, or with `--both`. */
export function describeOnDatabases(name: string, tests: (open: OpenDatabase, kind: DatabaseKind) => void): void {
  describe.each(kindsOf(expect.getState().testPath ?? ''))(`${name} on %s`, (kind) => {
    tests((clock) => openFresh(kind, clock), kind);
  });
}

function kindsOf(testPath: string): readonly DatabaseKind[] {
  const { TEST_DATABASES: asked } = process.env;
  const path = relative(root, testPath).split(sep).join('/');
  // Mutation testing has no server, and asks for SQLite alone.
  const isOnBoth = asked === 'both' || (asked !== 'sqlite' && path in onPostgresToo);
  return isOnBoth ? ['sqlite', 'postgres'] : ['sqlite'];
}

export async function openFresh(kind: DatabaseKind, clock: Clock = systemClock): Promise<Database> {
  const database = await openDatabase({ databaseUrl: await migratedUrl(kind) }, clock, { outlivesPowerCuts: false });
  opened.push(database);
  return database;
}

/** The URL of an empty database, for tests that open databases themselves or in other processes. */
export function freshUrl(kind: DatabaseKind): Promise<string> {
  return kind === 'sqlite' ? freshFile(async () => {}) : freshPostgres(createEmpty);
}

/** The same with today's schema, for tests that are not about migrations. */
export function migratedUrl(kind: DatabaseKind): Promise<string> {
  return kind === 'sqlite' ? freshFile(copySqlite) : freshPostgres(copyPostgres);
}

interface Fresh {
  remove(): Promise<void>;
}

async function freshFile(make: (path: string) => Promise<void>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-sqlite-'));
  fresh.push({ remove: () => rm(folder, { recursive: true, force: true }) });
  const path = join(folder, 'test.db');
  await make(path);
  return `sqlite:${path}`;
}

async function freshPostgres(make: (server: string, name: string) => Promise<void>): Promise<string> {
  const server = process.env.TEST_POSTGRES_URL;
  if (!server) throw new Error('No PostgreSQL was started: run the tests through Jest with its globalSetup.');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await make(server, name);
  fresh.push({
    remove: () => onServer(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  });
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

const createEmpty = (server: string, name: string) =>
  onServer(server, (client) => client.query(`CREATE DATABASE ${name}`));
