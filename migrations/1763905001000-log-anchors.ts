import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The signed ends of all chains, day by day: a chain that was rebuilt does not agree with them. */
export class LogAnchors1763905001000 implements MigrationInterface {
  readonly name = 'LogAnchors1763905001000';

  async up(runner: QueryRunner): Promise<void> {
    const time = runner.connection.options.type === 'postgres' ? 'timestamptz' : 'text';
    await runner.query(
      `CREATE TABLE log_anchors (number integer PRIMARY KEY, at ${time} NOT NULL, why text NOT NULL, previous text NOT NULL,
        root text NOT NULL, heads text NOT NULL, key_id text NOT NULL, signature text NOT NULL, file_problem text)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE log_anchors');
  }
}
