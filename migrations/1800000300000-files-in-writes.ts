import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What had been decided when a write was begun, and when a file came: so that it is known whether a journal was made with
 * that file. Of earlier rows it is not known.
 */
export class FilesInWrites1800000300000 implements MigrationInterface {
  readonly name = 'FilesInWrites1800000300000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(`ALTER TABLE ${table} ADD COLUMN decided integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(`ALTER TABLE ${table} DROP COLUMN decided`);
  }
}

const tables = ['writes', 'payroll_files'];
