import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A process of the previous release knows neither the settle window's sum nor that a decision is used up. Renaming the
 * table takes its leases away, so it sends nothing any more. Leases that are held stay held under the new name until
 * they end.
 *
 * Also ends decisions whose set was found in the books: only their write had ended, so that a set deleted later would
 * have been posted again.
 */
export class NewLeases1763800010000 implements MigrationInterface {
  readonly name = 'NewLeases1763800010000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE leases RENAME TO book_leases');
    await runner.query(`UPDATE decisions SET ended_at =
      (SELECT MAX(COALESCE(w.settled_at, w.created_at)) FROM writes w WHERE w.decision_id = decisions.id AND w.state = 'done')
      WHERE ended_at IS NULL AND EXISTS (SELECT 1 FROM writes w WHERE w.decision_id = decisions.id AND w.state = 'done')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE book_leases RENAME TO leases');
  }
}
