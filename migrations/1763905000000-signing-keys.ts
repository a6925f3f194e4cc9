import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys that sign month files and the ends of the log. Only one key at a time has a private half. */
export class SigningKeys1763905000000 implements MigrationInterface {
  readonly name = 'SigningKeys1763905000000';

  async up(runner: QueryRunner): Promise<void> {
    const time = runner.connection.options.type === 'postgres' ? 'timestamptz' : 'text';
    await runner.query(
      `CREATE TABLE signing_keys (id text PRIMARY KEY, public_key text NOT NULL, private_key text,
        created_at ${time} NOT NULL, retired_at ${time})`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE signing_keys');
  }
}
