import { addDays, daysBetween } from '../journal/nouns/dates.js';
import { size, together } from './amounts.js';
import { laidOut, ours } from './layout.js';
import type { AuditRun } from './run.js';
import type { BookedSet } from './set.js';
import type { Work } from './work.js';

/** Wages first, the employer's costs a few days later. */
export const apartDays = 7;
/** A quarter has thirteen weeks. */
const runsInOneSetMax = 14;
/** At most so many sets near a pay date are tried, the nearest, and those that cost what payroll costs before others. */
export const nearMax = 12;

export function nearIn(work: Work, run: AuditRun, before: number, after: number): readonly BookedSet[] {
  const [from, to] = [addDays(run.datedOn, -before), addDays(run.datedOn, after)];
  const isSmall = (set: BookedSet) => 20n * size(work.costs.get(set) ?? 0n) < size(work.costs.get(run) ?? 0n);
  return [...work.free]
    .filter(({ datedOn }) => from <= datedOn && datedOn <= to)
    .sort(
      (a, b) =>
        Number(isSmall(a)) - Number(isSmall(b)) || apart(run.datedOn, a.datedOn) - apart(run.datedOn, b.datedOn),
    )
    .slice(0, nearMax);
}

/** Two or three sets near a pay date, of one day or a few days apart; the fewest and nearest first. */
export function bundlesNear(work: Work, run: AuditRun, after: number): readonly (readonly BookedSet[])[] {
  const { datedOn } = run;
  const near = nearIn(work, run, after > 15 ? 15 : 3, after);
  const isTogether = (...sets: readonly BookedSet[]) => {
    const days = sets.map((set) => set.datedOn).sort();
    return daysBetween(days[0] as string, days.at(-1) as string) <= apartDays;
  };
  const pairs = near.flatMap((a, i) => near.slice(i + 1).map((b) => [a, b]));
  const threes =
    near.length > 8
      ? []
      : near.flatMap((a, i) => near.slice(i + 1).flatMap((b, j) => near.slice(i + j + 2).map((c) => [a, b, c])));
  const byDay = new Map<string, BookedSet[]>();
  for (const set of near) byDay.set(set.datedOn, [...(byDay.get(set.datedOn) ?? []), set]);
  const days = [...byDay.values()].filter((sets) => sets.length > 3);
  const distance = (sets: readonly BookedSet[]) => sets.reduce((sum, set) => sum + apart(datedOn, set.datedOn), 0);
  return [...pairs, ...threes, ...days]
    .filter((sets) => isTogether(...sets))
    .sort((a, b) => a.length - b.length || distance(a) - distance(b));
}

/** Costs are journalled after the wages that they belong to: a day before counts as four after. */
function apart(payDate: string, datedOn: string): number {
  const late = daysBetween(payDate, datedOn);
  return late < 0 ? -4 * late : late;
}

/** Days are text that sorts, and there are many sets: a day that is far off is never counted. */
export function isNear(payDate: string, datedOn: string, before: number, after: number): boolean {
  if (Math.abs(Number(payDate.slice(0, 4)) - Number(datedOn.slice(0, 4))) > 1) return false;
  const late = daysBetween(payDate, datedOn);
  return -before <= late && late <= after;
}

export interface Row {
  readonly runs: readonly AuditRun[];
  readonly cost: bigint;
}

/** Runs in a row that no set carries yet. */
export function openRows({ year, open, costs }: Work): readonly Row[] {
  const all = year.runs.filter(({ parts, why }) => why === undefined && parts.length > 0);
  const found: Row[] = [];
  for (let from = 0; from < all.length; from++) {
    let cost = 0n;
    for (let to = from; to < Math.min(all.length, from + runsInOneSetMax); to++) {
      const run = all[to] as AuditRun;
      if (!open.has(run)) break;
      cost += costs.get(run) ?? 0n;
      if (to > from) found.push({ runs: all.slice(from, to + 1), cost });
    }
  }
  return found;
}

/** Those around a set's date: that end nearest to it first. */
export function nearestRows(all: readonly Row[], { datedOn }: BookedSet): readonly Row[] {
  const last = ({ runs }: Row) => runs.at(-1)?.datedOn ?? '';
  const distance = (row: Row) => Math.abs(daysBetween(last(row), datedOn));
  return all
    .filter((row) => isNear(last(row), datedOn, 31, 62) && isNear(row.runs[0]?.datedOn ?? '', datedOn, 31, 120))
    .sort((a, b) => distance(a) - distance(b) || a.runs.length - b.runs.length);
}

/** Of a set that is several runs: those since the set before it, as people do who journal weeks by the month. */
export function ownRow(work: Work, set: BookedSet): readonly (readonly AuditRun[])[] {
  if (work.open.size < 2) return [];
  const cost = work.costs.get(set) ?? 0n;
  // A correction or an accrual in between is no payroll.
  const isPayroll = (other: BookedSet) => 2n * size(work.costs.get(other) ?? 0n) >= size(cost);
  const before = work.year.sets.findLast((other) => other.datedOn < set.datedOn && isPayroll(other))?.datedOn ?? '';
  const row = work.year.runs.filter((run) => run.datedOn > before && run.datedOn <= set.datedOn && work.open.has(run));
  return row.length > 1 && row.length <= runsInOneSetMax ? [row] : [];
}

/**
 * Costs that differ by no more than half of them, or a quarter for several runs: what is further apart is no run of its
 * own, whatever is missing, and one run more or less is another row.
 */
export function isComparable(
  { costs }: Work,
  runs: readonly AuditRun[],
  sets: readonly BookedSet[],
  part = 2n,
): boolean {
  const should = size(runs.reduce((sum, run) => sum + (costs.get(run) ?? 0n), 0n));
  const found = size(sets.reduce((sum, set) => sum + (costs.get(set) ?? 0n), 0n));
  return part * size(found - should) <= should;
}

/**
 * Of a run's own days: costs from half to twice as much, also with the other sign; or two accounts that have what
 * payroll says, whatever became of the costs.
 */
export function mayBe(work: Work, run: AuditRun, sets: readonly BookedSet[]): boolean {
  const should = size(work.costs.get(run) ?? 0n);
  const found = size(sets.reduce((sum, set) => sum + (work.costs.get(set) ?? 0n), 0n));
  if (found <= 2n * should && should <= 2n * found) return true;
  const amounts = together(...sets.map((set) => set.amounts));
  return [...laidOut(run.parts, ours)].filter(([place, pence]) => amounts.get(place) === pence).length >= 2;
}
