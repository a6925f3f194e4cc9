import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mode `check` compared sums of cost accounts. What it found so has no verdict: these pay runs are compared again. */
export class ChecksAgain1800000600000 implements MigrationInterface {
  readonly name = 'ChecksAgain1800000600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE pay_runs SET plan = NULL WHERE plan LIKE '{"kind":"check"%'`);
  }

  async down(): Promise<void> {
    // The sums are not known any more; a sync finds out again.
  }
}
