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

/** Looking up is what costs: the search ends after this many, and what is left is `other`. */
export const lookUpsMax = 60_000;
/** Pairs that are taken off in full, which costs more, to see what is left. */
const subtractionsMax = 1_500;
const hintsMax = 3;

interface Search {
  readonly sums: Sums;
  readonly signs: readonly Told[];
  readonly numbers: readonly bigint[];
  readonly byNumber: ReadonlyMap<bigint, readonly number[]>;
  readonly figures: Figures;
  readonly payroll: ReadonlyMap<string, ReadonlySet<bigint>>;
  readonly latest: number;
  /** No explanation of more causes is asked for. */
  readonly most: number;
}

/** The fewest causes that make up the whole difference; of as few, those highest in the table. */
export function explain(
  rest: Amounts,
  signs: readonly Told[],
  { most = 3, ...given }: Pick<Search, 'figures' | 'payroll' | 'latest'> & Partial<Pick<Search, 'most'>>,
): Explanation {
  if (rest.size === 0) return { told: [], hints: [] };
  if (isRounding(rest)) return { told: [], rounding: rest, hints: [] };
  const sums = new Sums();
  const { kept, numbers, byNumber } = distinct(signs, sums);
  const search: Search = { ...given, sums, signs: kept, numbers, byNumber, most };
  for (let count = 1; count <= most; count++) {
    const found = [...exactly(rest, count, search)];
    if (found.length > 0) return best(found);
    if (count === 1) {
      const rounded = [...withRounding(rest, search)];
      if (rounded.length > 0) return rounded.sort((a, b) => byTable(a.told, b.told))[0] as Explanation;
    }
  }
  return most < 3 ? { told: [], hints: [], other: rest } : partly(rest, search);
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
  return { kept, numbers, byNumber };
}

function* exactly(rest: Amounts, count: number, search: Search): Iterable<readonly Told[]> {
  const { sums, signs, numbers, byNumber } = search;
  const whole = sums.of(rest);
  const at = (index: number) => signs[index] as Told;
  if (count === 1) {
    for (const index of byNumber.get(whole) ?? []) yield [at(index)];
    yield* mistyped(rest, [], search);
    return;
  }
  let lookUps = 0;
  if (count === 2) {
    for (let i = 0; i < signs.length && lookUps < lookUpsMax; i++, lookUps++)
      for (const j of byNumber.get(whole - (numbers[i] as bigint)) ?? []) if (j > i) yield [at(i), at(j)];
  } else {
    for (let i = 0; i < signs.length; i++)
      for (let j = i + 1; j < signs.length && lookUps < lookUpsMax; j++, lookUps++)
        for (const k of byNumber.get(whole - (numbers[i] as bigint) - (numbers[j] as bigint)) ?? [])
          if (k > j) yield [at(i), at(j), at(k)];
  }
  yield* mistypedAnd(rest, [], count - 1, search, { left: subtractionsMax });
}

/** So many signs, and one figure that is mistyped: all but two places must go, so one of any three is in a sign. */
function* mistypedAnd(
  rest: Amounts,
  taken: readonly Told[],
  count: number,
  search: Search,
  budget: { left: number },
): Iterable<readonly Told[]> {
  if (count === 0) {
    yield* mistyped(rest, taken, search);
    return;
  }
  const three = rarest(rest, search);
  for (const sign of search.signs) {
    if (budget.left <= 0) return;
    if (rest.size > 2 && !three.some((place) => sign.amounts.has(place))) continue;
    if (taken.includes(sign) || !isOrdered(taken, sign)) continue;
    budget.left--;
    yield* mistypedAnd(less(rest, sign.amounts), [...taken, sign], count - 1, search, budget);
  }
}

const isOrdered = (taken: readonly Told[], sign: Told) => taken.every((one) => one !== sign);

function rarest(rest: Amounts, { signs }: Search): readonly string[] {
  const places = [...rest.keys()];
  if (places.length <= 3) return places;
  const counts = new Map(places.map((place) => [place, signs.filter(({ amounts }) => amounts.has(place)).length]));
  return places.sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0)).slice(0, 3);
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

function* withRounding(rest: Amounts, { signs }: Search): Iterable<Explanation> {
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
function partly(rest: Amounts, { signs }: Search): Explanation {
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
