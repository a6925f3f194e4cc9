import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a pay run came to when a line of the log was written. Lines from before have none: their figures are shown only
 * where the pay run still has the content they name.
 */
export class LogFigures1763902010000 implements MigrationInterface {
  readonly name = 'LogFigures1763902010000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE log_figures (
      company_id text NOT NULL, seq integer NOT NULL, tag text NOT NULL, payslips integer NOT NULL,
      gross bigint NOT NULL, net bigint NOT NULL, tax_authority bigint NOT NULL, PRIMARY KEY (company_id, seq))`);
    await runner.query('CREATE INDEX log_figures_tag ON log_figures (company_id, tag, seq)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE log_figures');
  }
}
