import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A reversal that the policy made, since payroll's content had changed, is followed by its replacement; what a person
 * reversed, or was reversed before this was kept, waits until somebody asks. Whether a period was read twice with the
 * same content is not known of older ones: where one is held for what may be a spoilt read, it is read once more.
 */
export class PostedAndReadAgain1795600004000 implements MigrationInterface {
  readonly name = 'PostedAndReadAgain1795600004000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['writes', 'postings'])
      await runner.query(`ALTER TABLE ${table} ADD COLUMN post_again boolean NOT NULL DEFAULT false`);
    await runner.query('ALTER TABLE pay_periods ADD COLUMN read_twice boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE pay_periods DROP COLUMN read_twice');
    for (const table of ['writes', 'postings']) await runner.query(`ALTER TABLE ${table} DROP COLUMN post_again`);
  }
}
