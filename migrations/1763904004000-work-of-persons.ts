import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who a pay run is assigned to, and people's notes about it. Notes are only added. */
export class WorkOfPersons1763904004000 implements MigrationInterface {
  readonly name = 'WorkOfPersons1763904004000';

  async up(runner: QueryRunner): Promise<void> {
    const postgres = runner.connection.options.type === 'postgres';
    const time = postgres ? 'timestamptz' : 'text';
    await runner.query(`CREATE TABLE assignments (
      company_id text NOT NULL REFERENCES companies (id), tag text NOT NULL, person_id text NOT NULL REFERENCES people (id),
      at ${time} NOT NULL, PRIMARY KEY (company_id, tag))`);
    await runner.query('CREATE INDEX assignments_person ON assignments (person_id)');
    await runner.query(`CREATE TABLE notes (
      id text PRIMARY KEY, company_id text NOT NULL REFERENCES companies (id), tag text NOT NULL,
      actor text NOT NULL, words text NOT NULL, at ${time} NOT NULL)`);
    await runner.query('CREATE INDEX notes_run ON notes (company_id, tag)');
    for (const statement of postgres ? guardsOnPostgres : guardsOnSqlite) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['notes', 'assignments']) await runner.query(`DROP TABLE ${table}`);
    if (runner.connection.options.type === 'postgres') await runner.query('DROP FUNCTION refuse_note_change');
  }
}

const words = 'a note is never changed';

const guardsOnSqlite = ['UPDATE', 'DELETE'].map(
  (act) =>
    `CREATE TRIGGER notes_no_${act.toLowerCase()} BEFORE ${act} ON notes BEGIN SELECT RAISE(ABORT, '${words}'); END`,
);

const guardsOnPostgres = [
  `CREATE FUNCTION refuse_note_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${words}'; END $$`,
  `CREATE TRIGGER notes_no_change BEFORE UPDATE OR DELETE ON notes FOR EACH ROW EXECUTE FUNCTION refuse_note_change()`,
];
