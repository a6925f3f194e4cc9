import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which e-mail digest each person wants. */
export class Digests1763904005000 implements MigrationInterface {
  readonly name = 'Digests1763904005000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE people ADD COLUMN digest text NOT NULL DEFAULT 'never'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE people DROP COLUMN digest');
  }
}
