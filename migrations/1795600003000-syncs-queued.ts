import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The page of a sync asks every moment for all syncs since it began. */
export class SyncsQueued1795600003000 implements MigrationInterface {
  readonly name = 'SyncsQueued1795600003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX syncs_queued ON syncs (queued_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX syncs_queued');
  }
}
