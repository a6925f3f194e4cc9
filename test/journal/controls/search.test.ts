import { amountsOf, choices, setsOf } from '../../../src/journal/controls/search.js';
import { Money } from '../../../src/journal/money.js';

const pounds = (...amounts: number[]) =>
  amounts.map((amount) => ({ amount: Money.pence(BigInt(amount * 100)), kind: 'not_paid' }));
const inPounds = (sets: readonly (readonly { readonly amount: Money }[])[]) =>
  sets.map((set) => set.map(({ amount }) => Number(amount.toPence() / 100n)).join('+'));
const wanted = (...amounts: number[]) => new Set(amounts.map((amount) => BigInt(amount * 100)));

test('any sets up to a size, and larger ones only of neighbours', () => {
  expect(inPounds(setsOf(pounds(1, 2, 4, 8, 16), 2))).toEqual([
    ...['', '1', '1+2', '1+4', '1+8', '1+16', '2', '2+4', '2+8', '2+16', '4', '4+8', '4+16', '8', '8+16', '16'],
    ...['1+2+4', '1+2+4+8', '1+2+4+8+16', '2+4+8', '2+4+8+16', '4+8+16'],
  ]);
});

test('when sums are wanted, only sets with one of those sums', () => {
  const five = pounds(1, 2, 4, 8, 16);
  expect(inPounds(setsOf(five, 2, wanted(5, 14, 30)))).toEqual(['1+4', '2+4+8', '2+4+8+16']);
  // 1 + 2 + 8 skips a neighbour.
  expect(inPounds(setsOf(five, 2, wanted(11)))).toEqual([]);
  expect(inPounds(setsOf(five, 2, wanted(0)))).toEqual(['']);
});

test('of sets with the same amounts the first is kept, in whatever order the amounts come', () => {
  const named = [10, 20, 10, 20].map((amount, index) => ({
    amount: Money.pence(BigInt(amount * 100)),
    name: 'abcd'[index],
  }));
  const names = setsOf(named, 2).map((set) => set.map(({ name }) => name).join(''));
  expect(names).toEqual(['', 'a', 'ab', 'ac', 'b', 'bd', 'abc', 'abcd', 'bcd']);
});

test('sets with other kinds are different sets', () => {
  const [paid] = pounds(5);
  const sets = setsOf([{ amount: Money.parse('5.00'), kind: 'paid_early' }, ...(paid ? [paid] : [])], 1);
  expect(sets.map(([part]) => part?.kind)).toEqual([undefined, 'paid_early', 'not_paid', 'paid_early']);
  expect(amountsOf(pounds(1, 2))).toBe(amountsOf(pounds(2, 1)));
});

test('with more than twenty-four parts only neighbours are joined', () => {
  // Powers of two, so that each sum belongs to one set only.
  const many = Array.from({ length: 26 }, (_, index) => ({ amount: Money.pence(1n << BigInt(index)) }));
  const of = (...indexes: number[]) =>
    setsOf(many, 2, new Set([indexes.reduce((sum, at) => sum + (1n << BigInt(at)), 0n)]));
  expect(of(0, 23)).toHaveLength(1);
  expect(of(0, 24)).toEqual([]);
  expect(of(24)).toEqual([]);
  expect(of(23, 24, 25)).toHaveLength(1);
});

test('choices take one set of each family, and stop when there are too many', () => {
  const families = [[[], ['a']], [['b'], ['c', 'd']], [['e']]];
  expect([...choices(families, 9)].map((parts) => parts.join(''))).toEqual(['be', 'cde', 'abe', 'acde']);
  expect([...choices(families, 3)]).toHaveLength(3);
  expect([...choices(families, 0)]).toEqual([]);
  expect([...choices([], 1)]).toEqual([[]]);
});
