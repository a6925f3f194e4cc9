import { daysBetween } from '../journal/nouns/dates.js';
import { type Amounts, isSame, Sums, times, together } from './amounts.js';
import { exactFit, type Fit, type Known } from './fit.js';
import { isNote, type JudgedCause, type JudgedName, type JudgedRun } from './judged.js';
import { laidOut } from './layout.js';
import type { AuditRun } from './run.js';
import type { BookedSet } from './set.js';

/** An accrual and its mirror are nothing together: taken away two by two, nearest first. */
export function withoutMirrors(sets: readonly BookedSet[]): readonly BookedSet[] {
  const left = new Set(sets);
  for (const set of sets) {
    if (!left.has(set)) continue;
    const against = times(-1n, set.amounts);
    const mirror = [...left]
      .filter((other) => other !== set && isSame(other.amounts, against))
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
  const free = new Set(left);
  const found: Surplus[] = [];
  const take = (sets: readonly BookedSet[]) => {
    const [first] = sets;
    if (first === undefined || !sets.every((set) => free.has(set))) return;
    const fit = fits
      .filter((one) => isAgain(one, sets, known))
      .sort((a, b) => daysFrom(a, first) - daysFrom(b, first))[0];
    if (fit === undefined) return;
    for (const set of sets) free.delete(set);
    found.push(...sharesOf(fit, sets, known));
  };
  for (const set of left) take([set]);
  const pairs = [...free].flatMap((a, i) => [...free].slice(i + 1).map((b) => [a, b] as const));
  for (const [a, b] of pairs) if (apart(a, b) <= 7) take([a, b]);
  return found;
}

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
  const open = lackingIn(runs);
  const done = new Set<Lacking>();
  const found: Correction[] = [];
  for (const set of left) {
    const wanted = sums.of(times(-1n, set.amounts));
    const some = lackingTogether(open, sums, wanted)
      .filter((one) => one.every((lacking) => !done.has(lacking) && isLater(set, lacking)) && isWhat(set, one))
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

/** Stretches of what is lacking whose amounts come to that: of one cause, then of all causes. */
function lackingTogether(all: readonly Lacking[], sums: Sums, wanted: bigint): readonly (readonly Lacking[])[] {
  const names = [...new Set(all.map(({ cause }) => cause.cause))];
  const lists = [...names.map((name) => all.filter(({ cause }) => cause.cause === name)), all];
  const found: (readonly Lacking[])[] = [];
  for (const list of lists) {
    const numbers = list.map(({ cause }) => sums.of(cause.amounts));
    for (let from = 0; from < list.length; from++) {
      let sum = 0n;
      for (let to = from; to < list.length; to++) {
        sum += numbers[to] as bigint;
        if (sum === wanted) found.push(list.slice(from, to + 1));
      }
    }
  }
  return found;
}
