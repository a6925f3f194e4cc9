import * as fc from 'fast-check';
import { amountTyped, inThousands, Money, NotExactMoney, sumByKey } from '../../../src/journal/nouns/money.js';

describe('what is money', () => {
  test.each([
    ['0', '0.00'],
    ['0.0', '0.00'],
    ['0.00', '0.00'],
    ['-0.0', '0.00'],
    ['5', '5.00'],
    ['2500.0', '2500.00'],
    ['167.76', '167.76'],
    ['-12.3', '-12.30'],
    ['-0.05', '-0.05'],
    ['0.5', '0.50'],
    ['2500.100', '2500.10'],
    ['007', '7.00'],
    ['123456789012345.67', '123456789012345.67'],
  ])('%s is read as %s', (text, shown) => {
    expect(Money.parse(text).toString()).toBe(shown);
  });

  test.each([
    '',
    ' ',
    ' 1',
    '1 ',
    '1.',
    '.5',
    '+1',
    '1,000',
    '£1',
    '1e3',
    '0.001',
    '10.005',
    '1.2.3',
    'ten',
    'NaN',
    'Infinity',
    '--1',
    '1234567890123456',
    '1\n',
  ])('"%s" is refused', (text) => {
    expect(Money.tryParse(text)).toBeUndefined();
    expect(() => Money.parse(text)).toThrow(NotExactMoney);
    expect(() => Money.parse(text)).toThrow(`"${text}" is not an exact amount of money`);
  });

  test.each([1, 2.5, null, undefined, true, 5n, {}, ['1.00']])('%p is refused: only text is ever read', (value) => {
    expect(Money.tryParse(value)).toBeUndefined();
  });

  test('the error has a name of its own', () => {
    expect(new NotExactMoney('x').name).toBe('NotExactMoney');
  });
});

describe('arithmetic', () => {
  const pence = fc.bigInt(-(10n ** 15n), 10n ** 15n);

  test('is exact in whole pence', () => {
    fc.assert(
      fc.property(pence, pence, (a, b) => {
        const [left, right] = [Money.pence(a), Money.pence(b)];
        expect(left.plus(right).toPence()).toBe(a + b);
        expect(left.minus(right).toPence()).toBe(a - b);
        expect(left.negated().toPence()).toBe(-a);
        expect(left.abs().toPence()).toBe(a < 0n ? -a : a);
        expect(left.compare(right)).toBe(a < b ? -1 : a > b ? 1 : 0);
        expect(left.equals(right)).toBe(a === b);
        expect([left.isNegative(), left.isZero(), left.isPositive()]).toEqual([a < 0n, a === 0n, a > 0n]);
        expect(Money.parse(left.toString()).toPence()).toBe(a);
      }),
    );
  });

  test('nothing is neither positive nor negative, and equals nothing', () => {
    const nothing = Money.parse('5.00').minus(Money.parse('5.00'));
    expect(nothing).toBe(Money.zero);
    expect([nothing.isPositive(), nothing.isNegative(), nothing.compare(Money.zero)]).toEqual([false, false, 0]);
    expect(Money.parse('5.00').compare(Money.parse('5.0'))).toBe(0);
  });

  test('0.10 and 0.20 make 0.30', () => {
    expect(Money.sum([Money.parse('0.1'), Money.parse('0.2')]).equals(Money.parse('0.3'))).toBe(true);
    expect(Money.sum([]).isZero()).toBe(true);
  });

  test('one sum for each account, in the order in which the accounts first appear', () => {
    const sums = sumByKey([
      ['814', Money.parse('-1.00')],
      ['401', Money.parse('2.00')],
      ['814', Money.parse('-0.50')],
    ]);
    expect([...sums].map(([code, sum]) => [code, sum.toString()])).toEqual([
      ['814', '-1.50'],
      ['401', '2.00'],
    ]);
  });

  test('does not change its operands', () => {
    const one = Money.parse('1.00');
    one.plus(one).minus(Money.parse('5.00')).negated();
    expect(one.toString()).toBe('1.00');
  });

  test.each([
    ['500.00', '537.45', '924.90', '290.54'],
    ['100.00', '687.45', '954.90', '71.99'],
    ['0.01', '1.00', '2.00', '0.01'],
    ['0.01', '0.99', '2.00', '0.00'],
    ['-0.01', '1.00', '2.00', '-0.01'],
    ['99999999999999.99', '1.00', '3.00', '33333333333333.33'],
    ['10.00', '0.00', '3.00', '0.00'],
    // Just below half a penny, however large the amount.
    ['200000000000000.01', '99999.99', '200000.00', '99999990000000.00'],
  ])('%s × %s / %s = %s, rounded half up', (amount, part, whole, share) => {
    expect(Money.parse(amount).share(Money.parse(part), Money.parse(whole)).toString()).toBe(share);
  });

  test('a total of zero has no shares', () => {
    expect(() => Money.parse('1').share(Money.parse('1'), Money.zero)).toThrow('There is no share of nothing');
  });
});

describe('as text', () => {
  test.each([
    ['0.00', '£0.00'],
    ['12.30', '£12.30'],
    ['999.99', '£999.99'],
    ['1693.64', '£1,693.64'],
    ['-1234567.89', '-£1,234,567.89'],
  ])('%s is shown as %s', (amount, shown) => {
    expect(Money.parse(amount).inPounds()).toBe(shown);
  });

  test.each([
    ['0.05', '0.05'],
    ['-0.50', '-0.50'],
    ['-14220.00', '-14,220.00'],
    ['1000000.10', '1,000,000.10'],
  ])('%s has separators: %s', (amount, shown) => {
    expect(inThousands(amount)).toBe(shown);
  });

  test.each([
    ['£1,000.00', '1000.00'],
    [' 25.50 ', '25.50'],
    ['1 234 567.89', '1234567.89'],
    ['(5.00)', '(5.00)'],
    [undefined, ''],
  ])('%j as someone types it is %j', (typed, text) => {
    expect(amountTyped(typed)).toBe(text);
  });

  test('is text in JSON', () => {
    expect(JSON.stringify({ amount: Money.parse('12.3') })).toBe('{"amount":"12.30"}');
    expect(`${Money.parse('-7')}`).toBe('-7.00');
  });
});

describe('money and number do not mix', () => {
  const money = Money.parse('1.00');

  test('in the compiler', () => {
    const mixtures = () => [
      // @ts-expect-error money is not a number
      money * 2,
      // @ts-expect-error money is not added by an operator
      money + 1,
      // @ts-expect-error a number is not money
      money.plus(1),
      // @ts-expect-error a number is not read as money
      Money.parse(1.5),
      // @ts-expect-error a number is not pence
      Money.pence(150),
      // @ts-expect-error money is made by its own functions only
      new Money(1n),
      // @ts-expect-error what looks like money is not money
      money.plus({ toString: () => '1.00' }),
      // @ts-expect-error money does not change
      money.value++,
    ];
    expect(mixtures).toBeInstanceOf(Function);
  });

  test('nor in a running program', () => {
    const loose = money as unknown as number;
    expect(() => loose + 1).toThrow('never by operators');
    expect(() => loose < 2).toThrow(TypeError);
  });
});
