import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The audit of a company's tax year, as it was last made. */
export class Audits1800000500000 implements MigrationInterface {
  readonly name = 'Audits1800000500000';

  async up(runner: QueryRunner): Promise<void> {
    const time = runner.connection.options.type === 'postgres' ? 'timestamptz' : 'text';
    await runner.query(`CREATE TABLE audits (
      company_id text NOT NULL, year integer NOT NULL, read_at ${time} NOT NULL, wrong integer NOT NULL,
      misstated bigint NOT NULL, answer text NOT NULL, should text NOT NULL, PRIMARY KEY (company_id, year))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audits');
  }
}
