import * as fc from 'fast-check';
import { Money } from '../../../src/journal/nouns/money.js';
import { byLargestRemainder, shareOut } from '../../../src/journal/nouns/shares.js';

const shares = (amount: string, weights: bigint[]) =>
  shareOut(Money.parse(amount), weights).map((share) => `${share.amount} ${share.pennies}`);

test.each([
  ['1000.01', [3333n, 3333n, 3334n], ['333.30 0', '333.30 0', '333.41 1']],
  ['87.45', [3333n, 3333n, 3334n], ['29.15 1', '29.15 1', '29.15 0']],
  ['0.01', [1n, 1n], ['0.01 1', '0.00 0']],
  ['0.02', [1n, 1n, 1n], ['0.01 1', '0.01 1', '0.00 0']],
  ['-0.02', [1n, 1n, 1n], ['-0.01 1', '-0.01 1', '0.00 0']],
  ['80.01', [21000n, 19000n], ['42.01 1', '38.00 0']],
  ['10.00', [1n], ['10.00 0']],
])('%s over %p', (amount, weights, expected) => {
  expect(shares(amount, weights)).toEqual(expected);
});

test('a total that is a few pennies off is shared by the remainders too, in turns', () => {
  const pence = (total: bigint, numerators: bigint[]) =>
    byLargestRemainder(total, numerators, 10n).map((share) => share.amount.toPence());
  expect(pence(6n, [25n, 27n])).toEqual([3n, 3n]);
  expect(pence(7n, [25n, 27n])).toEqual([3n, 4n]);
  expect(pence(3n, [25n, 27n])).toEqual([1n, 2n]);
  expect(pence(1n, [25n, 27n])).toEqual([0n, 1n]);
  expect(pence(0n, [25n, -25n])).toEqual([3n, -3n]);
  expect(pence(-3n, [-25n])).toEqual([-3n]);
  expect(pence(-2n, [-20n])).toEqual([-2n]);
});

test('a share without a remainder gets no extra penny, nor does a negative one', () => {
  expect(byLargestRemainder(-2n, [-20n], 10n)).toEqual([{ amount: Money.pence(-2n), pennies: 0 }]);
  expect(byLargestRemainder(-3n, [-20n, -5n], 10n).map(({ pennies }) => pennies)).toEqual([0, 0]);
});

test('shares sum to the amount, are the exact opposite for the opposite amount, and are within a penny of exact', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 10n), max: 10n ** 10n }),
      fc.array(fc.bigInt({ min: 1n, max: 10n ** 10n }), { minLength: 1, maxLength: 12 }),
      (pence, weights) => {
        const shares = shareOut(Money.pence(pence), weights).map((share) => share.amount.toPence());
        const whole = weights.reduce((sum, weight) => sum + weight, 0n);
        expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(pence);
        expect(shareOut(Money.pence(-pence), weights).map((share) => -share.amount.toPence())).toEqual(shares);
        for (const [index, share] of shares.entries()) {
          const off = share * whole - pence * (weights[index] as bigint);
          expect(off < whole && off > -whole).toBe(true);
        }
      },
    ),
  );
});
