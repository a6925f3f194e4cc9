import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { DataSource } from 'typeorm';
import { connectionOptions, migrationFiles } from '../../src/ground/data-source.js';
import type { Client, Service } from './practice.js';

export interface JournalSetJson {
  readonly id: number;
  readonly url: string;
  readonly tag?: string;
  readonly dated_on: string;
  readonly description: string;
  readonly journal_entries: readonly Record<string, unknown>[];
}

interface Fixture {
  readonly rows: Readonly<Record<string, readonly Record<string, unknown>[]>>;
  readonly books: Readonly<Record<Client, readonly JournalSetJson[]>>;
}

export function readFixture(kind: 'sqlite' | 'postgres'): Fixture {
  const file = readFileSync(new URL(`./1.0.0/${kind}.json.gz`, import.meta.url));
  return JSON.parse(gunzipSync(file).toString()) as Fixture;
}

/** The database as the release left it. */
export async function load(url: string, { rows }: Fixture): Promise<void> {
  const source = await new DataSource(connectionOptions(url)).initialize();
  const isPostgres = source.options.type === 'postgres';
  const runner = source.createQueryRunner();
  const key = isPostgres ? 'serial PRIMARY KEY' : 'integer PRIMARY KEY AUTOINCREMENT NOT NULL';
  await runner.query(`CREATE TABLE migrations (id ${key}, timestamp bigint NOT NULL, name varchar NOT NULL)`);
  // Migrations are never edited, so those that the release had still make its schema.
  const then = new Set((rows['migrations'] ?? []).map(({ name }) => name));
  for (const Migration of await migrationFiles()) if (then.has(Migration.name)) await new Migration().up(runner);
  // The database itself makes the ends of the log from its entries.
  const order = new Set(['connections', 'companies', 'people', ...Object.keys(rows)]);
  order.delete('log_heads');
  for (const table of order) {
    for (const row of rows[table] ?? []) {
      const columns = Object.keys(row);
      const places = columns.map((_, at) => (isPostgres ? `$${at + 1}` : '?'));
      const names = columns.map((column) => `"${column}"`);
      await runner.query(
        `INSERT INTO "${table}" (${names.join(', ')}) VALUES (${places.join(', ')})`,
        Object.values(row),
      );
    }
  }
  for (const table of isPostgres ? ['migrations', 'log'] : [])
    await runner.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT MAX(id) FROM "${table}"))`);
  await runner.release();
  await source.destroy();
}

/** Restores the books with the same ids. */
export async function restoreBooks(service: Service, { books }: Fixture): Promise<void> {
  for (const [client, sets] of Object.entries(books)) {
    for (const { dated_on, description, tag, journal_entries, id } of sets) {
      const entries = journal_entries.map(({ url: _, ...entry }) => entry);
      const body = { journal_set: { id, dated_on, description, tag, journal_entries: entries } };
      const made = (await service.control('POST', `companies/${client}/journal_sets`, body)) as {
        journal_set: { url: string };
      };
      if (!made.journal_set.url.endsWith(`/${id}`)) throw new Error(`${client}: ${made.journal_set.url} is not ${id}`);
    }
  }
}
