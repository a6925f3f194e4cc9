import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The figures of a pay run at the time of a log entry. Earlier entries have none: theirs are shown only while the pay
 * run still has the content that they name.
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
