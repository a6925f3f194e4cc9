import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A practice may require two people in all its companies. */
export class SecondPerson1763904001000 implements MigrationInterface {
  readonly name = 'SecondPerson1763904001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE connections ADD COLUMN approval text NOT NULL DEFAULT 'one'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE connections DROP COLUMN approval');
  }
}
