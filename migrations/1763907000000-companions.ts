import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Journal sets in addition to the pay runs': statutory pay recovered, and adjustments of PAYE. A company that was
 * connected before this release is asked about recoveries from the tax month of the upgrade on.
 */
export class Companions1763907000000 implements MigrationInterface {
  readonly name = 'Companions1763907000000';

  async up(runner: QueryRunner): Promise<void> {
    const postgres = runner.connection.options.type === 'postgres';
    const time = postgres ? 'timestamptz' : 'text';
    await runner.query(
      `CREATE TABLE companions (
        company_id text NOT NULL REFERENCES companies (id), tag text NOT NULL,
        year integer NOT NULL, period integer NOT NULL, kind text NOT NULL, number integer NOT NULL,
        run_tag text, entered text, note text NOT NULL, due_on text, in_payment boolean NOT NULL, actor text NOT NULL,
        dated_on text NOT NULL, state text NOT NULL, reason text,
        payslips integer NOT NULL, gross bigint NOT NULL, net bigint NOT NULL, tax_authority bigint NOT NULL,
        pension bigint NOT NULL, other bigint NOT NULL,
        fingerprint text, mapped text, hold_codes text NOT NULL, warning_codes text NOT NULL, plan text,
        policy_version integer NOT NULL, roles text NOT NULL, journal_set text, posted_on text, posted_at ${time}, origin text,
        signed_off_by text, signed_off_at ${time}, signed_off_fingerprint text,
        gone boolean NOT NULL, first_seen_at ${time} NOT NULL, updated_at ${time} NOT NULL,
        PRIMARY KEY (company_id, tag))`,
    );
    await runner.query('CREATE INDEX companions_month ON companions (company_id, year, period)');
    const now = postgres ? `to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD')` : `strftime('%Y-%m-%d', 'now')`;
    await runner.query(
      `INSERT INTO facts (name, value) SELECT 'recovery-from', ${now} WHERE EXISTS (SELECT 1 FROM companies)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE companions');
    await runner.query(`DELETE FROM facts WHERE name = 'recovery-from'`);
  }
}
