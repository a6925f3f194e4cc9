import { Money } from '../money.js';
import type { CompanyFacts } from './company-facts.js';

/** What one pay run or adjustment charges to an account. */
export interface ChargeBehind {
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  readonly amount: Money;
  readonly isPayRun: boolean;
  /** Addresses of our sets that are in the books; none if others post it, or nobody has yet. */
  readonly sets: readonly string[];
}

/** By day, without those that sum to zero. */
export function chargesBehind(
  { runs, adjustments }: Pick<CompanyFacts, 'runs' | 'adjustments'>,
  account: string,
  isWithin: (datedOn: string) => boolean,
): readonly ChargeBehind[] {
  const isHere = (line: { readonly account: string }) => line.account === account;
  const ofRuns = runs.map(({ year, period, datedOn, lines, posted = [] }): ChargeBehind => {
    const amount = Money.sum(lines.filter(isHere).map((line) => line.amount));
    return { year, period, datedOn, amount, isPayRun: true, sets: setsOf(posted.filter(isHere)) };
  });
  const adjustment = adjustments.filter(isHere).map(({ year, period, datedOn, amount, journalSet }): ChargeBehind => {
    return { year, period, datedOn, amount, isPayRun: false, sets: setsOf([{ journalSet }]) };
  });
  return [...ofRuns, ...adjustment]
    .filter(({ datedOn, amount }) => isWithin(datedOn) && !amount.isZero())
    .toSorted((a, b) => a.datedOn.localeCompare(b.datedOn));
}

const setsOf = (lines: readonly { readonly journalSet?: string }[]) => [
  ...new Set(lines.flatMap(({ journalSet }) => journalSet ?? [])),
];
