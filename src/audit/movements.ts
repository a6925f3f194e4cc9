import { within } from '../journal/nouns/dates.js';
import { type Amounts, codeIn, gathered, type KindOf, less, times, together } from './amounts.js';
import type { JudgedRun } from './judged.js';
import { laidOut, ours, type Sides } from './layout.js';
import type { AuditRun } from './run.js';
import type { BookedSet } from './set.js';

/** What accounts moved by between two days, whatever moved them. */
export interface Movement {
  readonly from: string;
  readonly to: string;
  readonly accounts: Amounts;
}

export interface Books {
  readonly movements?: readonly Movement[];
  readonly sets: readonly BookedSet[];
  readonly kindOf: KindOf;
  readonly sides: Sides;
}

/**
 * Runs without a set whose costs moved otherwise: wages explained from the bank, payroll that the service posts itself.
 * With several in a month, only where what moved is exactly their sum.
 */
export function elsewhereIn(
  open: readonly AuditRun[],
  { movements = [], sets, kindOf, sides }: Books,
): ReadonlyMap<AuditRun, JudgedRun> {
  const judged = new Map<AuditRun, JudgedRun>();
  for (const month of movements) {
    const runs = open.filter(({ datedOn }) => within(datedOn, month));
    if (runs.length === 0) continue;
    const otherwise = unexplained(month, sets);
    const should = byCode(together(...runs.map((run) => laidOut(run.parts, ours))));
    const isCost = (place: string) => kindOf(codeIn(place)) === 'cost';
    const costs = [...should].filter(([place]) => isCost(place));
    const isExact = costs.every(([place, pence]) => otherwise.get(place) === pence);
    // From the bank, a director's wages are soon explained as employees'.
    const pay = new Set([...costs.map(([place]) => place), ...sides.employees, ...sides.directors]);
    const moved = [...pay].some((place) => otherwise.has(place));
    if (!moved || (runs.length > 1 && !isExact)) continue;
    const difference = gathered([...less(otherwise, should)].filter(([place]) => should.has(place) || pay.has(place)));
    for (const run of runs) {
      const isLatest = run === runs.at(-1);
      judged.set(run, {
        run,
        sets: [],
        hints: [],
        verdict: difference.size === 0 ? 'right' : 'elsewhere',
        causes: difference.size > 0 && isLatest ? [{ cause: 'elsewhere', amounts: difference }] : [],
      });
    }
  }
  return judged;
}

/** What no journal set of the month accounts for. */
function unexplained({ from, to, accounts }: Movement, sets: readonly BookedSet[]): Amounts {
  const ofSets = sets.filter(({ datedOn }) => within(datedOn, { from, to })).map(({ amounts }) => amounts);
  return together(accounts, times(-1n, byCode(together(...ofSets))));
}

const byCode = (amounts: Amounts): Amounts =>
  gathered([...amounts].map(([place, pence]) => [codeIn(place), pence] as const));
