import { daysBetween } from '../journal/nouns/dates.js';
import { type Amounts, costOf, groupedBy, isSame, type KindOf, Sums, times, together } from './amounts.js';
import { exactFit, type Fit, type Known } from './fit.js';
import { isNote, type JudgedCause, type JudgedName, type JudgedRun } from './judged.js';
import { laidOut, ours } from './layout.js';
import type { AuditRun } from './run.js';
import type { BookedSet } from './set.js';

/** An accrual and its mirror are nothing together: taken away two by two, nearest first. */
export function withoutMirrors(sets: readonly BookedSet[]): readonly BookedSet[] {
  const sums = new Sums();
  const left = new Set(sets);
  const byNumber = groupedBy(sets, (set) => sums.of(set.amounts));
  for (const set of sets) {
    if (!left.has(set)) continue;
    const against = times(-1n, set.amounts);
    const mirror = (byNumber.get(-sums.of(set.amounts)) ?? [])
      .filter((other) => other !== set && left.has(other) && isSame(other.amounts, against))
      .sort((a, b) => apart(a, set) - apart(b, set))[0];
    if (mirror === undefined) continue;
    left.delete(set);
    left.delete(mirror);
  }
  return sets.filter((set) => left.has(set));
}

const apart = (a: BookedSet, b: BookedSet) => Math.abs(daysBetween(a.datedOn, b.datedOn));

export interface Surplus {
  readonly run: AuditRun;
  readonly sets: readonly BookedSet[];
  readonly amounts: Amounts;
}

/**
 * Left-over sets that say what payroll says, or what the run's own sets say: the run is there twice. Alone, or two of a
 * few days together.
 */
export function surplusOf(left: readonly BookedSet[], fits: readonly Fit[], known: Known): readonly Surplus[] {
  const { kindOf } = known.chart;
  const free = new Set(left);
  const found: Surplus[] = [];
  const costs = new Map(left.map((set) => [set, costOf(set.amounts, kindOf)] as const));
  const byCost = groupedBy(left, (set) => costs.get(set) ?? 0n);
  const fitsByCost = new Map<bigint, Fit[]>();
  for (const fit of fits.filter(({ explanation }) => explanation.other === undefined))
    for (const cost of costsOf(fit, kindOf)) fitsByCost.set(cost, [...(fitsByCost.get(cost) ?? []), fit]);
  const take = (sets: readonly BookedSet[], cost: bigint) => {
    const [first] = sets;
    if (first === undefined || !sets.every((set) => free.has(set))) return;
    const fit = (fitsByCost.get(cost) ?? [])
      .filter((one) => isAgain(one, sets, known))
      .sort((a, b) => daysFrom(a, first) - daysFrom(b, first))[0];
    if (fit === undefined) return;
    for (const set of sets) free.delete(set);
    found.push(...sharesOf(fit, sets, known));
  };
  for (const set of left) take([set], costs.get(set) ?? 0n);
  for (const a of left)
    for (const cost of free.has(a) ? fitsByCost.keys() : [])
      for (const b of byCost.get(cost - (costs.get(a) ?? 0n)) ?? [])
        if (a !== b && free.has(a) && free.has(b) && apart(a, b) <= 7) take([a, b], cost);
  return found;
}

/** What a run's own sets cost, and what payroll does. */
const costsOf = ({ runs, found }: Fit, kindOf: KindOf): ReadonlySet<bigint> => {
  const parts = runs.flatMap((run) => run.parts);
  return new Set([costOf(found, kindOf), costOf(laidOut(parts, ours), kindOf)]);
};

const daysFrom = ({ runs }: Fit, { datedOn }: BookedSet) => Math.abs(daysBetween(runs.at(-1)?.datedOn ?? '', datedOn));

function isAgain(fit: Fit, sets: readonly BookedSet[], known: Known): boolean {
  const amounts = together(...sets.map((set) => set.amounts));
  if (isSame(amounts, fit.found)) return true;
  return exactFit(fit.runs, sets, known) !== undefined;
}

/** Of a set that is several runs, each has what it should have; the latest has the rest. */
function sharesOf({ runs }: Fit, sets: readonly BookedSet[], known: Known): readonly Surplus[] {
  const amounts = together(...sets.map((set) => set.amounts));
  if (runs.length === 1) return runs.map((run) => ({ run, sets, amounts }));
  const layout = exactFit(runs, sets, known)?.layout;
  if (layout === undefined) return [{ run: runs.at(-1) as AuditRun, sets, amounts }];
  return runs.map((run) => ({ run, sets, amounts: laidOut(run.parts, layout) }));
}

export interface Correction {
  readonly run: AuditRun;
  readonly cause: JudgedName;
  readonly set: BookedSet;
}

/**
 * A later set that is exactly what runs lacked: everything of one run, one cause of it, or one cause or everything over
 * several runs in a row.
 */
export function correctionsIn(left: readonly BookedSet[], runs: readonly JudgedRun[]): readonly Correction[] {
  const sums = new Sums();
  const stretches = stretchesOf(lackingIn(runs), sums);
  const done = new Set<Lacking>();
  const found: Correction[] = [];
  for (const set of left) {
    const some = (stretches.get(-sums.of(set.amounts)) ?? [])
      // The accountant's year end may be the last pay day too.
      .filter((one) => one.every((lacking) => !done.has(lacking)) && one.some((lacking) => isLater(set, lacking)))
      .filter((one) => isWhat(set, one))
      .sort((a, b) => a.length - b.length || sinceLast(a, set) - sinceLast(b, set))[0];
    for (const lacking of some ?? []) {
      done.add(lacking);
      found.push({ run: lacking.judged.run, cause: lacking.cause.cause, set });
    }
  }
  return found;
}

interface Lacking {
  readonly judged: JudgedRun;
  readonly cause: JudgedCause;
}

const lackingIn = (runs: readonly JudgedRun[]): readonly Lacking[] =>
  runs.flatMap((judged) =>
    judged.causes.filter((cause) => !isNote(cause) && cause.amounts.size > 0).map((cause) => ({ judged, cause })),
  );

const isLater = (set: BookedSet, { judged: { sets } }: Lacking) =>
  sets.every((own) => own.datedOn < set.datedOn || (own.datedOn !== set.datedOn && own !== set));

/** People correct what came last before they did. */
const sinceLast = (some: readonly Lacking[], set: BookedSet) =>
  daysBetween(some.at(-1)?.judged.run.datedOn ?? set.datedOn, set.datedOn);

const isWhat = (set: BookedSet, some: readonly Lacking[]) =>
  isSame(set.amounts, times(-1n, together(...some.map(({ cause }) => cause.amounts))));

type Stretches = ReadonlyMap<bigint, readonly (readonly Lacking[])[]>;

/** Stretches of what is lacking, of one cause or of all, by the number of what they come to. */
function stretchesOf(all: readonly Lacking[], sums: Sums): Stretches {
  const names = [...new Set(all.map(({ cause }) => cause.cause))];
  const lists = [...names.map((name) => all.filter(({ cause }) => cause.cause === name)), all];
  const found = new Map<bigint, (readonly Lacking[])[]>();
  for (const list of lists)
    for (let from = 0; from < list.length; from++) {
      let sum = 0n;
      for (let to = from; to < list.length; to++) {
        sum += sums.of((list[to] as Lacking).cause.amounts);
        const same = found.get(sum) ?? [];
        same.push(list.slice(from, to + 1));
        found.set(sum, same);
      }
    }
  return found;
}
