import { strFromU8, unzipSync } from 'fflate';
import { monthAt, penceIn, type Said } from '../said.js';

/** What a month file says, in its signed evidence: pay runs, payments, control accounts. */
interface Table {
  readonly title?: string;
  readonly rows: readonly Readonly<Record<string, string | undefined>>[];
  readonly totals?: Readonly<Record<string, string>>;
}
interface Evidence {
  readonly about: { readonly year: string; readonly period: string };
  readonly pages: Readonly<
    Record<string, { readonly blocks: readonly { readonly kind: string; readonly table?: Table }[] }>
  >;
}

const door = 'month file';

export function readMonthFile(zip: Uint8Array): readonly Said[] {
  const evidence = unzipSync(zip)['evidence.json'];
  if (evidence === undefined) throw new Error('the month file has no evidence');
  const { about, pages } = JSON.parse(strFromU8(evidence)) as Evidence;
  const of = monthAt({ year: Number(about.year), period: Number(about.period) });
  const tables = Object.values(pages).flatMap(({ blocks }) => blocks.flatMap(({ table }) => table ?? []));
  const named = (title: string) => tables.find((table) => table.title?.startsWith(title));
  return [
    ...ofRuns(named('Pay runs'), of),
    ...ofPayments(named('Payments'), of),
    ...ofAccounts(named('Control accounts')),
  ];
}

const said = (is: string, of: string, amount: string | undefined): readonly Said[] =>
  amount === undefined || amount === '' ? [] : [{ is, of, says: penceIn(amount), door }];

function ofRuns(table: Table | undefined, of: string): readonly Said[] {
  const { totals = {} } = table ?? {};
  return [
    ...said('month.gross', of, totals['gross']),
    ...said('month.net', of, totals['net']),
    ...said('month.paye', of, totals['taxAuthority']),
    ...said('month.pension', of, totals['pension']),
  ];
}

function ofPayments(table: Table | undefined, of: string): readonly Said[] {
  const hmrc = table?.rows.find(({ to, what }) => to === 'HMRC' && what === 'PAYE, NI and student loans');
  return [...said('hmrc.due', of, hmrc?.['amount']), ...said('payments', of, table?.totals?.['amount'])];
}

/** By account; people are summed. */
function ofAccounts(table: Table | undefined): readonly Said[] {
  const sums = new Map<string, number>();
  for (const { account = '', balance } of table?.rows ?? []) {
    const code = /^\d{3}/.exec(account)?.[0];
    if (code !== undefined && balance) sums.set(code, (sums.get(code) ?? 0) + penceIn(balance));
  }
  return [...sums].map(([code, says]) => ({ is: 'control.balance', of: code, says, door }));
}
