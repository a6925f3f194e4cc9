import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the books were last read for a pay run, and what was found: a tick without a time claimed more than we knew. */
export class BooksReads1763902000000 implements MigrationInterface {
  readonly name = 'BooksReads1763902000000';

  async up(runner: QueryRunner): Promise<void> {
    const time = runner.connection.options.type === 'postgres' ? 'timestamptz' : 'text';
    await runner.query(`CREATE TABLE books_reads (
      company_id text NOT NULL, run_tag text NOT NULL, read_at ${time} NOT NULL, finding text,
      PRIMARY KEY (company_id, run_tag))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE books_reads');
  }
}
