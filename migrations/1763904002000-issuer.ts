import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sign-in by an OpenID Connect issuer: who somebody is there, and sign-ins that were begun and have not ended. */
export class Issuer1763904002000 implements MigrationInterface {
  readonly name = 'Issuer1763904002000';

  async up(runner: QueryRunner): Promise<void> {
    const time = runner.connection.options.type === 'postgres' ? 'timestamptz' : 'text';
    for (const column of ['issuer', 'subject']) await runner.query(`ALTER TABLE people ADD COLUMN ${column} text`);
    await runner.query('CREATE UNIQUE INDEX people_subject ON people (issuer, subject)');
    await runner.query('ALTER TABLE sessions ADD COLUMN id_token text');
    await runner.query(`CREATE TABLE sign_ins_begun (
      state_hash text PRIMARY KEY, browser_hash text NOT NULL, nonce text NOT NULL, verifier text NOT NULL,
      person_id text REFERENCES people (id), expires_at ${time} NOT NULL)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sign_ins_begun');
    await runner.query('ALTER TABLE sessions DROP COLUMN id_token');
    await runner.query('DROP INDEX people_subject');
    for (const column of ['subject', 'issuer']) await runner.query(`ALTER TABLE people DROP COLUMN ${column}`);
  }
}
