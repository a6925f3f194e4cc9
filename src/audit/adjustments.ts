import { daysBetween } from '../journal/nouns/dates.js';
import type { Amounts } from './amounts.js';
import type { BookedSet } from './set.js';

/** What payroll's own payment shows of a tax month, and no payslip has. */
export interface Adjustment {
  readonly is: 'recovery' | 'cis' | 'levy';
  readonly period: number;
  readonly datedOn: string;
  /** All of it for a recovery; of the others what it is on PAYE and NI. */
  readonly amounts: Amounts;
}

/** Someone journals it with the month, or once the payment is known. */
const [beforeDays, afterDays] = [31, 92];

export interface Adjusted {
  readonly matched: ReadonlySet<BookedSet>;
  readonly missing: readonly Adjustment[];
}

/** Others' sets of recovery, levy and CIS: by their amount on PAYE and NI, the nearest. A recovery without one is missing. */
export function adjusted(all: readonly Adjustment[], left: readonly BookedSet[], paye: string): Adjusted {
  const matched = new Set<BookedSet>();
  const missing: Adjustment[] = [];
  for (const one of all) {
    const apart = ({ datedOn }: BookedSet) => daysBetween(one.datedOn, datedOn);
    const own = left
      .filter((set) => !matched.has(set) && set.amounts.get(paye) === one.amounts.get(paye))
      .filter((set) => -beforeDays <= apart(set) && apart(set) <= afterDays)
      .sort((a, b) => Math.abs(apart(a)) - Math.abs(apart(b)))[0];
    if (own !== undefined) matched.add(own);
    else if (one.is === 'recovery') missing.push(one);
  }
  return { matched, missing };
}
