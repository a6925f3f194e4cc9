import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Answers to requests with an Idempotency-Key, kept for a day: the same request again gets the same answer. */
export class KeptAnswers1763903000000 implements MigrationInterface {
  readonly name = 'KeptAnswers1763903000000';

  async up(runner: QueryRunner): Promise<void> {
    const time = runner.connection.options.type === 'postgres' ? 'timestamptz' : 'text';
    await runner.query(`
      CREATE TABLE kept_answers (
        scope text NOT NULL,
        key text NOT NULL,
        request_hash text NOT NULL,
        token text NOT NULL,
        status integer,
        headers text,
        body text,
        begun_at ${time} NOT NULL,
        expires_at ${time} NOT NULL,
        PRIMARY KEY (scope, key)
      )`);
    await runner.query('CREATE INDEX kept_answers_expiry ON kept_answers (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE kept_answers');
  }
}
