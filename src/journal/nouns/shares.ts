import { Money } from './money.js';

/** One of the parts an amount was shared out into. */
export interface Share {
  readonly amount: Money;
  /**
   * The pennies that its remainder added to its own whole pence, or took away; in the direction of the amount's sign.
   */
  readonly pennies: number;
}

/**
 * Shares the amount in proportion to the weights, exact to the penny: whole pence each, then a penny each to the
 * largest remainders, ties to the earlier. A negative amount is shared as its opposite, so that a correction mirrors
 * what it corrects.
 */
export function shareOut(amount: Money, weights: readonly bigint[]): readonly Share[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  const size = amount.abs().toPence();
  const shares = byLargestRemainder(
    size,
    weights.map((weight) => size * weight),
    whole,
  );
  return amount.isNegative() ? shares.map(mirrored) : shares;
}

/** The pennies of several parts of an amount that were rounded one by one, and are shown as one. */
export function penniesTogether(part: Money, of: Money, weight: bigint, whole: bigint): number {
  const sign = of.isNegative() ? -1n : 1n;
  return Number(sign * part.toPence() - (sign * of.toPence() * weight) / whole);
}

/**
 * Whole pence that sum to `total` and stay as near as possible to these fractions (numerators over one positive
 * denominator). If the total is a few pennies off the sum of the fractions, those pennies go by the remainders too.
 */
export function byLargestRemainder(
  total: bigint,
  numerators: readonly bigint[],
  denominator: bigint,
): readonly Share[] {
  const remainders = numerators.map((numerator) => remainder(numerator, denominator));
  const floors = numerators.map((numerator, index) => (numerator - (remainders[index] as bigint)) / denominator);
  const order = [...remainders.keys()].sort((a, b) => Number((remainders[b] as bigint) - (remainders[a] as bigint)));
  const pennies = numerators.map(() => 0);
  const left = Number(total - floors.reduce((sum, floor) => sum + floor, 0n));
  const turns = left < 0 ? order.toReversed() : order;
  for (let turn = 0; turn < Math.abs(left); turn += 1) {
    const index = turns[turn % turns.length] as number;
    pennies[index] = (pennies[index] as number) + Math.sign(left);
  }
  return floors.map((floor, index) => ({
    amount: Money.pence(floor + BigInt(pennies[index] as number)),
    pennies: pennies[index] as number,
  }));
}

export function mirrored({ amount, pennies }: Share): Share {
  return { amount: amount.negated(), pennies };
}

/** Never negative, so that whole pence are rounded down; `/` and `%` round towards zero. */
function remainder(numerator: bigint, denominator: bigint): bigint {
  return ((numerator % denominator) + denominator) % denominator;
}
