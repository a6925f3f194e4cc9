import type { Database } from '../../src/ground/database.js';
import type { Rows } from '../../src/ground/rows.js';

const guards = {
  sqlite: [
    'log_no_update',
    'log_no_delete',
    'log_no_replace',
    'log_heads_grow',
    'log_heads_no_delete',
    'notes_no_update',
    'notes_no_delete',
  ],
  postgres: ['log', 'log_heads', 'notes'],
};

/** Disables triggers and foreign keys, as the owner of the database could. */
export async function disarm({ kind }: Database, rows: Rows): Promise<void> {
  for (const name of guards[kind])
    await rows.query(kind === 'sqlite' ? `DROP TRIGGER ${name}` : `ALTER TABLE ${name} DISABLE TRIGGER ALL`);
  await rows.query(
    kind === 'postgres' ? `SET LOCAL session_replication_role = replica` : 'PRAGMA defer_foreign_keys = ON',
  );
}
