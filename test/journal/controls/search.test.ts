import { amountsOf, choices, setsOf } from '../../../src/journal/controls/search.js';
import { Money } from '../../../src/journal/money.js';

const pounds = (...amounts: number[]) =>
  amounts.map((amount) => ({ amount: Money.pence(BigInt(amount * 100)), kind: 'not_paid' }));
const inPounds = (sets: readonly (readonly { readonly amount: Money }[])[]) =>
  sets.map((set) => set.map(({ amount }) => Number(amount.toPence() / 100n)).join('+'));
const wanted = (...amounts: number[]) => new Set(amounts.map((amount) => BigInt(amount * 100)));

test('up to so many of any, and unbroken rows of more', () => {
  expect(inPounds(setsOf(pounds(1, 2, 4, 8, 16), 2))).toEqual([
    ...['', '1', '1+2', '1+4', '1+8', '1+16', '2', '2+4', '2+8', '2+16', '4', '4+8', '4+16', '8', '8+16', '16'],
    ...['1+2+4', '1+2+4+8', '1+2+4+8+16', '2+4+8', '2+4+8+16', '4+8+16'],
  ]);
});

test('where sums are wanted, only sets that come to one of them', () => {
  const five = pounds(1, 2, 4, 8, 16);
  expect(inPounds(setsOf(five, 2, wanted(5, 14, 30)))).toEqual(['1+4', '2+4+8', '2+4+8+16']);
  // 1+2+8 is no unbroken row.
  expect(inPounds(setsOf(five, 2, wanted(11)))).toEqual([]);
  expect(inPounds(setsOf(five, 2, wanted(0)))).toEqual(['']);
});

test('of sets of the same amounts the first is kept, in whatever order the amounts come', () => {
  const named = [10, 20, 10, 20].map((amount, index) => ({
    amount: Money.pence(BigInt(amount * 100)),
    name: 'abcd'[index],
  }));
  const names = setsOf(named, 2).map((set) => set.map(({ name }) => name).join(''));
  expect(names).toEqual(['', 'a', 'ab', 'ac', 'b', 'bd', 'abc', 'abcd', 'bcd']);
});

test('sets of other kinds are others', () => {
  const [paid] = pounds(5);
  const sets = setsOf([{ amount: Money.parse('5.00'), kind: 'paid_early' }, ...(paid ? [paid] : [])], 1);
  expect(sets.map(([part]) => part?.kind)).toEqual([undefined, 'paid_early', 'not_paid', 'paid_early']);
  expect(amountsOf(pounds(1, 2))).toBe(amountsOf(pounds(2, 1)));
});

test('beyond twenty-four parts, only neighbours are joined', () => {
  // Each a power of two, so that a sum is of one set alone.
  const many = Array.from({ length: 26 }, (_, index) => ({ amount: Money.pence(1n << BigInt(index)) }));
  const of = (...indexes: number[]) =>
    setsOf(many, 2, new Set([indexes.reduce((sum, at) => sum + (1n << BigInt(at)), 0n)]));
  expect(of(0, 23)).toHaveLength(1);
  expect(of(0, 24)).toEqual([]);
  expect(of(24)).toEqual([]);
  expect(of(23, 24, 25)).toHaveLength(1);
});

test('choices take one set of each family, and end where there are too many', () => {
  const families = [[[], ['a']], [['b'], ['c', 'd']], [['e']]];
  expect([...choices(families, 9)].map((parts) => parts.join(''))).toEqual(['be', 'cde', 'abe', 'acde']);
  expect([...choices(families, 3)]).toHaveLength(3);
  expect([...choices(families, 0)]).toEqual([]);
  expect([...choices([], 1)]).toEqual([[]]);
});
