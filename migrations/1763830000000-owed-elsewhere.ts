import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is owed to HMRC on accounts other than 814 was counted as if it were on 814. The next sync fills the column in.
 */
export class OwedElsewhere1763830000000 implements MigrationInterface {
  readonly name = 'OwedElsewhere1763830000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE pay_periods ADD COLUMN owed_elsewhere bigint NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE pay_periods DROP COLUMN owed_elsewhere');
  }
}
