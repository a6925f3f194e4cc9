import { parse } from 'csv-parse/sync';
import { readXlsx } from '../../harness/spreadsheet.js';
import { monthAt, penceIn, type Said } from '../said.js';
import type { ApiRun } from './api.js';
import type { Doors } from './open.js';

/** What CSV files say: HMRC due, the tax year, journals and the log. */
type Row = Readonly<Record<string, string>>;

const rowsIn = (csv: string): readonly Row[] => parse(csv, { bom: true, columns: true, relax_column_count: true });

/** In a workbook an amount is a number: "637.7". */
const amount = (text: string | undefined): number | undefined =>
  text === undefined || text === '' ? undefined : penceIn(text.replaceAll(',', ''));

const some = (is: string, of: string, says: number | undefined, door: string): readonly Said[] =>
  says === undefined ? [] : [{ is, of, says, door }];

const months = [
  ...['April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'],
  ...['January', 'February', 'March'],
];

/** "October 2025" as "2026-06". */
export function monthNamed(words: string): string {
  const [, name = '', calendar = ''] = /^(\w+) (\d{4})/.exec(words) ?? [];
  const period = months.indexOf(name);
  if (period < 0) throw new Error(`"${words}" is no month`);
  return monthAt({ year: Number(calendar) + (period < 9 ? 1 : 0), period });
}

export async function readFiles(doors: Doors, runs: readonly ApiRun[]): Promise<readonly Said[]> {
  const said = [...dueIn(rowsIn(await doors.page('/hmrc-due.csv')), 'HMRC due, CSV')];
  for (const year of yearsOf(runs)) {
    const csv = await doors.page(`/clients/${doors.companyId}/tax-year.csv?year=${year}`);
    said.push(...taxYearIn(rowsIn(csv), { year, door: 'tax year, CSV' }));
  }
  for (const row of rowsIn(await doors.api<string>('/api/log.csv')))
    for (const [is, column] of [
      ['log.gross', 'Gross'],
      ['log.net', 'Net'],
      ['log.paye', 'HMRC'],
    ] as const)
      said.push(...some(is, row['Entry'] ?? '', amount(row[column]), 'log, CSV'));
  return said;
}

/** The same of workbooks, which take longer to make and to read. */
export async function readWorkbooks(doors: Doors, runs: readonly ApiRun[]): Promise<readonly Said[]> {
  const said = [...dueIn(sheetIn(await doors.file('/hmrc-due.xlsx')), 'HMRC due, XLSX')];
  for (const year of yearsOf(runs)) {
    const rows = sheetIn(await doors.file(`/clients/${doors.companyId}/tax-year.xlsx?year=${year}`));
    said.push(...taxYearIn(rows, { year, door: 'tax year, XLSX' }));
  }
  return said;
}

const yearsOf = (runs: readonly ApiRun[]): readonly number[] => [...new Set(runs.map((run) => run.year))];

function sheetIn(xlsx: Uint8Array): readonly Row[] {
  const [headings = [], ...rows] = readXlsx(xlsx)[0]?.rows ?? [];
  return rows.map((row) => Object.fromEntries(headings.map((heading, at) => [heading, row[at] ?? ''])));
}

const dueIn = (rows: readonly Row[], door: string): readonly Said[] =>
  rows
    .filter((row) => row['What'] === 'PAYE and NI')
    .flatMap((row) => some('hmrc.due', monthNamed(row['Tax month'] ?? ''), amount(row['Amount']), door));

interface OfYear {
  readonly year: number;
  readonly door: string;
}

function taxYearIn(rows: readonly Row[], { year, door }: OfYear): readonly Said[] {
  return rows.flatMap((row): readonly Said[] => {
    const month = Number(row['Tax month']);
    const isTotal = !Number.isInteger(month) || month < 1;
    const of = isTotal ? String(year) : monthAt({ year, period: month - 1 });
    const accounts = Object.entries(row).flatMap(([heading, value]) => {
      const code = /^\d{3}(?:-\d+)?(?= |$)/.exec(heading)?.[0];
      return code === undefined
        ? []
        : some(isTotal ? 'year.account' : 'month.account', `${of} ${code}`, amount(value), door);
    });
    if (isTotal) return accounts;
    return [
      ...accounts,
      ...some('hmrc.due', of, amount(row['HMRC, PAYE due per payroll']), door),
      ...some('paye.expected', of, amount(row['HMRC, per our journals']), door),
    ];
  });
}
