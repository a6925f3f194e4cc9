import { daysBetween } from '../journal/nouns/dates.js';
import { runTagOf } from '../journal/nouns/identity.js';
import { groupedBy, isSame } from './amounts.js';
import { exactFit, type Fit, fitOf, isMisdated } from './fit.js';
import { apartDays, bundlesNear, isNear, nearestRows, openRows } from './near.js';
import type { AuditRun } from './run.js';
import type { BookedSet } from './set.js';
import { known, take, type Work } from './work.js';

/** A set so long before a pay date is its own only if it is no other's. */
const earlyDays = 10;

/** 1. Our own sets belong to their run, all generations of them. */
export function ourOwn(work: Work): void {
  for (const run of [...work.open]) {
    const own = [...work.free].filter(({ tag }) => tag !== undefined && runTagOf(tag) === run.tag);
    if (own.length > 0) take(work, exactFit([run], own, known(work)) ?? fitOf([run], own, known(work)));
  }
}

/**
 * 2. A set that is a run's exactly, by the mapper's layout or by a note. As many as possible on their days; of as many,
 * the nearest; and never two that cross. What is misdated comes after the sets of a run's own days with a cause.
 */
export function eachItsOwn(work: Work, isDated: boolean): void {
  const runs = [...work.open];
  const sets = [...work.free];
  const { accountingYearEnd } = work.year;
  const fitting = runs.map((run) =>
    sets.map((set) => {
      if (work.costs.get(run) !== work.costs.get(set) || daysBetween(set.datedOn, run.datedOn) > earlyDays)
        return undefined;
      if (isDated && isMisdated(run.datedOn, set.datedOn, accountingYearEnd)) return undefined;
      return exactFit([run], [set], known(work));
    }),
  );
  // best[i][j]: what the runs from i on and the sets from j on give.
  const best: number[][] = Array.from({ length: runs.length + 1 }, () =>
    Array.from({ length: sets.length + 1 }, () => 0),
  );
  const worth = (i: number, j: number): number | undefined => {
    if (fitting[i]?.[j] === undefined) return undefined;
    const [run, set] = [runs[i] as AuditRun, sets[j] as BookedSet];
    const days = Math.abs(daysBetween(run.datedOn, set.datedOn));
    return (isMisdated(run.datedOn, set.datedOn, accountingYearEnd) ? 1 : 2) * 1_000_000 - days;
  };
  for (let i = runs.length - 1; i >= 0; i--)
    for (let j = sets.length - 1; j >= 0; j--) {
      const skip = Math.max(best[i + 1]?.[j] ?? 0, best[i]?.[j + 1] ?? 0);
      const own = worth(i, j);
      (best[i] as number[])[j] = own === undefined ? skip : Math.max(skip, own + (best[i + 1]?.[j + 1] ?? 0));
    }
  let [i, j] = [0, 0];
  while (i < runs.length && j < sets.length) {
    const own = worth(i, j);
    if (own !== undefined && best[i]?.[j] === own + (best[i + 1]?.[j + 1] ?? 0)) take(work, fitting[i++]?.[j++] as Fit);
    else if (best[i]?.[j] === best[i + 1]?.[j]) i++;
    else j++;
  }
}

/**
 * 3. Sets of one day or a few days apart that are one run; one set that is several runs in a row. First those of their
 * own days; once nearer sets have been tried with a cause, those of other days.
 */
export function several(work: Work, isOwn: boolean): void {
  bundles(work, isOwn);
  rows(work, isOwn);
}

/** A run's own are the sets of its own days; else equal weeks would move up, one after another. */
function bundles(work: Work, isOwn: boolean): void {
  for (const run of [...work.open])
    for (const sets of bundlesNear(work, run, isOwn ? apartDays : 62)) {
      if (isOwn && sets.some((set) => set.datedOn >= nextAfter(run, work.year.runs))) continue;
      const cost = sets.reduce((sum, set) => sum + (work.costs.get(set) ?? 0n), 0n);
      const fit = cost === work.costs.get(run) ? exactFit([run], sets, known(work)) : undefined;
      if (fit === undefined) continue;
      take(work, fit);
      break;
    }
}

const nextAfter = (run: AuditRun, runs: readonly AuditRun[]): string =>
  runs.find(({ datedOn }) => datedOn > run.datedOn)?.datedOn ?? '9999';

function rows(work: Work, isOwn: boolean): void {
  const byCost = groupedBy(openRows(work), ({ cost }) => cost);
  for (const set of [...work.free])
    for (const { runs } of nearestRows(byCost.get(work.costs.get(set) ?? 0n) ?? [], set)) {
      if (!runs.every((run) => work.open.has(run))) continue;
      if (isOwn && !isNear(runs.at(-1)?.datedOn ?? '', set.datedOn, earlyDays, earlyDays)) continue;
      const fit = exactFit(runs, [set], known(work));
      if (fit === undefined) continue;
      take(work, fit);
      break;
    }
}

/** What is dated long before its pay date, now that no other run claims it. */
export function early(work: Work): void {
  for (const run of [...work.open]) {
    const sets = [...work.free].filter((set) => work.costs.get(set) === work.costs.get(run));
    const fits = sets.flatMap((set) => exactFit([run], [set], known(work)) ?? []);
    const near = fits.filter(({ misdated }) => misdated.size === 0)[0];
    if (near !== undefined) take(work, near);
  }
}

/** A run that cannot be judged takes the sets near its date: they are no one else's. */
export function notJudged({ year, open, free, taken }: Work): void {
  for (const run of year.runs.filter(({ why }) => why !== undefined)) {
    const distance = (one: AuditRun, set: BookedSet) => Math.abs(daysBetween(one.datedOn, set.datedOn));
    const own = [...free].filter(
      (set) => distance(run, set) <= earlyDays && [...open].every((one) => distance(one, set) >= distance(run, set)),
    );
    for (const set of own) free.delete(set);
    taken.set(run, own);
  }
}

/** What says again what a run's sets say is there twice: no other run is looked for in it. */
export function again(work: Work): void {
  for (const set of [...work.free]) {
    const cost = work.costs.get(set);
    const isAgain = ({ runs, found }: Fit) =>
      (set.amounts.size === found.size && isSame(set.amounts, found)) ||
      (runs.reduce((sum, run) => sum + (work.costs.get(run) ?? 0n), 0n) === cost &&
        exactFit(runs, [set], known(work)) !== undefined);
    if (!work.fits.some(isAgain)) continue;
    work.free.delete(set);
    work.again.add(set);
  }
}
