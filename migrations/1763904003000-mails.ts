import type { MigrationInterface, QueryRunner } from 'typeorm';

/** E-mail waits here until a mail server takes it. A link sent by e-mail is used up by a button, not by opening it. */
export class Mails1763904003000 implements MigrationInterface {
  readonly name = 'Mails1763904003000';

  async up(runner: QueryRunner): Promise<void> {
    const time = runner.connection.options.type === 'postgres' ? 'timestamptz' : 'text';
    await runner.query(`CREATE TABLE mails (
      id text PRIMARY KEY, person_id text NOT NULL REFERENCES people (id), kind text NOT NULL, once text NOT NULL UNIQUE,
      attempts integer NOT NULL, next_at ${time} NOT NULL, sent_at ${time}, gave_up_at ${time}, created_at ${time} NOT NULL)`);
    await runner.query('CREATE INDEX mails_due ON mails (next_at)');
    await runner.query('ALTER TABLE sign_in_links ADD COLUMN mailed boolean NOT NULL DEFAULT FALSE');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sign_in_links DROP COLUMN mailed');
    await runner.query('DROP TABLE mails');
  }
}
