/** All randomness in a history comes from here, so that the same seed repeats it. */
export interface Random {
  /** From 0 up to but not including 1. */
  next(): number;
  /** True with this probability. */
  chance(share: number): boolean;
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number;
  pick<T>(items: readonly T[]): T;
  /** By weight; an entry of weight 0 is never drawn. */
  weighted<T>(items: readonly (readonly [weight: number, item: T])[]): T;
}

/** Mulberry32: small, quick, and the same on every machine. */
export function randomOf(seed: number): Random {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const random: Random = {
    next,
    chance: (share) => next() < share,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick<T>(items: readonly T[]): T {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error('there is nothing to pick from');
      return item;
    },
    weighted<T>(items: readonly (readonly [number, T])[]): T {
      let left = next() * items.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, item] of items) {
        if (left < weight) return item;
        left -= weight;
      }
      return random.pick(items.filter(([weight]) => weight > 0))[1];
    },
  };
  return random;
}
