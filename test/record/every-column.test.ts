import { beforeAll, expect, it } from '@jest/globals';
import type { Rows } from '../../src/ground/rows.js';
import { columns, type TableColumns } from '../../src/record/columns.js';
import { headName } from '../../src/record/log/log-head.js';
import { describeOnDatabases } from '../harness/databases.js';
import { disarm } from './disarm.js';
import { type Recorded, recorded } from './recorded.js';

/** Signed, and compared with the files that were kept elsewhere: test/evidence has them. */
const elsewhere = new Set(['log_anchors']);

const all = Object.entries<TableColumns>(columns);
const isVouched = ({ vouched = [], actors = [], checked = [] }: TableColumns, column: string) =>
  [...vouched, ...actors, ...checked].includes(column);
const everyColumn = all.flatMap(([table, of]) =>
  [...new Set(Object.values(of).flat())].map((column) => [table, column, isVouched(of, column)] as const),
);
const vouched = everyColumn.filter(([table, , is]) => is && !elsewhere.has(table));
const others = everyColumn.filter(([, , is]) => !is);
const otherTables = [...new Set(others.map(([table]) => table))];
const vouchedTables = [...new Set(vouched.map(([table]) => table))];

/** Another value of the column's own type, and one that is none: a sync or a page could not even read it. */
const otherValues: Readonly<Record<string, (column: string) => readonly string[]>> = {
  text: (column) => [`'x' || COALESCE(${column}, '')`, `'{'`, `''`, `'5'`],
  integer: (column) => [`COALESCE(${column}, 0) + 1000`],
  bigint: (column) => [`COALESCE(${column}, 0) + 1000`],
  boolean: (column) => [`NOT COALESCE(${column}, FALSE)`],
  'timestamp with time zone': (column) => [`COALESCE(${column}, now()) + interval '1 second'`],
};

/** Who deletes them lets no one in: they end by themselves too. */
const mayGo = new Set(['sessions', 'sign_in_links']);

/** What must be another's in a row that is slipped in, where a table allows it once. */
const slippedIn: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['people', 'api_tokens', 'connections', 'companies', 'postings', 'writes', 'decisions', 'notes', 'actors']
      .concat('client_approvals', 'payroll_files')
      .map((table) => [`${table}.id`, `'x'`]),
  ),
  'people.name': `'x'`,
  'people.email': `'x'`,
  'people.login': `'x'`,
  'people.subject': `'x'`,
  'actors.name': `'x'`,
  'person_names.name': `'x'`,
  'api_tokens.hash': `'x'`,
  'sessions.id_hash': `'x'`,
  'sign_in_links.code_hash': `'x'`,
  'client_approvals.code_hash': `'x'`,
  'companies.name': `'x'`,
  'companies.books_id': `'x'`,
  'connections.practice': `'x'`,
  'connections.approval': `'two'`,
  'policies.version': '99',
  'pay_periods.period': '11',
  'pay_runs.tag': `'x'`,
  'postings.tag': `'x'`,
  'postings.run_tag': `'x'`,
  'writes.run_tag': `'x'`,
  'writes.tag': `'x'`,
  'log.id': '99999',
  'log.seq': '99',
  'log_heads.company_id': `'x'`,
  'log_figures.seq': '99',
  'facts.name': `'${headName('x')}'`,
};

const quoted = (column: string) => (column === 'before' ? '"before"' : column);

async function typeOf(rows: Rows, table: string, column: string): Promise<string> {
  const [found] = await rows.query<{ type: string }[]>(
    rows.kind === 'postgres'
      ? `SELECT data_type AS type FROM information_schema.columns WHERE table_name = '${table}' AND column_name = '${column}'`
      : `SELECT LOWER(type) AS type FROM pragma_table_info('${table}') WHERE name = '${column}'`,
  );
  return found?.type ?? 'none';
}

/** PostgreSQL takes ten times as long over each: one of each table in every `npm test`, all with `--long`. */
const oneOfEach = vouchedTables.map((table) => vouched.find(([of]) => of === table) as (typeof vouched)[number]);
const columnsOn = { sqlite: vouched, postgres: process.env.TEST_TIER === 'long' ? vouched : oneOfEach };

describeOnDatabases('whatever the register says is vouched for', (open, kind) => {
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

  const columnsOf = (rows: Rows, table: string) =>
    rows.query<{ name: string }[]>(
      rows.kind === 'postgres'
        ? `SELECT column_name AS name FROM information_schema.columns WHERE table_name = '${table}' ORDER BY ordinal_position`
        : `SELECT name FROM pragma_table_info('${table}')`,
    );

  const count = async (rows: Rows, from: string): Promise<number> => {
    const [{ n } = { n: 0 }] = await rows.query<{ n: number | string }[]>(`SELECT COUNT(*) AS n FROM ${from}`);
    return Number(n);
  };

  it.each(columnsOn[kind])('is found changed, and stops no verification: %s.%s', async (table, name) => {
    const column = name === 'before' ? '"before"' : name;
    const type = await at.db.work((rows) => typeOf(rows, table, name));
    // PostgreSQL refuses most of what cannot be read.
    const values = (otherValues[type] as (typeof otherValues)[string])(column).slice(
      0,
      at.db.kind === 'postgres' ? 2 : undefined,
    );
    for (const value of values) {
      const found = await foundAfter(async (rows) => {
        const id = rows.kind === 'postgres' ? 'ctid' : 'rowid';
        // The newest row, so that no number is another's. No entry is a witness of the newest of the log itself.
        const which = `${table}.${name}` === 'log.id' ? 'MIN' : 'MAX';
        const one = `${id} = (SELECT ${which}(${id}) FROM ${table} WHERE ${column} IS NULL OR ${column} <> ${value})`;
        await rows.query(`UPDATE ${table} SET ${column} = ${value} WHERE ${one}`);
        return count(rows, table);
      });
      expect([value, found.length > 0]).toEqual([value, true]);
    }
  });

  it.each(otherTables)('and nothing else raises an alarm: the rest of %s', async (table) => {
    const found = await foundAfter(async (rows) => {
      for (const [, column] of others.filter(([of]) => of === table)) {
        const type = await typeOf(rows, table, column);
        await rows.query(`UPDATE ${table} SET ${column} = ${otherValues[type]?.(column)[0]}`);
      }
      return 1;
    });
    expect(found).toEqual([]);
  });

  it.each(vouchedTables)('is found slipped in: %s', async (table) => {
    const found = await foundAfter(async (rows) => {
      const id = rows.kind === 'postgres' ? 'ctid' : 'rowid';
      const names = (await columnsOf(rows, table)).map(({ name }) => name);
      const given = names.map((name) => slippedIn[`${table}.${name}`] ?? quoted(name));
      const from = `FROM ${table} WHERE ${id} = (SELECT MAX(${id}) FROM ${table})`;
      await rows.query(`INSERT INTO ${table} (${names.map(quoted).join(', ')}) SELECT ${given.join(', ')} ${from}`);
      return 1;
    });
    expect(found.length).toBeGreaterThan(0);
  });

  it.each(vouchedTables.filter((table) => !mayGo.has(table)))('is found deleted: %s', async (table) => {
    const found = await foundAfter(async (rows) => {
      const there = await count(rows, table);
      await rows.query(`DELETE FROM ${table}`);
      return there;
    });
    expect(found.length).toBeGreaterThan(0);
  });
});
