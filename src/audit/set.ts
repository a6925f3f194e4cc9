import { type Amounts, codeIn, gathered, isPersons, type KindOf, placeOf } from './amounts.js';

/** A journal set as the books have it, from any program or person. */
export interface BookedSet {
  readonly url: string;
  readonly datedOn: string;
  readonly description: string;
  readonly tag?: string;
  readonly lines: readonly BookedLine[];
  readonly amounts: Amounts;
}

export interface BookedLine {
  readonly code: string;
  /** A user's path, on accounts of persons. */
  readonly user?: string;
  readonly pence: bigint;
}

export const bookedSet = (set: Omit<BookedSet, 'amounts'>): BookedSet => ({
  ...set,
  amounts: gathered(set.lines.map(({ code, user, pence }) => [placeOf(code, user), pence] as const)),
});

/** Sets by day and number, lines by account: in whatever order the books give them, the same is told. */
export const inOrder = (sets: readonly BookedSet[]): readonly BookedSet[] =>
  sets.map((set) => bookedSet({ ...set, lines: [...set.lines].sort(byPlace) })).sort(byDay);

const byPlace = (a: BookedLine, b: BookedLine) =>
  inText(placeOf(a.code, a.user), placeOf(b.code, b.user)) || (a.pence < b.pence ? -1 : a.pence > b.pence ? 1 : 0);
const byDay = (a: BookedSet, b: BookedSet) =>
  inText(a.datedOn, b.datedOn) || a.url.length - b.url.length || inText(a.url, b.url);
const inText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The accounts that payroll posts to: where a set must have a line to be looked at. */
export interface PayrollAccounts {
  readonly codes: ReadonlySet<string>;
  readonly kindOf: KindOf;
}

/**
 * A line on an account of payroll's costs, or two on its liabilities. A set with a bank line and no cost is a payment.
 */
export function isCandidate({ amounts, lines }: BookedSet, { codes, kindOf }: PayrollAccounts): boolean {
  const isOf = (code: string) => codes.has(code) || isPersons(code);
  const kinds = new Set(lines.map(({ code }) => kindOf(code)));
  if (kinds.has('bank') && !kinds.has('cost')) return false;
  const places = [...amounts.keys()].filter((place) => isOf(codeIn(place)));
  const costs = places.filter((place) => kindOf(codeIn(place)) === 'cost');
  return costs.length > 0 || places.length >= 2;
}
