import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A new release does not rewrite history: while payroll's document is still the one a set was posted from, the set
 * stays as it is, whatever today's mapping would give. For earlier sets the document is filled in if payroll has not
 * changed since.
 */
export class PostedDocument1763800030000 implements MigrationInterface {
  readonly name = 'PostedDocument1763800030000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE writes ADD COLUMN document_hash text');
    await runner.query('ALTER TABLE postings ADD COLUMN document_hash text');
    await runner.query(`UPDATE postings SET document_hash =
      (SELECT d.content_hash FROM pay_runs r JOIN pay_periods d
        ON d.company_id = r.company_id AND d.year = r.year AND d.period = r.period
        WHERE r.company_id = postings.company_id AND r.tag = postings.run_tag
          AND (r.state = 'posted' OR r.fingerprint = postings.fingerprint))
      WHERE kind = 'post' AND state = 'in_books'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE postings DROP COLUMN document_hash');
    await runner.query('ALTER TABLE writes DROP COLUMN document_hash');
  }
}
