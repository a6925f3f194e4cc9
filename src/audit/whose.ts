import { addDays, daysBetween } from '../journal/nouns/dates.js';
import { runTagOf } from '../journal/nouns/identity.js';
import { costOf, groupedBy, halfOf, isSame, less, size } from './amounts.js';
import { exactFit, type Fit, fitOf, isBelievable, isMisdated, type Known, thingsIn } from './fit.js';
import { type Layout, laidOut, nameOf, ours } from './layout.js';
import type { Chart } from './learn.js';
import type { AuditRun } from './run.js';
import type { BookedSet } from './set.js';

export interface Year {
  readonly runs: readonly AuditRun[];
  /** Candidates alone, oldest first. */
  readonly sets: readonly BookedSet[];
  readonly chart: Chart;
  readonly accountingYearEnd?: string;
  /** The tags of our own sets begin with it. */
  readonly prefix: string;
}

export interface Shared {
  readonly fits: readonly Fit[];
  readonly open: readonly AuditRun[];
  readonly left: readonly BookedSet[];
  /** Sets near a run that cannot be judged, which it takes. */
  readonly taken: ReadonlyMap<AuditRun, readonly BookedSet[]>;
}

/** A set so long before a pay date is its own only if it is no other's. */
const earlyDays = 10;
/** Wages first, the employer's costs a few days later. */
const apartDays = 7;
/** How far from its pay date a wrong set may lie to be tried at all. */
const [beforeDays, afterDays] = [45, 62];
/** A quarter has thirteen weeks. */
const runsInOneSetMax = 14;
const layoutsKeptMax = 4;
/** Of all fits with causes that are tried: past it, what is left is left. */
const fitsMax = 400;

/** Which sets carry which run: passes, each by exactness, from the surest to the least sure. */
export function share(year: Year): Shared {
  const work = begin(year);
  ourOwn(work);
  eachItsOwn(work, true);
  several(work, true);
  early(work);
  notJudged(work);
  byCauses(work, 1, false);
  eachItsOwn(work, false);
  several(work, false);
  again(work);
  byCauses(work, 3, false);
  byCauses(work, 1, true);
  byCauses(work, 3, true);
  return {
    fits: work.fits,
    open: [...work.open],
    left: work.year.sets.filter((set) => work.free.has(set) || work.again.has(set)),
    taken: work.taken,
  };
}

interface Work {
  readonly year: Year;
  readonly open: Set<AuditRun>;
  readonly free: Set<BookedSet>;
  /** Sets that are a run's a second time. */
  readonly again: Set<BookedSet>;
  readonly fits: Fit[];
  readonly taken: Map<AuditRun, readonly BookedSet[]>;
  readonly layouts: Map<string, { readonly layout: Layout; times: number }>;
  readonly costs: ReadonlyMap<AuditRun | BookedSet, bigint>;
  tried: number;
}

function begin(year: Year): Work {
  const { runs, sets, chart } = year;
  const judged = runs.filter(({ why }) => why === undefined);
  const costs = new Map<AuditRun | BookedSet, bigint>();
  for (const run of judged) costs.set(run, costOf(laidOut(run.parts, ours), chart.kindOf));
  for (const set of sets) costs.set(set, costOf(set.amounts, chart.kindOf));
  return {
    year,
    costs,
    tried: 0,
    open: new Set(judged.filter(({ parts }) => parts.length > 0)),
    free: new Set(sets),
    again: new Set(),
    fits: [],
    taken: new Map(),
    layouts: new Map(),
  };
}

function known({ year, layouts }: Work): Known {
  const common = [...layouts.values()].sort((a, b) => b.times - a.times).slice(0, layoutsKeptMax);
  return {
    chart: year.chart,
    accountingYearEnd: year.accountingYearEnd,
    layouts: common.map(({ layout }) => layout),
  };
}

function take(work: Work, fit: Fit): void {
  work.fits.push(fit);
  for (const run of fit.runs) work.open.delete(run);
  for (const set of fit.sets) work.free.delete(set);
  if (fit.explanation.other !== undefined) return;
  const name = nameOf(fit.layout);
  const learned = work.layouts.get(name) ?? { layout: fit.layout, times: 0 };
  learned.times += fit.explanation.told.length === 0 ? 100 : 1;
  work.layouts.set(name, learned);
}

/** 1. Our own sets belong to their run, all generations of them. */
function ourOwn(work: Work): void {
  for (const run of [...work.open]) {
    const own = [...work.free].filter(({ tag }) => tag !== undefined && runTagOf(tag) === run.tag);
    if (own.length > 0) take(work, exactFit([run], own, known(work)) ?? fitOf([run], own, known(work)));
  }
}

/**
 * 2. A set that is a run's exactly, by the mapper's layout or by a note. As many as possible on their days; of as many,
 * the nearest; and never two that cross. What is misdated comes after the sets of a run's own days with a cause.
 */
function eachItsOwn(work: Work, isDated: boolean): void {
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
function several(work: Work, isOwn: boolean): void {
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

/** At most so many sets near a pay date are tried, the nearest, and those that cost what payroll costs before others. */
const nearMax = 12;

function nearIn(work: Work, run: AuditRun, before: number, after: number): readonly BookedSet[] {
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
function bundlesNear(work: Work, run: AuditRun, after: number): readonly (readonly BookedSet[])[] {
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
function isNear(payDate: string, datedOn: string, before: number, after: number): boolean {
  if (Math.abs(Number(payDate.slice(0, 4)) - Number(datedOn.slice(0, 4))) > 1) return false;
  const late = daysBetween(payDate, datedOn);
  return -before <= late && late <= after;
}

interface Row {
  readonly runs: readonly AuditRun[];
  readonly cost: bigint;
}

/** Runs in a row that no set carries yet. */
function openRows({ year, open, costs }: Work): readonly Row[] {
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
function nearestRows(all: readonly Row[], { datedOn }: BookedSet): readonly Row[] {
  const last = ({ runs }: Row) => runs.at(-1)?.datedOn ?? '';
  const distance = (row: Row) => Math.abs(daysBetween(last(row), datedOn));
  return all
    .filter((row) => isNear(last(row), datedOn, 31, 62) && isNear(row.runs[0]?.datedOn ?? '', datedOn, 31, 120))
    .sort((a, b) => distance(a) - distance(b) || a.runs.length - b.runs.length);
}

/** What is dated long before its pay date, now that no other run claims it. */
function early(work: Work): void {
  for (const run of [...work.open]) {
    const sets = [...work.free].filter((set) => work.costs.get(set) === work.costs.get(run));
    const fits = sets.flatMap((set) => exactFit([run], [set], known(work)) ?? []);
    const near = fits.filter(({ misdated }) => misdated.size === 0)[0];
    if (near !== undefined) take(work, near);
  }
}

/** A run that cannot be judged takes the sets near its date: they are no one else's. */
function notJudged({ year, open, free, taken }: Work): void {
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
function again(work: Work): void {
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

/** 4. By the fewest causes: first the sets of a run's own days, then what else is near. */
function byCauses(work: Work, most: 1 | 3, isWide: boolean): void {
  const options: Fit[] = [];
  const all = isWide ? openRows(work) : [];
  const wideRows = (set: BookedSet) =>
    nearestRows(
      all.filter(({ runs }) => isComparable(work, runs, [set], 4n)),
      set,
    )
      .slice(0, nearMax)
      .map(({ runs }) => runs);
  for (const run of work.open)
    for (const sets of setsFor(work, run, isWide))
      if (most === 1 || isComparable(work, [run], sets)) options.push(...tried(work, [run], sets, most));
  for (const set of work.free)
    for (const row of isWide ? wideRows(set) : ownRow(work, set)) options.push(...tried(work, row, [set], most));
  const explained = options.filter(({ explanation }) => explanation.other === undefined);
  takeBest(work, explained);
  if (most === 3 && isWide) takeBest(work, options.filter(isBelievable));
}

function setsFor(work: Work, run: AuditRun, isWide: boolean): readonly (readonly BookedSet[])[] {
  if (isWide) {
    const near = nearIn(work, run, beforeDays, afterDays).filter((set) => isComparable(work, [run], [set]));
    return [...near.map((set) => [set]), ...bundlesNear(work, run, afterDays)];
  }
  const own = nearIn(work, run, earlyDays, earlyDays);
  return [...own.map((set) => [set]), ...bundlesNear(work, run, apartDays)];
}

/** Of a set that is several runs: those since the set before it, as whoever journals weeks by the month does. */
function ownRow(work: Work, set: BookedSet): readonly (readonly AuditRun[])[] {
  if (work.open.size < 2) return [];
  const cost = work.costs.get(set) ?? 0n;
  // A correction or an accrual in between is no payroll.
  const isPayroll = (other: BookedSet) => 2n * size(work.costs.get(other) ?? 0n) >= size(cost);
  const before = work.year.sets.findLast((other) => other.datedOn < set.datedOn && isPayroll(other))?.datedOn ?? '';
  const row = work.year.runs.filter((run) => run.datedOn > before && run.datedOn <= set.datedOn && work.open.has(run));
  return row.length > 1 && row.length <= runsInOneSetMax ? [row] : [];
}

function tried(work: Work, runs: readonly AuditRun[], sets: readonly BookedSet[], most: 1 | 2 | 3): readonly Fit[] {
  if (work.tried >= fitsMax) return [];
  work.tried++;
  return [fitOf(runs, sets, known(work), most)];
}

/**
 * Costs that differ by no more than half of them, or a quarter for several runs: what is further apart is no run of its
 * own, whatever is missing, and one run more or less is another row.
 */
function isComparable({ costs }: Work, runs: readonly AuditRun[], sets: readonly BookedSet[], part = 2n): boolean {
  const should = size(runs.reduce((sum, run) => sum + (costs.get(run) ?? 0n), 0n));
  const found = size(sets.reduce((sum, set) => sum + (costs.get(set) ?? 0n), 0n));
  return part * size(found - should) <= should;
}

/** The best first, each only if its runs and sets are still free. */
function takeBest(work: Work, options: readonly Fit[]): void {
  const gain = (fit: Fit) => fit.runs.length + fit.sets.length - thingsIn(fit);
  const days = ({ runs, sets }: Fit) =>
    sets.reduce((sum, set) => sum + Math.abs(daysBetween(runs.at(-1)?.datedOn ?? '', set.datedOn)), 0);
  const sorted = options
    .map((fit) => ({ fit, gain: gain(fit), days: days(fit), half: halfOf(differenceOf(fit)) }))
    .sort((a, b) => b.gain - a.gain || a.days - b.days || (a.half < b.half ? -1 : a.half > b.half ? 1 : 0));
  for (const { fit } of sorted)
    if (fit.runs.every((run) => work.open.has(run)) && fit.sets.every((set) => work.free.has(set))) take(work, fit);
}

const differenceOf = ({ found, runs, layout }: Fit) =>
  less(
    found,
    laidOut(
      runs.flatMap((run) => run.parts),
      layout,
    ),
  );
