import { daysBetween } from '../journal/nouns/dates.js';
import { halfOf, less } from './amounts.js';
import { type Fit, fitOf, isBelievable, thingsIn } from './fit.js';
import { laidOut } from './layout.js';
import { apartDays, bundlesNear, isComparable, mayBe, nearestRows, nearIn, nearMax, openRows, ownRow } from './near.js';
import type { AuditRun } from './run.js';
import type { BookedSet } from './set.js';
import { known, take, type Work } from './work.js';

/** How far from its pay date a wrong set may lie to be tried at all: its own days, and others. */
const ownDays = 10;
const [beforeDays, afterDays] = [45, 62];
/** 4. By the fewest causes: first the sets of a run's own days, then what else is near. */
export function byCauses(work: Work, most: 1 | 3, isWide: boolean): void {
  const options: Fit[] = [];
  const all = isWide ? openRows(work) : [];
  const wideRows = (set: BookedSet) =>
    nearestRows(
      all.filter(({ runs }) => isComparable(work, runs, [set], 4n)),
      set,
    )
      .slice(0, nearMax)
      .map(({ runs }) => runs);
  const isLike = (run: AuditRun, sets: readonly BookedSet[]) =>
    isWide ? isComparable(work, [run], sets) : mayBe(work, run, sets);
  for (const run of work.open)
    for (const sets of setsFor(work, run, isWide))
      if (most === 1 || isLike(run, sets)) options.push(tried(work, [run], sets, most));
  for (const set of work.free)
    for (const row of isWide ? wideRows(set) : ownRow(work, set)) options.push(tried(work, row, [set], most));
  const explained = options.filter(({ explanation }) => explanation.other === undefined);
  takeBest(work, explained);
  if (most === 3 && isWide) takeBest(work, options.filter(isBelievable));
}

function setsFor(work: Work, run: AuditRun, isWide: boolean): readonly (readonly BookedSet[])[] {
  if (isWide) {
    const near = nearIn(work, run, beforeDays, afterDays).filter((set) => isComparable(work, [run], [set]));
    return [...near.map((set) => [set]), ...bundlesNear(work, run, afterDays)];
  }
  const own = nearIn(work, run, ownDays, ownDays);
  return [...own.map((set) => [set]), ...bundlesNear(work, run, apartDays)];
}

function tried(work: Work, runs: readonly AuditRun[], sets: readonly BookedSet[], most: 1 | 3): Fit {
  return fitOf(runs, sets, known(work), work.effort.left > 0 ? most : 0);
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
