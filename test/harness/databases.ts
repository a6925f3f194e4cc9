import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type Clock, systemClock } from '../../src/ground/clock.js';
import { Database } from '../../src/ground/database.js';
import { onPostgresToo } from './on-postgres-too.js';
import { atEndOfFile } from './runner/end-of-file.mjs';
import { copyPostgres, copySqlite, onServer, openCopy } from './templates.js';

export type DatabaseKind = Database['kind'];
const root = fileURLToPath(new URL('../..', import.meta.url));

/** A fresh, migrated database at every call. */
export type OpenDatabase = (clock?: Clock) => Promise<Database>;

/** Quick tests, those of rules and those that Stryker runs have no server. */
export const hasPostgres = process.env.TEST_TIER !== 'quick' && process.env.TEST_DATABASES !== 'sqlite';

/** For what runs on PostgreSQL in every tier but `--quick`. */
export const everyKind: readonly DatabaseKind[] = hasPostgres ? ['sqlite', 'postgres'] : ['sqlite'];

const opened: Database[] = [];
const fresh: Fresh[] = [];

atEndOfFile(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
  await Promise.all(fresh.splice(0).map(({ remove }) => remove()));
});

/** Stories on a SQLite file, and on a real PostgreSQL too where on-postgres-too.ts says why, or with `--long`. */
export function describeOnDatabases(name: string, tests: (open: OpenDatabase, kind: DatabaseKind) => void): void {
  describe.each(kindsOf(expect.getState().testPath ?? ''))(`${name} on %s`, (kind) => {
    tests((clock) => openFresh(kind, clock), kind);
  });
}

function kindsOf(testPath: string): readonly DatabaseKind[] {
  return isOnPostgresToo(testPath) || process.env.TEST_TIER === 'long' ? everyKind : ['sqlite'];
}

const isOnPostgresToo = (testPath: string): boolean => relative(root, testPath).split(sep).join('/') in onPostgresToo;

export async function openFresh(kind: DatabaseKind, clock: Clock = systemClock): Promise<Database> {
  const database = await openCopy(await migratedUrl(kind), clock);
  opened.push(database);
  // Stories that run on PostgreSQL in `--long` alone have one clock, which they move; the others are about its own.
  if (kind === 'postgres' && clock !== systemClock && !isOnPostgresToo(expect.getState().testPath ?? ''))
    database.now = async () => clock.now();
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

/** What is told of PostgreSQL alone. */
export function describeOnPostgres(name: string, tests: () => void): void {
  if (hasPostgres) describe(name, tests);
}

let asked: Promise<string> | undefined;

/** The run's PostgreSQL server, which the first test that asks has started: postgres-asked.mjs. */
export function postgresServer(): Promise<string> {
  const address = process.env.TEST_POSTGRES_ASK;
  if (!hasPostgres) throw new Error('These tests have no PostgreSQL: see test/harness/tiers.mjs.');
  if (!address) throw new Error('No PostgreSQL can be asked for: run the tests through Jest with its globalSetup.');
  asked ??= answerOf(address);
  return asked;
}

/** A connection that is kept would be left behind by the test file. */
async function answerOf(address: string): Promise<string> {
  const [answer] = (await once(get(address, { agent: false }), 'response')) as [IncomingMessage];
  const body = await text(answer);
  if (answer.statusCode !== 200) throw new Error(body);
  return body;
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
  const server = await postgresServer();
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
