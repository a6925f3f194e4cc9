import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A tick is a check of the journals in the books. They are judged by what each set puts on PAYE and NI, not by what
 * today's policy would make of payroll, and a set was there as at the last time that very set was read, not any of its
 * company. What was found of older journals is not known until they are mapped again.
 */
export class ChecksOfWhatIsPosted1795600002000 implements MigrationInterface {
  readonly name = 'ChecksOfWhatIsPosted1795600002000';

  async up(runner: QueryRunner): Promise<void> {
    const postgres = runner.connection.options.type === 'postgres';
    const time = postgres ? 'timestamptz' : 'text';
    await runner.query(`ALTER TABLE postings ADD COLUMN read_at ${time} NOT NULL DEFAULT '1970-01-01T00:00:00.000Z'`);
    await runner.query('ALTER TABLE postings ADD COLUMN finding text');
    const written = `COALESCE((SELECT w.settled_at FROM writes w WHERE w.id = postings.write_id), created_at)`;
    await runner.query(`UPDATE postings SET read_at = ${written}`);
    const later = `FROM books_reads b
      WHERE b.company_id = postings.company_id AND b.run_tag = postings.run_tag AND b.read_at >= postings.read_at`;
    await runner.query(`UPDATE postings SET finding = (SELECT b.finding ${later}),
      read_at = COALESCE((SELECT b.read_at ${later}), read_at) WHERE state IN ('in_books', 'doubled')`);
    await runner.query('DROP TABLE books_reads');
    for (const table of ['pay_runs', 'companions']) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN paye_ni bigint NOT NULL DEFAULT 0`);
      await runner.query(`ALTER TABLE ${table} ADD COLUMN owed_elsewhere bigint NOT NULL DEFAULT 0`);
      await runner.query(`ALTER TABLE ${table} ADD COLUMN judged text`);
    }
    const sql = postgres ? onPostgres : onSqlite;
    for (const table of ['pay_runs', 'companions'])
      await runner.query(`UPDATE ${table} SET paye_ni = -(
        SELECT COALESCE(SUM(${sql.pence}), 0)
        FROM postings p
          LEFT JOIN policies o ON o.company_id = p.company_id AND o.version = p.policy_version,
          ${sql.each('p.lines')} AS l
        WHERE p.company_id = ${table}.company_id AND p.run_tag = ${table}.tag
          AND p.state IN ('in_books', 'doubled') AND ${sql.isPaye})
        WHERE journal_set IS NOT NULL`);
    await runner.query('UPDATE companions SET paye_ni = tax_authority WHERE journal_set IS NULL');
    await runner.query(`UPDATE pay_runs SET paye_ni = -(
      SELECT COALESCE(SUM(${sql.pence}), 0)
      FROM companies c
        LEFT JOIN policies o ON o.company_id = c.id AND o.version = c.policy_version,
        ${sql.each(sql.linesOf('pay_runs.mapped'))} AS l
      WHERE c.id = pay_runs.company_id AND ${sql.isPaye})
      WHERE journal_set IS NULL AND mapped IS NOT NULL`);
    // Of a month with several runs it is only known together, and only looked at together.
    await runner.query(`UPDATE pay_runs SET owed_elsewhere = COALESCE((
      SELECT d.owed_elsewhere FROM pay_periods d
      WHERE d.company_id = pay_runs.company_id AND d.year = pay_runs.year AND d.period = pay_runs.period), 0)
      WHERE tag = (SELECT MIN(r.tag) FROM pay_runs r
        WHERE r.company_id = pay_runs.company_id AND r.year = pay_runs.year AND r.period = pay_runs.period)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const time = runner.connection.options.type === 'postgres' ? 'timestamptz' : 'text';
    for (const table of ['pay_runs', 'companions'])
      for (const column of ['judged', 'owed_elsewhere', 'paye_ni'])
        await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
    await runner.query(`CREATE TABLE books_reads (
      company_id text NOT NULL, run_tag text NOT NULL, read_at ${time} NOT NULL, finding text,
      PRIMARY KEY (company_id, run_tag))`);
    await runner.query(`INSERT INTO books_reads SELECT company_id, run_tag, MIN(read_at), MAX(finding) FROM postings
      WHERE state IN ('in_books', 'doubled') GROUP BY company_id, run_tag`);
    for (const column of ['finding', 'read_at']) await runner.query(`ALTER TABLE postings DROP COLUMN ${column}`);
  }
}

/** Stored amounts always have two decimals, so without the point they are pence. */
const onSqlite = {
  each: (json: string) => `json_each(${json})`,
  linesOf: (json: string) => `json_extract(${json}, '$.lines')`,
  pence: `CAST(REPLACE(json_extract(l.value, '$.debit'), '.', '') AS integer)`,
  isPaye: `json_extract(l.value, '$.category') = COALESCE(json_extract(o.policy, '$.accounts.payeNi'), '814')`,
};

const onPostgres = {
  each: (json: string) => `json_array_elements(CAST(${json} AS json))`,
  linesOf: (json: string) => `CAST(${json} AS json) -> 'lines'`,
  pence: `CAST(REPLACE(l.value ->> 'debit', '.', '') AS bigint)`,
  isPaye: `l.value ->> 'category' = COALESCE(CAST(o.policy AS json) #>> '{accounts,payeNi}', '814')`,
};
