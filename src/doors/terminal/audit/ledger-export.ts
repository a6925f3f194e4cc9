import * as z from 'zod';
import { WrongShape } from '../../../books/wrong-shape.js';
import { dateTyped, monthNumbered } from '../../../journal/nouns/dates.js';
import { Money } from '../../../journal/nouns/money.js';
import { amountWritten } from '../../../payrolls/files/amount-written.js';

/** One line of a ledger's export. */
export interface ExportLine {
  readonly date: string;
  readonly account: string;
  readonly person?: string;
  readonly pence: bigint;
  readonly description: string;
  /** What its journal is called: a number, else a reference. */
  readonly journal: string;
}

export const columnNames = [
  'date',
  'account',
  'person',
  'debit',
  'credit',
  'amount',
  'type',
  'journal',
  'reference',
  'description',
] as const;
type ColumnName = (typeof columnNames)[number];

/** Headings of exports that people have, as their ledgers' documentation names them; lower case, without signs. */
const headings: Readonly<Record<ColumnName, readonly string[]>> = {
  date: ['date', 'transaction date', 'posting date'],
  account: [
    'account code',
    'n/c',
    'nominal code',
    'nominal',
    'nominal account',
    'account number',
    'account',
    'account name',
  ],
  person: ['contact', 'contact name', 'employee', 'person', 'name'],
  debit: ['debit', 'debit (gbp)', 'dr'],
  credit: ['credit', 'credit (gbp)', 'cr'],
  amount: ['net', 'net amount', 'amount', 'net (gbp)'],
  type: ['type', 'tran type'],
  journal: ['journal id', 'journal number', 'journal no', 'transaction id', 'num', 'no.'],
  reference: ['reference', 'ref', 'reference number'],
  description: ['description', 'memo/description', 'details', 'narration', 'memo'],
};
/** Headings of money that is no journal's amount. */
const information = [
  'running balance',
  'balance',
  'gross',
  'tax',
  'vat',
  't/c',
  'tax amount',
  'vat amount',
  'vat rate',
  'tax rate',
];

export const columnsShape = z.partialRecord(z.enum(columnNames), z.string()).default({});
type Columns = z.output<typeof columnsShape>;

const plain = (heading: string) => heading.trim().toLowerCase();

/** How many of the headings that a journal needs are in this row. */
export const headingsIn =
  (given: Columns) =>
  (cells: readonly string[]): number => {
    const here = placesIn(cells, given);
    const isWhole = here.date !== undefined && here.account !== undefined;
    return isWhole ? Object.keys(here).length : 0;
  };

type Places = Readonly<Partial<Record<ColumnName, number>>>;

function placesIn(cells: readonly string[], given: Columns): Places {
  const names = cells.map(plain);
  const places: Partial<Record<ColumnName, number>> = {};
  for (const name of columnNames) {
    const wanted = given[name] === undefined ? headings[name] : [plain(given[name])];
    const at = wanted.map((heading) => names.indexOf(heading)).find((place) => place >= 0);
    if (at !== undefined) places[name] = at;
  }
  return places;
}

/**
 * The lines of an export. Where a journal's date stands on its first line alone, the others have it too; what has no
 * account is a heading or a total.
 */
export function linesInExport(rows: readonly (readonly string[])[], given: Columns): readonly ExportLine[] {
  const count = headingsIn(given);
  const at = rows.findIndex((cells) => count(cells) > 0);
  const places = placesIn(rows[at] ?? [], given);
  const hasAmount = places.amount !== undefined || (places.debit !== undefined && places.credit !== undefined);
  if (at < 0 || !hasAmount)
    throw new WrongShape(['its columns are not known: a date, an account, and a debit and a credit or one amount']);
  refuseUnknownMoney(rows, at, places);
  const found: ExportLine[] = [];
  let [date, journal] = ['', ''];
  for (const [index, cells] of rows.entries()) {
    if (index <= at) continue;
    const cell = (name: ColumnName) => cells[places[name] ?? -1]?.trim() ?? '';
    const dated = cell('date') === '' ? undefined : dateIn(cell('date'));
    if (dated !== undefined) {
      date = dated;
      journal = cell('journal') || cell('reference');
    } else if (cell('date') !== '') {
      // A heading or a total within the table stands where dates do.
      date = '';
      continue;
    }
    const pence = penceIn(cell, index + 1);
    if (date === '' || cell('account') === '' || pence === 0n) continue;
    found.push({
      date,
      journal,
      pence,
      account: cell('account'),
      ...(cell('person') !== '' && { person: cell('person') }),
      description: cell('description'),
    });
  }
  return found;
}

/** 31/10/2025, 2025-10-31, 31 Oct 2025 */
function dateIn(text: string): string | undefined {
  const typed = dateTyped(text);
  if (typed !== undefined) return typed;
  const [, day, name = '', year] = /^(\d{1,2})[ -]([A-Za-z]{3,9})[ -](\d{4})$/.exec(text) ?? [];
  const month = monthNumbered(name);
  return month === undefined ? undefined : dateTyped(`${day}/${month}/${year}`);
}

function penceIn(cell: (name: ColumnName) => string, line: number): bigint {
  const money = (name: ColumnName) => {
    const found = amountWritten(cell(name));
    if (found === undefined) throw new WrongShape([`line ${line}: “${cell(name)}” is no amount`]);
    return found;
  };
  const both = money('debit').minus(money('credit'));
  if (!both.isZero()) return both.toPence();
  const amount = money('amount');
  // Sage writes both sides without a sign, and says in the type which it is.
  return (cell('type').toUpperCase() === 'JC' ? amount.negated() : amount).toPence();
}

/** A column of money that no one named could be the one that counts. */
function refuseUnknownMoney(rows: readonly (readonly string[])[], at: number, places: Places): void {
  const known = new Set(Object.values(places));
  for (const [place, heading] of (rows[at] ?? []).entries()) {
    if (known.has(place) || information.includes(plain(heading))) continue;
    const isMoney = (text = '') => /\d\.\d{2}\)?-?$/.test(text.trim()) && !(amountWritten(text) ?? Money.zero).isZero();
    if (rows.slice(at + 1).some((cells) => isMoney(cells[place])))
      throw new WrongShape([`column “${heading}” holds money and is not known: name its columns with --columns`]);
  }
}
