import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How often something was decided that can change what is sent: for a company, and for all companies of a practice. A
 * sync compares both before it sends anything.
 */
export class DecidedSince1795600001000 implements MigrationInterface {
  readonly name = 'DecidedSince1795600001000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['companies', 'connections'])
      await runner.query(`ALTER TABLE ${table} ADD COLUMN decided integer NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['connections', 'companies']) await runner.query(`ALTER TABLE ${table} DROP COLUMN decided`);
  }
}
