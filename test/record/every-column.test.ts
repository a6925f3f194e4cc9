import { beforeAll, expect, it } from '@jest/globals';
import type { Rows } from '../../src/ground/rows.js';
import { columns, type TableColumns } from '../../src/record/columns.js';
import { describeOnDatabases } from '../harness/databases.js';
import { disarm } from './disarm.js';
import { type Recorded, recorded } from './recorded.js';

/** Signed, and compared with the files that were kept elsewhere: test/evidence has them. */
const elsewhere = new Set(['log_anchors']);

const vouched = Object.entries<TableColumns>(columns).flatMap(([table, of]) =>
  of.vouched === undefined || elsewhere.has(table)
    ? []
    : [...of.vouched, ...(of.actors ?? [])].map((column) => [table, column] as const),
);

/** Another value of the column's own type, and one that is none: a sync or a page could not even read it. */
const otherValues: Readonly<Record<string, (column: string) => readonly string[]>> = {
  text: (column) => [`COALESCE(${column}, '') || 'x'`, `'{'`, `''`, `'5'`],
  integer: (column) => [`COALESCE(${column}, 0) + 1`],
  bigint: (column) => [`COALESCE(${column}, 0) + 1`],
  boolean: (column) => [`NOT COALESCE(${column}, FALSE)`],
  'timestamp with time zone': (column) => [`COALESCE(${column}, now()) + interval '1 second'`],
};

async function typeOf(rows: Rows, table: string, column: string): Promise<string> {
  const [found] = await rows.query<{ type: string }[]>(
    rows.kind === 'postgres'
      ? `SELECT data_type AS type FROM information_schema.columns WHERE table_name = '${table}' AND column_name = '${column}'`
      : `SELECT LOWER(type) AS type FROM pragma_table_info('${table}') WHERE name = '${column}'`,
  );
  return found?.type ?? 'none';
}

describeOnDatabases('whatever the register says is vouched for', (open) => {
  let at: Recorded;
  beforeAll(async () => {
    at = await recorded(open);
  });

  /** What verify finds when this was done behind our back; nothing of it stays. */
  async function foundAfter(tamper: (rows: Rows) => Promise<number>): Promise<readonly string[]> {
    const undone = new Error('undone');
    let found: readonly string[] = [];
    await at.db
      .work(async (rows) => {
        await disarm(at.db, rows);
        expect(await tamper(rows)).toBeGreaterThan(0);
        found = (await at.log.verifyChain()).map(({ companyId, seq, detail }) => `${companyId} ${seq} ${detail}`);
        throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone && (error as Error).cause !== undone) throw error;
      });
    return found;
  }

  const count = async (rows: Rows, from: string): Promise<number> => {
    const [{ n } = { n: 0 }] = await rows.query<{ n: number | string }[]>(`SELECT COUNT(*) AS n FROM ${from}`);
    return Number(n);
  };

  it.each(vouched)('is found changed, and stops no verification: %s.%s', async (table, name) => {
    const column = name === 'before' ? '"before"' : name;
    const type = await at.db.work((rows) => typeOf(rows, table, name));
    for (const value of (otherValues[type] as (typeof otherValues)[string])(column)) {
      const found = await foundAfter(async (rows) => {
        const id = rows.kind === 'postgres' ? 'ctid' : 'rowid';
        // The newest row, so that no number is another's.
        const one = `${id} = (SELECT MAX(${id}) FROM ${table} WHERE ${column} IS NULL OR ${column} <> ${value})`;
        await rows.query(`UPDATE ${table} SET ${column} = ${value} WHERE ${one}`);
        return count(rows, table);
      });
      expect([value, found.length > 0]).toEqual([value, true]);
    }
  });

  it.each([...new Set(vouched.map(([table]) => table))])('is found deleted: %s', async (table) => {
    const found = await foundAfter(async (rows) => {
      const there = await count(rows, table);
      await rows.query(`DELETE FROM ${table}`);
      return there;
    });
    expect(found.length).toBeGreaterThan(0);
  });
});
