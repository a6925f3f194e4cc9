import { gunzipSync } from 'node:zlib';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What an employer's returns say of a tax month, apart from its payslips: HMRC due of all clients is worked out without
 * reading them. Filled from the documents that are there.
 */
export class Returned1800000000001 implements MigrationInterface {
  readonly name = 'Returned1800000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE pay_periods ADD COLUMN returned text`);
    const of = `EXISTS (SELECT 1 FROM policies p WHERE p.company_id = m.company_id AND p.policy LIKE '%"from":"files"%')`;
    const columns = 'm.company_id AS "company", m.year AS "year", m.period AS "period", m.document AS "document"';
    const found = (await runner.query(
      `SELECT ${columns} FROM pay_periods m WHERE m.document IS NOT NULL AND ${of}`,
    )) as readonly Row[];
    const isPostgres = runner.connection.options.type === 'postgres';
    const [one, two, three, four] = isPostgres ? ['$1', '$2', '$3', '$4'] : ['?', '?', '?', '?'];
    for (const { company, year, period, document } of found) {
      const returned = returnedIn(document);
      if (returned === undefined) continue;
      await runner.query(
        `UPDATE pay_periods SET returned = ${one} WHERE company_id = ${two} AND year = ${three} AND period = ${four}`,
        [JSON.stringify(returned), company, year, period],
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE pay_periods DROP COLUMN returned`);
  }
}

interface Row {
  readonly company: string;
  readonly year: number;
  readonly period: number;
  readonly document: string;
}

/** A document that someone made unreadable is reported elsewhere. */
function returnedIn(document: string): unknown {
  try {
    const text = document.startsWith('{') ? document : gunzipSync(Buffer.from(document, 'base64')).toString();
    return (JSON.parse(text) as { readonly returned?: unknown }).returned;
  } catch {
    return undefined;
  }
}
