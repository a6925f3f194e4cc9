import { randomUUID } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';

interface LetIn {
  readonly name: string;
  readonly role: string;
  readonly pay: boolean | number;
  readonly companies: string | null;
}

/**
 * Adds people. Everybody who was let in by a link becomes one, with the rights of all links and sessions of that name,
 * and owns the token of the same name. Every other token belongs to a program, and so do the sessions opened with it.
 */
export class People1763904000000 implements MigrationInterface {
  readonly name = 'People1763904000000';

  async up(runner: QueryRunner): Promise<void> {
    const postgres = runner.connection.options.type === 'postgres';
    const time = postgres ? 'timestamptz' : 'text';
    const run = (sql: string, ...values: unknown[]) =>
      runner.query(postgres ? numbered(sql) : sql, values) as Promise<Record<string, unknown>[]>;
    await run(`CREATE TABLE people (
      id text PRIMARY KEY, name text NOT NULL UNIQUE, email text UNIQUE, login text UNIQUE,
      role text NOT NULL, pay boolean NOT NULL, companies text, active boolean NOT NULL, created_at ${time} NOT NULL)`);
    await run('CREATE TABLE person_names (name text PRIMARY KEY, person_id text NOT NULL REFERENCES people (id))');
    await run('ALTER TABLE api_tokens ADD COLUMN person_id text REFERENCES people (id)');
    await run('ALTER TABLE sign_in_links ADD COLUMN person_id text REFERENCES people (id)');
    await run('ALTER TABLE sessions ADD COLUMN person_id text REFERENCES people (id)');
    await run('ALTER TABLE sessions ADD COLUMN token_id text REFERENCES api_tokens (id)');
    await run(`ALTER TABLE sessions ADD COLUMN seen_at ${time}`);
    await move(run);
    for (const table of ['sign_in_links', 'sessions'])
      for (const column of ['name', 'role', 'pay', 'companies'])
        await run(`ALTER TABLE ${table} DROP COLUMN ${column}`);
    await run('CREATE INDEX sessions_person ON sessions (person_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX sessions_person');
    for (const table of ['sessions', 'sign_in_links']) {
      // Rights were stored with the row, so everybody has to sign in again.
      await runner.query(`DELETE FROM ${table}`);
      for (const column of ['name text', 'role text', 'pay boolean', 'companies text'])
        await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column}`);
      await runner.query(`ALTER TABLE ${table} DROP COLUMN person_id`);
    }
    for (const column of ['token_id', 'seen_at']) await runner.query(`ALTER TABLE sessions DROP COLUMN ${column}`);
    await runner.query('ALTER TABLE api_tokens DROP COLUMN person_id');
    await runner.query('DROP TABLE person_names');
    await runner.query('DROP TABLE people');
  }
}

type Run = (sql: string, ...values: unknown[]) => Promise<Record<string, unknown>[]>;

async function move(run: Run): Promise<void> {
  const now = new Date().toISOString();
  const rightsOf = async (table: string) =>
    (await run(`SELECT name, role, pay, companies FROM ${table}`)) as unknown as readonly LetIn[];
  const tokens = await run('SELECT id, name FROM api_tokens WHERE revoked_at IS NULL');
  const links = await rightsOf('sign_in_links');
  const sessions = await rightsOf('sessions');
  const linked = new Set(links.map(({ name }) => name));
  const programs = new Map(tokens.filter(({ name }) => !linked.has(name as string)).map(({ id, name }) => [name, id]));
  const letIn = [...links, ...sessions.filter(({ name }) => !programs.has(name))];
  for (const name of new Set(letIn.map((one) => one.name))) {
    const id = randomUUID();
    const { role, pay, companies } = together(letIn.filter((one) => one.name === name));
    await run(
      'INSERT INTO people (id, name, role, pay, companies, active, created_at) VALUES (?, ?, ?, ?, ?, TRUE, ?)',
      ...[id, name, role, pay, companies, now],
    );
    await run('INSERT INTO person_names (name, person_id) VALUES (?, ?)', name, id);
    for (const table of ['sign_in_links', 'sessions', 'api_tokens'])
      await run(`UPDATE ${table} SET person_id = ? WHERE name = ?`, id, name);
  }
  for (const [name, id] of programs) await run('UPDATE sessions SET token_id = ? WHERE name = ?', id, name);
  await run('UPDATE sessions SET seen_at = ?', now);
}

/** Nobody loses a right that any of their links gave. */
function together(rows: readonly LetIn[]): Omit<LetIn, 'name'> {
  const ranks = ['viewer', 'reviewer', 'admin'];
  const role = ranks.findLast((rank) => rows.some((row) => row.role === rank)) ?? 'viewer';
  const pay = rows.find((row) => row.pay)?.pay ?? rows[0]?.pay ?? false;
  const all = rows.some(({ companies }) => companies === null);
  const named = rows.flatMap(({ companies }) => JSON.parse(companies ?? '[]') as string[]);
  return { role, pay, companies: all ? null : JSON.stringify([...new Set(named)]) };
}

/** PostgreSQL numbers its placeholders. */
function numbered(sql: string): string {
  let place = 0;
  return sql.replace(/\?/g, () => `$${++place}`);
}
