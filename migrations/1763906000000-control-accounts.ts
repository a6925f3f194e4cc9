import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What each liability account held and owed when it was last read, and what people entered about it. */
export class ControlAccounts1763906000000 implements MigrationInterface {
  readonly name = 'ControlAccounts1763906000000';

  async up(runner: QueryRunner): Promise<void> {
    const time = runner.connection.options.type === 'postgres' ? 'timestamptz' : 'text';
    await runner.query(`CREATE TABLE control_accounts (
      company_id text NOT NULL REFERENCES companies (id),
      as_on text NOT NULL,
      account text NOT NULL,
      user_path text NOT NULL,
      name text NOT NULL,
      balance bigint NOT NULL,
      charged bigint NOT NULL,
      owed bigint NOT NULL,
      difference bigint NOT NULL,
      state text NOT NULL,
      because text NOT NULL,
      alternatives text,
      PRIMARY KEY (company_id, as_on, account, user_path)
    )`);
    await runner.query(`CREATE TABLE control_readings (
      company_id text PRIMARY KEY REFERENCES companies (id),
      as_on text NOT NULL,
      read_at ${time} NOT NULL,
      exceptions integer NOT NULL,
      problem text,
      log_seq integer NOT NULL
    )`);
    await runner.query(`CREATE TABLE control_notes (
      id text PRIMARY KEY,
      company_id text NOT NULL REFERENCES companies (id),
      account text NOT NULL,
      user_path text NOT NULL,
      kind text NOT NULL,
      named_as text NOT NULL,
      amount bigint NOT NULL,
      due_on text,
      reason text NOT NULL,
      actor text NOT NULL,
      created_at ${time} NOT NULL,
      ended_at ${time},
      ended_why text
    )`);
    await runner.query('CREATE INDEX control_notes_company ON control_notes (company_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['control_notes', 'control_readings', 'control_accounts'])
      await runner.query(`DROP TABLE ${table}`);
  }
}
