import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The wait after a 429 follows our own clock. `blocked_until` followed the service's: the next release can drop it. */
export class ClosedByOurClock1763800040000 implements MigrationInterface {
  readonly name = 'ClosedByOurClock1763800040000';

  async up(runner: QueryRunner): Promise<void> {
    const time = runner.connection.options.type === 'postgres' ? 'timestamptz' : 'text';
    await runner.query(`ALTER TABLE quotas ADD COLUMN closed_at ${time}`);
    await runner.query(`ALTER TABLE quotas ADD COLUMN closed_until ${time}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE quotas DROP COLUMN closed_until');
    await runner.query('ALTER TABLE quotas DROP COLUMN closed_at');
  }
}
