import type { Database } from '../../src/ground/database.js';

type Row = Readonly<Record<string, unknown>>;
export type Backup = ReadonlyMap<string, readonly Row[]>;

/** Every row of every table, as it is now. */
export async function backUp(database: Database): Promise<Backup> {
  return database.read(async (rows) => {
    const tables = await rows.query<{ name: string }[]>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migrations'",
    );
    const found = new Map<string, readonly Row[]>();
    for (const { name } of tables) found.set(name, await rows.query<Row[]>(`SELECT * FROM "${name}"`));
    return found;
  });
}

/** Restores into a database with only the schema. */
export async function restore(database: Database, backup: Backup): Promise<void> {
  await database.work(async (rows) => {
    await rows.query('PRAGMA defer_foreign_keys = ON');
    // Replacing a database file fires no triggers, so they are removed meanwhile.
    const triggers = await rows.query<{ name: string; sql: string }[]>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'",
    );
    for (const { name } of triggers) await rows.query(`DROP TRIGGER "${name}"`);
    for (const [table, found] of backup) {
      for (const row of found) {
        const columns = Object.keys(row);
        const names = columns.map((column) => `"${column}"`).join(', ');
        const places = columns.map(() => '?').join(', ');
        await rows.query(`INSERT OR REPLACE INTO "${table}" (${names}) VALUES (${places})`, Object.values(row));
      }
    }
    for (const { sql } of triggers) await rows.query(sql);
  });
}
