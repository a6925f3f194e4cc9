import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The log is read newest first with any of these filters, so each has its own index. */
const ways = ['company_id', 'act', 'actor', 'trigger'] as const;

export class LogIndexes1763800000000 implements MigrationInterface {
  readonly name = 'LogIndexes1763800000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const column of ways) await runner.query(`CREATE INDEX log_by_${column} ON log (${column}, at, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ways) await runner.query(`DROP INDEX log_by_${column}`);
  }
}
