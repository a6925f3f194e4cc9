import { type Amounts, halfOf, less, Sums, together } from './amounts.js';
import { type Case, type CauseName, type Figures, isMistyped, placeInTable, type Sign } from './causes.js';
import { isRounding } from './notes.js';

/** A cause over one run or several of one set: found less should, by run. */
export interface Told {
  readonly cause: CauseName;
  readonly amounts: Amounts;
  /** By the run's place among those that share the set. */
  readonly byRun: ReadonlyMap<number, Amounts>;
  /** Of mistyped digits: what is there, and what should be. */
  readonly figures?: readonly [bigint, bigint];
}

export interface Explanation {
  readonly told: readonly Told[];
  readonly rounding?: Amounts;
  /** Explanations as small, which are lower in the table. */
  readonly hints: readonly (readonly CauseName[])[];
  /** What no three causes explain. */
  readonly other?: Amounts;
}

/** Looking up is what costs: the search of one explanation ends after this many, and what is left is `other`. */
const lookUpsMax = 20_000;
/** Signs that are taken off in full, which costs more, to see what is left. */
const subtractionsMax = 1_500;
const hintsMax = 3;

/** What the search of a whole year may still cost: looking up, taking off and making a sign count one each. */
export interface Effort {
  left: number;
}

interface Given {
  readonly figures: Figures;
  readonly payroll: ReadonlyMap<string, ReadonlySet<bigint>>;
  readonly latest: number;
  readonly effort: Effort;
}

/** What differs, and the signs that may explain it. */
export interface Search extends Given {
  readonly rest: Amounts;
  readonly sums: Sums;
  readonly signs: readonly Told[];
  readonly numbers: readonly bigint[];
  readonly byNumber: ReadonlyMap<bigint, readonly number[]>;
  /** How many signs have something on a place. */
  readonly touching: ReadonlyMap<string, number>;
  /** Of so many places is the sign that has most. */
  readonly widest: number;
}

export function searchIn(rest: Amounts, signs: readonly Told[], given: Given): Search {
  const sums = new Sums();
  given.effort.left -= signs.length;
  return { ...given, ...distinct(signs, sums), rest, sums };
}

/** This many causes that make up the whole difference; of several such explanations, those highest in the table. */
export function explain(search: Search, count: number): Explanation {
  const { rest } = search;
  if (rest.size === 0) return { told: [], hints: [] };
  if (isRounding(rest)) return { told: [], rounding: rest, hints: [] };
  const found = count === 0 ? [] : [...exactly(rest, count, search)];
  if (found.length > 0) return best(found);
  const rounded = count === 1 ? [...withRounding(rest, search)] : [];
  return rounded.sort((a, b) => byTable(a.told, b.told))[0] ?? { told: [], hints: [], other: rest };
}

/** Of two signs with the same amounts, the one that is higher in the table. */
function distinct(signs: readonly Told[], sums: Sums) {
  const byNumber = new Map<bigint, number[]>();
  const kept: Told[] = [];
  const numbers: bigint[] = [];
  for (const sign of [...signs].sort((a, b) => placeInTable(a.cause) - placeInTable(b.cause))) {
    const number = sums.of(sign.amounts);
    if (number === 0n) continue;
    const same = byNumber.get(number);
    if (same !== undefined && kept[same[0] ?? 0]?.cause === sign.cause) continue;
    byNumber.set(number, [...(same ?? []), kept.length]);
    kept.push(sign);
    numbers.push(number);
  }
  const touching = new Map<string, number>();
  for (const { amounts } of kept)
    for (const place of amounts.keys()) touching.set(place, (touching.get(place) ?? 0) + 1);
  const widest = kept.reduce((most, { amounts }) => Math.max(most, amounts.size), 0);
  return { signs: kept, numbers, byNumber, touching, widest };
}

/**
 * So many signs that make up the whole. Something must account for each place that differs: the first sign is one of
 * those that touch the place that fewest touch, the next one likewise of what is then left, and the last is looked up.
 */
function* exactly(rest: Amounts, count: number, search: Search): Iterable<readonly Told[]> {
  if (search.effort.left <= 0) return;
  yield* inSigns(rest, [], count, search, { left: lookUpsMax, seen: new Set() });
  yield* mistypedAnd(rest, [], count - 1, search, { left: subtractionsMax });
}

interface Lookups extends Effort {
  /** By their places in the list of signs: the same signs are found in any order. */
  readonly seen: Set<string>;
}

function* inSigns(
  rest: Amounts,
  taken: readonly number[],
  count: number,
  search: Search,
  lookUps: Lookups,
): Iterable<readonly Told[]> {
  const { sums, signs, numbers, byNumber } = search;
  const at = (index: number) => signs[index] as Told;
  if (count === 1) {
    spend(search, lookUps);
    for (const last of byNumber.get(sums.of(rest)) ?? []) yield* once([...taken, last], lookUps, at);
    return;
  }
  const [place] = rarest(rest, search);
  if (place === undefined) return;
  const whole = count === 2 ? sums.of(rest) : 0n;
  for (const [index, sign] of signs.entries()) {
    if (lookUps.left <= 0) return;
    if (!sign.amounts.has(place) || taken.includes(index)) continue;
    if (count > 2) {
      yield* inSigns(less(rest, sign.amounts), [...taken, index], count - 1, search, lookUps);
      continue;
    }
    spend(search, lookUps);
    for (const last of byNumber.get(whole - (numbers[index] as bigint)) ?? [])
      if (last !== index) yield* once([...taken, index, last], lookUps, at);
  }
}

function spend({ effort }: Search, own: Effort): void {
  own.left--;
  effort.left--;
}

function* once(indexes: readonly number[], { seen }: Lookups, at: (index: number) => Told): Iterable<readonly Told[]> {
  const sorted = [...indexes].sort((a, b) => a - b);
  if (new Set(sorted).size < sorted.length || seen.has(sorted.join())) return;
  seen.add(sorted.join());
  yield sorted.map(at);
}

/** So many signs, and one figure that is mistyped: all but two places must go, so one of any three is in a sign. */
function* mistypedAnd(
  rest: Amounts,
  taken: readonly Told[],
  count: number,
  search: Search,
  budget: Effort,
): Iterable<readonly Told[]> {
  if (count === 0) {
    yield* mistyped(rest, taken, search);
    return;
  }
  const three = rarest(rest, search);
  for (const sign of search.signs) {
    if (budget.left <= 0) return;
    if (rest.size - sign.amounts.size - (count - 1) * search.widest > 2) continue;
    if (rest.size > 2 && !three.some((place) => sign.amounts.has(place))) continue;
    if (taken.includes(sign)) continue;
    spend(search, budget);
    yield* mistypedAnd(less(rest, sign.amounts), [...taken, sign], count - 1, search, budget);
  }
}

/** The places that fewest signs touch, those first. */
function rarest(rest: Amounts, { touching }: Search): readonly string[] {
  const count = (place: string) => touching.get(place) ?? 0;
  return [...rest.keys()].sort((a, b) => count(a) - count(b) || (a < b ? -1 : 1)).slice(0, 3);
}

function* mistyped(
  rest: Amounts,
  taken: readonly Told[],
  { figures, payroll, latest }: Search,
): Iterable<readonly Told[]> {
  const [first, second] = [...rest];
  if (rest.size !== 2 || first === undefined || second === undefined || first[1] !== -second[1]) return;
  for (const [place, by] of [first, second])
    for (const [at, figure] of (figures.get(place) ?? []).entries()) {
      // What the account comes to is first; a line must be one that payroll has.
      if (at > 0 && payroll.get(place)?.has(figure - by) !== true) continue;
      if (!isMistyped(figure, figure - by)) continue;
      const byRun = new Map([[latest, rest]]);
      yield [...taken, { cause: 'digits', amounts: rest, byRun, figures: [figure, figure - by] }];
      return;
    }
}

function* withRounding(rest: Amounts, { signs, effort }: Search): Iterable<Explanation> {
  effort.left -= signs.length;
  for (const sign of signs) {
    const left = less(rest, sign.amounts);
    if (isRounding(left)) yield { told: [sign], rounding: left, hints: [] };
  }
}

function best(found: readonly (readonly Told[])[]): Explanation {
  const sorted = found.map(inOrder).sort(byTable);
  const [told = []] = sorted;
  const names = (one: readonly Told[]) => one.map(({ cause }) => cause);
  const hints = [...new Map(sorted.slice(1).map((one) => [names(one).join(), names(one)])).values()]
    .filter((one) => one.join() !== names(told).join())
    .slice(0, hintsMax);
  return { told, hints };
}

const inOrder = (told: readonly Told[]) => [...told].sort((a, b) => placeInTable(a.cause) - placeInTable(b.cause));

function byTable(a: readonly Told[], b: readonly Told[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const [x, y] = [a[at], b[at]];
    const order = (x ? placeInTable(x.cause) : -1) - (y ? placeInTable(y.cause) : -1);
    if (order !== 0) return order;
  }
  // The same causes: a thing that is wrong in several runs of the set before one that is wrong in one of them.
  return runsIn(b) - runsIn(a);
}

const runsIn = (told: readonly Told[]) => told.reduce((sum, { byRun }) => sum + byRun.size, 0);

/** The causes that leave the fewest accounts differing; the rest is `other`. */
export function partly({ rest, signs, effort }: Search): Explanation {
  effort.left -= 2 * signs.length;
  let told: readonly Told[] = [];
  let left = rest;
  while (told.length < 2) {
    const next = signs
      .filter((sign) => !told.includes(sign))
      .map((sign) => ({ sign, after: less(left, sign.amounts) }))
      .filter(({ after }) => left.size - after.size >= 2 && halfOf(after) < halfOf(left))
      .sort((a, b) => a.after.size - b.after.size || placeInTable(a.sign.cause) - placeInTable(b.sign.cause))[0];
    if (next === undefined) break;
    told = [...told, next.sign];
    left = next.after;
  }
  return { told: inOrder(told), hints: [], other: left };
}

/** Signs of each run of a set, and of several of its runs together. */
export function toldOf(cases: readonly Case[], signsOf: (one: Case) => readonly Sign[]): readonly Told[] {
  const all: Told[] = [];
  const same = new Map<string, Map<number, Sign>>();
  for (const [index, one] of cases.entries())
    for (const sign of signsOf(one)) {
      all.push({ cause: sign.cause, amounts: sign.amounts, byRun: new Map([[index, sign.amounts]]) });
      const key = `${sign.cause} ${sign.about}`;
      const runs = same.get(key) ?? new Map<number, Sign>();
      if (!runs.has(index)) runs.set(index, sign);
      same.set(key, runs);
    }
  for (const runs of same.values()) {
    const [first] = runs.values();
    if (runs.size < 2 || first === undefined) continue;
    const byRun = new Map([...runs].map(([index, { amounts }]) => [index, amounts] as const));
    all.push({ cause: first.cause, amounts: together(...byRun.values()), byRun });
  }
  return all;
}
