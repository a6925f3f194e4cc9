import { oneLine } from '../../ground/printable.js';
import { WrongShape } from '../../books/wrong-shape.js';
import type { Hold } from '../../journal/nouns/holds.js';
import { Money } from '../../journal/nouns/money.js';
import { asInformation, type ColumnMap, columnMapShape, columnsIn } from '../../journal/policy/column-map.js';
import { fieldRow, parts } from '../../journal/policy/treatments.js';
import { amountWritten } from './amount-written.js';
import type { DatedPayslip } from './file-documents.js';
import type { ReadContext } from './file-answers.js';
import { hold, nameOf, unmapped } from './payment-questions.js';
import type { PayslipRead, PensionContext } from './payslip-of.js';
import { type PensionDay, type PensionOfDay, pensionsOf } from './pension-answers.js';
import type { HeadingsIn } from './report-lines.js';
import type { Lines } from './report-text.js';

export function parseColumnMap(json: unknown): ColumnMap {
  const read = columnMapShape.safeParse(json);
  if (read.success) return read.data;
  throw new WrongShape(read.error.issues.map(({ path, message }) => `${['columns', ...path].join('.')}: ${message}`));
}

/** What every payroll has: a report without it would post less than was paid. */
const indispensable = ['tax_deducted', 'employee_ni', 'employer_ni'] as const;

const rowsMax = 20_000;

/** What marks the row of headings of such a report. */
export function headingsOf(map: ColumnMap): HeadingsIn {
  const wanted = columnsIn(map);
  return (cells) => (cells.includes(map.person) ? wanted.filter((name) => cells.includes(name)).length : 0);
}

/** A payslip report: a row per person, with the columns that `map` names. */
export function payslipsInColumns(
  lines: Lines,
  map: ColumnMap,
  datedOn: string,
  context: Pick<ReadContext, 'year' | 'people' | 'answers'>,
): readonly DatedPayslip[] {
  const { rows, asked } = rowsInColumns(lines, map);
  return rows.map((row, index) => {
    const pension = employerPensionsInRows([{ ...row, paidOn: datedOn }], context).get(datedOn);
    return { datedOn, read: payslipOfRow(row, context, { pension, asked: index === 0 ? asked : [] }) };
  });
}

/** One person's row, with only what its map names. */
export interface ReportRow {
  readonly payId: string;
  readonly firstName: string;
  readonly lastName: string;
  /** By payslip field; every mapped field, even if nil. */
  readonly figures: ReadonlyMap<string, Money>;
  readonly net?: { readonly column: string; readonly shown: Money };
}

export interface ReportRead {
  readonly rows: readonly ReportRow[];
  /** Questions about the report as a whole. */
  readonly asked: readonly Hold[];
}

export function rowsInColumns(lines: Lines, map: ColumnMap): ReportRead {
  const { header, rows, totals } = tableIn(lines, map);
  const asked = [...unknownColumns(header, rows, map), ...missingFields(map), ...totalsHolds(rows, totals, map)];
  return { rows: rows.map((row) => reportRow(row, map)), asked };
}

interface Row {
  readonly number: number;
  readonly inOrder: readonly string[];
  readonly cells: ReadonlyMap<string, string>;
}

interface Table {
  readonly header: readonly string[];
  readonly rows: readonly Row[];
  readonly totals: readonly Row[];
}

function tableIn(lines: Lines, map: ColumnMap): Table {
  const wanted = columnsIn(map);
  const headingsIn = headingsOf(map);
  const most = lines.reduce((found, cells) => Math.max(found, headingsIn(cells)), 1);
  const at = lines.findIndex((cells) => headingsIn(cells) === most);
  const header = lines[at];
  if (header === undefined) throw new WrongShape([`it has no row of headings with "${map.person}"`]);
  const missing = wanted.filter((name) => !header.includes(name));
  if (missing.length > 0) throw new WrongShape(missing.map((name) => `line ${at + 1}: there is no column "${name}"`));
  const twice = wanted.find((name) => header.indexOf(name) !== header.lastIndexOf(name));
  if (twice !== undefined) throw new WrongShape([`line ${at + 1}: there are two columns "${twice}"`]);
  const all = lines.slice(at + 1).flatMap((cells, index) => rowOf(header, cells, at + 2 + index));
  if (all.length > rowsMax) throw new WrongShape([`it has more than ${rowsMax} rows`]);
  const isTotal = (row: Row) => map.totals !== undefined && [...row.cells.values()].includes(map.totals);
  const totals = all.filter(isTotal);
  if (map.totals !== undefined && totals.length === 0)
    throw new WrongShape([`it has no row "${map.totals}": it may have been cut short`]);
  if (totals.length > 0 && totals.every((row) => controlled(map).every((name) => cell(row, name) === '')))
    throw new WrongShape([`line ${totals[0]?.number}: the row "${map.totals}" has no totals`]);
  const rows = all.filter((row) => !isTotal(row));
  const last = Math.max(...controlled(map).map((name) => header.indexOf(name)));
  const short = rows.find(({ inOrder }) => inOrder.length <= last);
  if (short !== undefined)
    throw new WrongShape([`line ${short.number}: there are fewer cells than headings: it may have been cut short`]);
  const unnamed = rows.find((row) => cell(row, map.person) === '');
  if (unnamed !== undefined) throw new WrongShape([`line ${unnamed.number}: "${map.person}" is empty`]);
  if (rows.length === 0) throw new WrongShape(['it contains no people']);
  return { header, rows, totals };
}

function rowOf(header: readonly string[], cells: readonly string[], number: number): readonly Row[] {
  if (cells.every((one) => one === '')) return [];
  if (cells.length > header.length) throw new WrongShape([`line ${number}: there are more cells than headings`]);
  return [{ number, inOrder: cells, cells: new Map(header.map((name, index) => [name, cells[index] ?? ''])) }];
}

const cell = ({ cells }: Row, name: string): string => cells.get(name) ?? '';

function amountIn(row: Row, name: string): Money {
  const amount = amountWritten(cell(row, name));
  // The cell's text is not quoted: it may be someone's pay.
  if (amount === undefined)
    throw new WrongShape([`line ${row.number}, column "${name}": an amount is expected, such as £1,234.56`]);
  return amount;
}

/** A column that no one named, with numbers in it, may be money. */
function unknownColumns(header: readonly string[], rows: readonly Row[], map: ColumnMap): readonly Hold[] {
  const known = new Set([map.person, map.name, map.net, ...Object.keys(map.fields)]);
  const holdsMoney = (at: number) => rows.some(({ inOrder }) => amountWritten(inOrder[at] ?? '')?.isZero() === false);
  return header
    .flatMap((name, at) => (!known.has(name) && holdsMoney(at) ? [name === '' ? `column ${at + 1}` : name] : []))
    .map((name) =>
      hold(
        'column_unknown',
        `The column “${name}” holds amounts, and nothing says what it is. Map it to a payslip field, or to "information".`,
        {
          field: name,
        },
      ),
    );
}

/** A report that completes an FPS: the employer's pension of a pay date, and no pay. */
const isOnlyPension = ({ fields }: ColumnMap): boolean => {
  const mapped = Object.values(fields).filter((field) => field !== asInformation);
  return mapped.length > 0 && mapped.every((field) => field === 'employer_pension');
};

function missingFields(map: ColumnMap): readonly Hold[] {
  if (isOnlyPension(map)) return [];
  const { fields } = map;
  const mapped = new Set(Object.values(fields));
  return indispensable
    .filter((field) => !mapped.has(field))
    .map((field) =>
      hold(
        'column_unknown',
        `No column is mapped to ${fieldRow(field)?.words ?? field}: a report without it would post too little.`,
        {
          field,
        },
      ),
    );
}

/** What a total row is compared with; columns of information may hold words. */
const controlled = ({ fields, net }: ColumnMap): readonly string[] => [
  ...Object.keys(fields).filter((name) => fields[name] !== asInformation),
  ...(net === undefined ? [] : [net]),
];

/** If there are several total rows, each covers the rows since the one before, or everything above it. */
function totalsHolds(rows: readonly Row[], totals: readonly Row[], map: ColumnMap): readonly Hold[] {
  return totals.flatMap((row, index) => {
    const isLast = index === totals.length - 1;
    const above = isLast ? rows : rows.filter(({ number }) => number < row.number);
    const since = above.filter(({ number }) => number > (totals[index - 1]?.number ?? 0));
    return controlled(map).flatMap((name) => {
      if (cell(row, name) === '') return [];
      const total = amountIn(row, name);
      const [sum, part] = [above, since].map((all) => Money.sum(all.map((one) => amountIn(one, name))));
      if (sum === undefined || total.equals(sum) || (part !== undefined && total.equals(part))) return [];
      const message = `The rows of “${name}” come to ${sum.inPounds()}; the report’s own total is ${total.inPounds()}. A row is missing, or is there twice.`;
      return [hold('totals_differ', message, { field: name, amount: sum.minus(total).toString() })];
    });
  });
}

function reportRow(row: Row, map: ColumnMap): ReportRow {
  const payId = cell(row, map.person);
  const figures = new Map<string, Money>();
  for (const [name, field] of Object.entries(map.fields)) {
    if (field !== asInformation) figures.set(field, (figures.get(field) ?? Money.zero).plus(amountIn(row, name)));
  }
  return {
    payId,
    ...named(map.name === undefined ? '' : oneLine(cell(row, map.name)), payId),
    figures,
    ...(map.net !== undefined && !isOnlyPension(map) && { net: { column: map.net, shown: amountIn(row, map.net) } }),
  };
}

interface AboutRow {
  readonly pension: PensionOfDay | undefined;
  /** Questions about the report as a whole are put on its first payslip. */
  readonly asked: readonly Hold[];
}

export function payslipOfRow(
  row: ReportRow,
  context: Pick<ReadContext, 'people'>,
  { pension, asked }: AboutRow,
): PayslipRead {
  const figures = new Map([...row.figures].filter(([, amount]) => !amount.isZero()));
  if (pension?.amount.isZero() === false) figures.set('employer_pension', pension.amount);
  const questions = [...unmapped(row, context), ...(pension?.asked ?? []), ...netHolds(row, figures)];
  const read = payslipRead(row, context, { figures, asked: questions });
  return { ...read, asked: [...asked, ...read.asked], ...(pension?.unconfirmed && { unconfirmed: true }) };
}

/** A person of a report, who has a place of their own until someone says who it is. */
export function payslipRead(
  { payId, firstName, lastName }: Pick<ReportRow, 'payId' | 'firstName' | 'lastName'>,
  { people }: Pick<ReadContext, 'people'>,
  { figures, asked }: Pick<PayslipRead, 'figures' | 'asked'>,
): PayslipRead {
  const user = people.get(payId)?.user ?? `payroll:${payId}`;
  return {
    user,
    firstName,
    lastName,
    director: false,
    leaving: false,
    figures,
    class1A: Money.zero,
    asked: asked.map((one) => ({ ...one, payslip: user })),
    noted: [],
  };
}

/** By pay date: the employer's pension of one person's rows. */
export function employerPensionsInRows(
  rows: readonly (ReportRow & { readonly paidOn: string })[],
  { year, answers: said }: PensionContext,
): ReadonlyMap<string, PensionOfDay> {
  const days = rows
    .map((row): PensionDay => {
      const sum = (isOf: (field: string) => boolean) =>
        Money.sum([...row.figures].flatMap(([field, amount]) => (isOf(field) ? [amount] : [])));
      return {
        paidOn: row.paidOn,
        payId: row.payId,
        name: nameOf(row),
        own: sum(isOwnPension),
        again: false,
        earned: [{ gross: sum((field) => fieldRow(field)?.part === 'pay') }],
        reported: row.figures.get('employer_pension'),
      };
    })
    .sort((a, b) => a.paidOn.localeCompare(b.paidOn));
  return pensionsOf(days, { year, said });
}

const isOwnPension = (field: string) => fieldRow(field)?.part === 'employeePension';

/** Net pay as the fields make it; undefined if one of them is undecided. */
function netHolds(row: ReportRow, figures: ReadonlyMap<string, Money>): readonly Hold[] {
  const isUndecided = [...figures.keys()].some((field) => fieldRow(field)?.part === 'undecided');
  if (row.net === undefined || isUndecided) return [];
  const { column, shown } = row.net;
  const net = Money.sum(
    [...figures].map(([field, amount]) => {
      const sign = parts[fieldRow(field)?.part ?? 'information'].net;
      return sign === 0 ? Money.zero : sign === 1 ? amount : amount.negated();
    }),
  );
  if (net.equals(shown)) return [];
  return [
    hold(
      'net_pay_differs',
      `The columns make ${nameOf(row)}’s net pay ${net.inPounds()}; the report shows ${shown.inPounds()}. A column is missing, or mapped to the wrong field.`,
      { field: column, amount: shown.minus(net).toString() },
    ),
  ];
}

/** "Ash, Ada" or "Ada Ash"; a person without a name goes by the reference. */
function named(written: string, payId: string): { readonly firstName: string; readonly lastName: string } {
  const [last = '', first] = written.split(',').map((part) => part.trim());
  if (first !== undefined) return { firstName: first, lastName: last };
  const words = written.split(' ').filter((word) => word !== '');
  return words.length === 0
    ? { firstName: '', lastName: payId }
    : { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
}
