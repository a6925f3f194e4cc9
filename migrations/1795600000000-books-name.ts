import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the accounting service calls the company whose books were connected: it may not be the one that was meant. */
export class BooksName1795600000000 implements MigrationInterface {
  readonly name = 'BooksName1795600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE companies ADD COLUMN books_name text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE companies DROP COLUMN books_name');
  }
}
