import * as z from 'zod';

const columnNames = [
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
export type ColumnName = (typeof columnNames)[number];

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
    'ledger account',
    'category',
  ],
  person: ['contact', 'contact name', 'employee', 'person', 'name'],
  debit: ['debit', 'dr'],
  credit: ['credit', 'cr'],
  amount: ['net', 'net amount', 'amount', 'debit value', 'value'],
  type: ['type', 'tran type'],
  journal: ['journal id', 'journal number', 'journal no', 'transaction id', 'num', 'no.'],
  reference: ['reference', 'ref', 'reference number'],
  description: ['description', 'memo/description', 'details', 'narration', 'memo'],
};
/** Headings of money that is no journal's amount. */
export const information = [
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
  'value',
  'debit (source)',
  'credit (source)',
  'account balance',
];

export const columnsShape = z.partialRecord(z.enum(columnNames), z.string()).default({});
export type Columns = z.output<typeof columnsShape>;

const pounds = ['(gbp)', '(£)', 'gbp', '£'];

/** Pounds are what all of them are in. */
export function plain(heading: string): string {
  const lower = heading.trim().toLowerCase();
  const ending = pounds.find((currency) => lower.endsWith(currency)) ?? '';
  return lower.slice(0, lower.length - ending.length).trim();
}

/** How many of the headings that a journal needs are in this row. */
export const headingsIn =
  (given: Columns) =>
  (cells: readonly string[]): number => {
    const here = placesIn(cells, given);
    return here.date !== undefined && (here.account !== undefined || hasAmounts(here)) ? Object.keys(here).length : 0;
  };

export type Places = Readonly<Partial<Record<ColumnName, number>>>;

export function placesIn(cells: readonly string[], given: Columns): Places {
  const names = cells.map(plain);
  const places: Partial<Record<ColumnName, number>> = {};
  for (const name of columnNames) {
    const wanted = given[name] === undefined ? headings[name] : [plain(given[name])];
    const at = wanted.map((heading) => names.indexOf(heading)).find((place) => place >= 0);
    if (at !== undefined) places[name] = at;
  }
  return places;
}

export const hasAmounts = ({ amount, debit, credit }: Places) =>
  amount !== undefined || (debit !== undefined && credit !== undefined);

/** Every column that says which account it is: some have the code in one and the name in another. */
export function accountPlaces(cells: readonly string[], { account }: Places, given: Columns): readonly number[] {
  const names = cells.map(plain);
  const all = given.account === undefined ? headings.account.map((heading) => names.indexOf(heading)) : [];
  return [...new Set([...(account === undefined ? [] : [account]), ...all.filter((place) => place >= 0)])];
}
