import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, DatabaseError } from 'pg';
import { openDatabase } from '../../src/app/open-database.js';
import { type Clock, systemClock } from '../../src/ground/clock.js';
import type { Database } from '../../src/ground/database.js';

/** Migrated once in a run and copied for each test: migrating takes 100 ms of processor time, a copy a few. */
const templateName = 'counterfoil_template';

const noSuchDatabase = '3D000';
const nameTaken = '42P04';

/** Copies today's schema to a new file. */
export async function copySqlite(to: string): Promise<void> {
  const folder = process.env.TEST_RUN_FOLDER;
  if (!folder) throw new Error('No folder for this run: run the tests through Jest with its globalSetup.');
  const template = join(folder, 'template.db');
  try {
    await copyFile(template, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await makeSqliteTemplate(template);
    await copyFile(template, to);
  }
}

/** What is in it lives as long as its test, so nothing waits for the disk. */
export async function openCopy(databaseUrl: string, clock: Clock): Promise<Database> {
  const database = await openDatabase({ databaseUrl }, clock, { outlivesPowerCuts: false });
  const { databaseConnection } = database.source.driver as { databaseConnection?: { pragma(words: string): unknown } };
  databaseConnection?.pragma('synchronous = OFF');
  return database;
}

/** Test files run side by side, so the template is made elsewhere and then linked into place. */
async function makeSqliteTemplate(template: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-template-'));
  const path = join(folder, 'template.db');
  await migrate(`sqlite:${path}`);
  await link(path, template).catch((error: NodeJS.ErrnoException) => {
    // Another test file was quicker; its schema will do.
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(folder, { recursive: true, force: true });
}

/** Makes a database of that name with today's schema. */
export async function copyPostgres(server: string, name: string): Promise<void> {
  await onServer(server, async (client) => {
    const copy = () => client.query(`CREATE DATABASE ${name} TEMPLATE ${templateName}`);
    try {
      await copy();
    } catch (error) {
      if (!isCode(error, noSuchDatabase)) throw error;
      await makePostgresTemplate(server, client);
      await copy();
    }
  });
}

async function makePostgresTemplate(server: string, client: Client): Promise<void> {
  const name = `making_${randomUUID().replaceAll('-', '')}`;
  await client.query(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  await migrate(url.href);
  try {
    await client.query(`ALTER DATABASE ${name} RENAME TO ${templateName}`);
  } catch (error) {
    if (!isCode(error, nameTaken)) throw error;
    await client.query(`DROP DATABASE ${name}`);
  }
}

async function migrate(databaseUrl: string): Promise<void> {
  const database = await openDatabase({ databaseUrl }, systemClock, { outlivesPowerCuts: false });
  await database.migrate();
  await database.close();
}

export async function onServer(url: string, act: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof DatabaseError && error.code === code;
}
