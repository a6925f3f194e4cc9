import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The settle window is a sum that is kept with the write. Writes that were in doubt before start again from zero. Their
 * `window_from` depended on a single `Date` header; the release after this one can drop it.
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
