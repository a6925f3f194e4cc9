import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The time after which names and pay may be erased is counted from the end of a company's accounting period. If that is
 * not known, the latest possible end counts.
 */
export class AccountingYearEnd1763905002000 implements MigrationInterface {
  readonly name = 'AccountingYearEnd1763905002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE companies ADD COLUMN accounting_year_end text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE companies DROP COLUMN accounting_year_end');
  }
}
