import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A year's payslips compared with the books of that year, as last read: pages show it without asking the books. */
export class YearsInBooks1795500001000 implements MigrationInterface {
  readonly name = 'YearsInBooks1795500001000';

  async up(runner: QueryRunner): Promise<void> {
    const time = runner.connection.options.type === 'postgres' ? 'timestamptz' : 'text';
    await runner.query(`CREATE TABLE years_in_books (
      company_id text NOT NULL REFERENCES companies (id),
      year integer NOT NULL,
      read_at ${time} NOT NULL,
      log_seq integer NOT NULL,
      spans text NOT NULL,
      PRIMARY KEY (company_id, year)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE years_in_books');
  }
}
