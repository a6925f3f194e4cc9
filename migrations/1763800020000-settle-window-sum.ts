import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The settle window is a sum kept with the write. What was in doubt before starts it anew: its `window_from` rested on one
 * `Date` header, and goes in the release after this one.
 */
export class SettleWindowSum1763800020000 implements MigrationInterface {
  readonly name = 'SettleWindowSum1763800020000';

  async up(runner: QueryRunner): Promise<void> {
    const time = runner.connection.options.type === 'postgres' ? 'timestamptz' : 'text';
    await runner.query('ALTER TABLE writes ADD COLUMN waited_ms integer NOT NULL DEFAULT 0');
    await runner.query(`ALTER TABLE writes ADD COLUMN looked_at ${time}`);
    await runner.query(`ALTER TABLE writes ADD COLUMN looked_at_service ${time}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ['waited_ms', 'looked_at', 'looked_at_service'])
      await runner.query(`ALTER TABLE writes DROP COLUMN ${column}`);
  }
}
