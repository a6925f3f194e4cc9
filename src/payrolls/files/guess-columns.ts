import { WrongShape } from '../../books/wrong-shape.js';
import { Money } from '../../journal/nouns/money.js';
import { asInformation, type ColumnMap } from '../../journal/policy/column-map.js';
import { fieldRow, parts } from '../../journal/policy/treatments.js';
import { amountWritten } from './amount-written.js';
import { isGross, type Meaning, meaningOf } from './heading-means.js';
import type { Lines } from './report-text.js';

export interface GuessedColumn {
  readonly heading: string;
  /** "person", "name", "net", a payslip field or "information"; absent if we cannot tell. */
  readonly as?: string;
  /** It has amounts, so it cannot be left out of the map. */
  readonly isMoney: boolean;
}

export interface Guess {
  readonly columns: readonly GuessedColumn[];
  /** What the total row is called. */
  readonly totals?: string;
  /** The first people, and the total row, as the report has them. */
  readonly rows: Lines;
  readonly totalRow?: readonly string[];
  /** Whether the guessed columns make each person's net pay; absent where the report does not show it. */
  readonly netAgrees?: boolean;
}

const rowsShown = 3;
/** A row with fewer cells is a title, or a person's. */
const headingsMin = 3;

/** How many known headings a row has: this finds the row of headings before anyone has mapped it. */
export const headingsKnown = (cells: readonly string[]): number => {
  const found = cells.filter((one) => meaningOf(one) !== undefined).length;
  return found < headingsMin ? 0 : found;
};

/**
 * What the columns of a report seem to be, by their headings and by the figures: net pay has to agree. It is a
 * proposal: a person checks it against the first rows. A column of amounts that we cannot guess is left for them to
 * name.
 */
export function guessColumns(lines: Lines): Guess {
  const most = Math.max(0, ...lines.map(headingsKnown));
  const at = lines.findIndex((cells) => headingsKnown(cells) === most);
  const header = lines[at];
  if (most === 0 || header === undefined)
    throw new WrongShape([
      'no row of it has headings that are known, such as Ref, PAYE, NI and Net Pay: write its map',
    ]);
  const below = lines.slice(at + 1).filter((cells) => cells.some((one) => one !== ''));
  const totalRow = below.findLast((cells) => totalsIn(cells) !== undefined);
  const rows = below.filter((cells) => totalsIn(cells) === undefined);
  const guessed = byFigures(byHeadings(header), header, rows);
  const netAgrees = netAgreesWith(guessed, rows);
  return {
    columns: header.map((heading, column) => ({
      heading,
      ...(guessed[column] !== undefined && { as: guessed[column] }),
      isMoney: rows.some((cells) => amountWritten(cells[column] ?? '')?.isZero() === false),
    })),
    rows: rows.slice(0, rowsShown),
    ...(totalRow !== undefined && { totals: totalsIn(totalRow), totalRow }),
    ...(netAgrees !== undefined && { netAgrees }),
  };
}

/** The map that a guess comes to, if it names a column for people; open columns are left out. */
export function mapOfGuess({ columns, totals }: Pick<Guess, 'columns' | 'totals'>): ColumnMap | undefined {
  const called = (as: string) => columns.find((one) => one.as === as)?.heading;
  const [person, name, net] = ['person', 'name', 'net'].map(called);
  if (person === undefined) return undefined;
  const fields = columns.flatMap(({ heading, as }) =>
    as === undefined || isNoField(as) ? [] : [[heading, as] as const],
  );
  return {
    person,
    ...(name !== undefined && { name }),
    fields: Object.fromEntries(fields),
    ...(net !== undefined && { net }),
    ...(totals !== undefined && { totals }),
  };
}

/** The columns of amounts that no one has named. */
export const leftOpen = ({ columns }: Pick<Guess, 'columns'>): readonly string[] =>
  columns.flatMap(({ heading, as, isMoney }) => (isMoney && as === undefined ? [heading] : []));

const isNoField = (as: string): boolean => ['person', 'name', 'net'].includes(as);

/** "Total", "Grand totals:". A name with a number in it would be different next month. */
const totalsIn = (cells: readonly string[]): string | undefined =>
  cells.find((one) => /^(?:grand |report |company )?totals?\s{0,3}:?$/i.test(one));

type Found = readonly (Meaning | undefined)[];

/** If two columns seem to be the same, only the first is: the other may be the two together. */
function byHeadings(header: readonly string[]): Found {
  const once = new Set<string>();
  return header.map((heading) => {
    const meaning = header.indexOf(heading) === header.lastIndexOf(heading) ? meaningOf(heading) : undefined;
    if (meaning === undefined || meaning.as === asInformation) return meaning;
    if (once.has(meaning.as)) return undefined;
    once.add(meaning.as);
    return meaning;
  });
}

type Chosen = readonly (string | undefined)[];

/**
 * Gross is pay if no other column is; and NI or pension without an owner belongs to the side that makes net pay agree.
 */
function byFigures(found: Found, header: readonly string[], rows: Lines): Chosen {
  const hasPay = found.some((one) => one !== undefined && fieldRow(one.as)?.part === 'pay');
  const chosen = found.map((one, at) => (!hasPay && isGross(header[at] ?? '') ? 'basic_pay' : one?.as));
  if (netAgreesWith(chosen, rows) !== false) return chosen;
  const isOpen = found.flatMap((one, at) => (one?.ofEmployer === undefined ? [] : [at]));
  for (const at of isOpen) {
    const employers = found[at]?.ofEmployer;
    const other = chosen.with(at, employers);
    if (!chosen.includes(employers) && netAgreesWith(other, rows) === true) return other;
  }
  return chosen;
}

/** Other deductions wait for a decision, but they are taken from net pay, whatever it is. */
function signOf(as = ''): 1 | -1 | 0 {
  const part = fieldRow(as)?.part ?? 'information';
  return part === 'undecided' ? -1 : parts[part].net;
}

/** Undefined if the report shows no net pay. */
function netAgreesWith(chosen: Chosen, rows: Lines): boolean | undefined {
  const net = chosen.indexOf('net');
  if (net < 0 || rows.length === 0) return undefined;
  const signs = chosen.map(signOf);
  return rows.every((cells) => {
    const amounts = signs.map((sign, at) => (sign === 0 ? Money.zero : amountWritten(cells[at] ?? '')));
    const shown = amountWritten(cells[net] ?? '');
    if (shown === undefined || amounts.includes(undefined)) return false;
    const made = amounts.map((amount, at) => (signs[at] === 1 ? amount : amount?.negated()) ?? Money.zero);
    return Money.sum(made).equals(shown);
  });
}
