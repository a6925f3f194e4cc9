import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A process of the release before knows neither the sum of the settle window nor that a decision is spent: without its
 * leases it sends nothing any more. Those that are held stay held under the new name, until they end.
 *
 * And what was found in the books had ended its write, not the decision behind it: deleted later, it would be posted anew.
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
