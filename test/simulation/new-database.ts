import { openDatabase } from '../../src/app/open-database.js';
import type { Clock } from '../../src/ground/clock.js';
import type { Database } from '../../src/ground/database.js';
import type { MachineClock } from './virtual-time.js';

/** Where histories keep their records. */
export interface Databases {
  /** An empty one, with the schema. */
  open(clock: MachineClock): Promise<Database>;
  /** The same, for another process; absent where all share one connection. */
  again?(database: Database, clock: MachineClock): Promise<Database>;
}

interface Connection {
  exec(sql: string): void;
}

export const inMemory: Databases = { open: newDatabase };

/** Made once by the migrations, which take a sixth of a history's time, and then copied statement by statement. */
let schema: Promise<string> | undefined;

/** In memory, with the schema and the rows that migrations insert. */
export async function newDatabase(clock: Clock): Promise<Database> {
  const database = await openDatabase({ databaseUrl: 'sqlite::memory:' }, clock);
  schema ??= schemaOf(clock);
  connectionOf(database).exec(await schema);
  return database;
}

async function schemaOf(clock: Clock): Promise<string> {
  const database = await openDatabase({ databaseUrl: 'sqlite::memory:' }, clock);
  await database.migrate();
  try {
    return await database.read(async (rows) => {
      const made = await rows.query<{ sql: string }[]>(
        "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
      );
      const named = await rows.query<{ name: string }[]>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
      );
      const filled: string[] = [];
      for (const { name } of named)
        for (const row of await rows.query<Record<string, unknown>[]>(`SELECT * FROM "${name}"`))
          filled.push(inserted(name, row));
      const statements = made.map(({ sql }) => sql);
      // Triggers come after the rows, because some refuse what the migrations themselves insert.
      const triggers = statements.filter((sql) => /^CREATE\s+TRIGGER/i.test(sql));
      const tables = statements.filter((sql) => !triggers.includes(sql));
      return ['BEGIN', ...tables, ...filled, ...triggers, 'COMMIT'].map((sql) => `${sql};`).join('\n');
    });
  } finally {
    await database.close();
  }
}

function inserted(table: string, row: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(row).map((name) => `"${name}"`);
  return `INSERT INTO "${table}" (${names.join(', ')}) VALUES (${Object.values(row).map(literal).join(', ')})`;
}

function literal(value: unknown): string {
  if (value === null || typeof value === 'number') return String(value);
  return `'${String(value).replaceAll("'", "''")}'`;
}

const connectionOf = ({ source }: Database) =>
  (source.driver as unknown as { databaseConnection: Connection }).databaseConnection;
