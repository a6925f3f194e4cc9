import { strFromU8, unzipSync } from 'fflate';
import { figuresIn } from '../../harness/figures-in.js';
import { openedPdf } from '../../harness/pdf.js';
import { monthAt, penceIn, type Said } from '../said.js';

/**
 * What a month file says, in its signed evidence: pay runs, payments, control accounts. Its PDF and its workbook are made
 * of the same pages: a figure that one of them lacks is said to be missing there.
 */
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
  const files = unzipSync(zip);
  const [evidence, pdf, workbook] = ['evidence.json', 'month-file.pdf', 'month-file.xlsx'].map((name) => files[name]);
  if (evidence === undefined || pdf === undefined || workbook === undefined)
    throw new Error(`the month file has only ${Object.keys(files).join(', ')}`);
  const signed = readEvidence(evidence);
  return [
    ...signed,
    ...inPrint(signed, 'PDF', Buffer.from(openedPdf(pdf).pages.flat().join('\n'))),
    ...inPrint(signed, 'XLSX', Buffer.from(workbook)),
  ];
}

/** An account’s balance is printed person by person. */
interface Signed extends Said {
  readonly printed?: readonly number[];
}

function inPrint(signed: readonly Signed[], form: string, file: Buffer): readonly Said[] {
  const there = new Set(figuresIn(file));
  const isThere = (pence: number) => pence === 0 || there.has(Math.abs(pence));
  return signed.map(({ is, of, says, printed = [Number(says)] }) => ({
    ...{ is, of, says: printed.every(isThere) ? says : 'not there', door: `${door}, ${form}` },
  }));
}

function readEvidence(evidence: Uint8Array): readonly Signed[] {
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
function ofAccounts(table: Table | undefined): readonly Signed[] {
  const balances = new Map<string, number[]>();
  for (const { account = '', balance } of table?.rows ?? []) {
    const code = /^\d{3}/.exec(account)?.[0];
    if (code !== undefined && balance) balances.set(code, [...(balances.get(code) ?? []), penceIn(balance)]);
  }
  return [...balances].map(([of, printed]) => {
    const says = printed.reduce((sum, one) => sum + one, 0);
    return { is: 'control.balance', of, says, door, printed };
  });
}
