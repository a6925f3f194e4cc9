import { Money } from '../money.js';

/** Finds which parts sum to an amount: few parts, within limits, in the order given. */

export interface Sized {
  readonly amount: Money;
  readonly kind?: string;
  /** Equal amounts on different accounts are different parts. */
  readonly account?: string;
}

/** Beyond this many, parts are combined only with their neighbours. */
const combinedMax = 24;

/**
 * Sets of up to `few` parts, and unbroken rows of any length (nothing was paid for half a year); with `wanted`, only
 * those that sum to one of these. Of sets with the same kinds and amounts only the first is kept, so the parts should
 * come in order of likelihood.
 */
export function setsOf<Part extends Sized>(
  parts: readonly Part[],
  few: number,
  wanted?: ReadonlySet<bigint>,
): readonly (readonly Part[])[] {
  const sets = new Map<string, readonly Part[]>();
  const add = (set: readonly Part[], sum: bigint) => {
    if (wanted !== undefined && !wanted.has(sum)) return;
    const key = amountsOf(set);
    if (!sets.has(key)) sets.set(key, set);
  };
  add([], 0n);
  const grow = (set: readonly Part[], sum: bigint, from: number) => {
    if (set.length === few) return;
    for (let index = from; index < Math.min(parts.length, combinedMax); index += 1) {
      const part = parts[index] as Part;
      const next = [...set, part];
      const more = sum + part.amount.toPence();
      add(next, more);
      grow(next, more, index + 1);
    }
  };
  grow([], 0n, 0);
  for (let from = 0; from < parts.length; from += 1) {
    let sum = sumOf(parts.slice(from, from + few)).toPence();
    for (let to = from + few + 1; to <= parts.length; to += 1) {
      sum += (parts[to - 1] as Part).amount.toPence();
      add(parts.slice(from, to), sum);
    }
  }
  return [...sets.values()];
}

export function amountsOf(parts: readonly Sized[]): string {
  return parts
    .map(({ kind = '', account = '', amount }) => `${kind} ${account} ${amount.toPence()}`)
    .sort()
    .join(' ');
}

/** Every choice of one set out of each family; at most `most` of them. */
export function* choices<Part>(
  families: readonly (readonly (readonly Part[])[])[],
  most: number,
): Generator<readonly Part[]> {
  let left = most;
  function* from(index: number, chosen: readonly Part[]): Generator<readonly Part[]> {
    const family = families[index];
    if (family === undefined) {
      left -= 1;
      yield chosen;
      return;
    }
    for (const set of family) {
      if (left <= 0) return;
      yield* from(index + 1, [...chosen, ...set]);
    }
  }
  yield* from(0, []);
}

export const sumOf = (parts: readonly Sized[]): Money => Money.sum(parts.map(({ amount }) => amount));
