import {
  explainedOf,
  graceEndOf,
  notExplainedYet,
  paymentsOf,
  unexplainedThatFit,
} from '../../../src/journal/controls/bank-evidence.js';
import type { BankLine, Debt } from '../../../src/journal/controls/control.js';
import { Money } from '../../../src/journal/money.js';

const money = (text: string) => Money.parse(text);
const debt = (arisesOn: string, amount: string, dueOn?: string): Debt => ({
  what: `Pay of ${arisesOn}`,
  arisesOn,
  ...(dueOn !== undefined && { dueOn }),
  amount: money(amount),
});
const line = (datedOn: string, amount: string, explained = true): BankLine => ({
  datedOn,
  amount: money(amount),
  explained,
});
const bank = (...lines: BankLine[]) => ({ accounts: 1, lines });
/** The dates of each debt's payments, then of payments for debts not known yet. */
const paid = (debts: readonly Debt[], ...lines: BankLine[]) => {
  const { of, ahead } = paymentsOf(debts, bank(...lines));
  return [...debts.map(of), ahead].map((those) => those.map(({ datedOn }) => datedOn).join(' '));
};

describe('a payment', () => {
  const april = debt('2026-04-30', '500.00', '2026-05-22');
  const may = debt('2026-05-31', '500.00', '2026-06-22');

  test('belongs to the debt whose due day is nearest, not the day on which it arose', () => {
    expect(paid([april, may], line('2026-05-20', '500.00'), line('2026-06-22', '500.00'))).toEqual([
      ...['2026-05-20', '2026-06-22', ''],
    ]);
    const dayless = [debt('2026-04-30', '500.00'), debt('2026-05-31', '500.00')];
    expect(paid(dayless, line('2026-05-20', '500.00'))).toEqual(['', '2026-05-20', '']);
  });

  test.each([
    ['as late as half a month after the last debt belongs to it', '2026-07-07', ['', '2026-07-07', '']],
    ['later than that is the next one, which payroll has not filed', '2026-07-08', ['', '', '2026-07-08']],
  ])('%s', (_, day, expected) => {
    expect(paid([april, may], line(day, '500.00'))).toEqual(expected);
  });

  test('however late belongs to an earlier debt that is nearest', () => {
    const august = debt('2026-07-31', '500.00', '2026-08-22');
    expect(paid([april, august], line('2026-06-20', '500.00'))).toEqual(['2026-06-20', '', '']);
  });

  test.each([
    ['is nobody’s while it may be something else', '2026-07-06', ['', '', '']],
    ['is ahead of payroll more than a fortnight after the last due day', '2026-07-07', ['', '', '2026-07-07']],
  ])('of another amount %s', (_, day, expected) => {
    expect(paid([april, may], line(day, '512.34'))).toEqual(expected);
    // The last due day is the latest, in whatever order the debts arise.
    expect(paid([may, april], line(day, '512.34'))).toEqual(expected);
  });

  test('is ahead of payroll where nothing is owed; receipts and what is not explained are none', () => {
    expect(paid([], line('2026-05-20', '500.00'))).toEqual(['2026-05-20']);
    expect(paid([], line('2026-05-20', '-500.00'), line('2026-05-20', '500.00', false))).toEqual(['']);
    expect(paid([april], line('2026-05-20', '500.00', false))).toEqual(['', '']);
  });
});

describe('lines that are not explained', () => {
  const fits = (amount: string, ...lines: BankLine[]) =>
    unexplainedThatFit(money(amount), '2026-05-29', bank(...lines))?.lines.map(({ datedOn }) => datedOn);

  test.each([
    ['one of the amount', [line('2026-05-28', '5.00', false), line('2026-05-29', '9.00', false)], ['2026-05-29']],
    [
      'two that come to it',
      [line('2026-05-28', '4.00', false), line('2026-05-29', '5.00', false)],
      ['2026-05-28', '2026-05-29'],
    ],
    ['one, not twice', [line('2026-05-28', '4.50', false)], undefined],
    ['a fortnight before', [line('2026-05-15', '9.00', false)], ['2026-05-15']],
    ['longer before', [line('2026-05-14', '9.00', false)], undefined],
    ['one that is explained', [line('2026-05-29', '9.00')], undefined],
    ['a receipt and a payment', [line('2026-05-28', '-1.00', false), line('2026-05-29', '10.00', false)], undefined],
  ])('%s', (_, lines, expected) => {
    expect(fits('9.00', ...lines)).toEqual(expected);
  });

  test.each([
    ['as large as the debt may be its payment', '9.00', '£9.00 of 30 May 2026 is not explained and may contain it'],
    ['larger may contain it', '10.00', '£10.00 of 30 May 2026 is not explained and may contain it'],
    ['smaller cannot', '8.99', undefined],
  ])('one %s', (_, amount, expected) => {
    const seen = bank(line('2026-05-30', amount, false), line('2026-06-03', '1.00'));
    expect(notExplainedYet(debt('2026-05-29', '9.00'), '2026-06-03', seen)).toBe(expected);
  });

  test.each([
    [[], 'the bank shows no transaction since'],
    [['2026-06-02', '2026-06-01'], 'the bank shows nothing after 2 June 2026'],
    [['2026-06-03', '2026-06-01'], undefined],
  ])('the bank that ends with %j', (days, expected) => {
    const seen = bank(...days.map((day) => line(day, '1.00')));
    expect(notExplainedYet(debt('2026-05-29', '9.00'), '2026-06-03', seen)).toBe(expected);
  });
});

test.each([
  ['2026-05-15', true, '2026-05-15'],
  ['2026-05-14', true, undefined],
  ['2026-06-30', true, '2026-06-30'],
  ['2026-05-29', false, undefined],
])('an explained payment of %s (%p) is found from a fortnight before: %p', (day, explained, expected) => {
  const lines = bank(line('2026-05-29', '8.00'), line(day, '9.00', explained));
  expect(explainedOf(money('9.00'), '2026-05-29', lines)?.datedOn).toBe(expected);
});

test.each([
  ['2026-05-29', undefined, '2026-06-03'],
  ['2026-05-29', 1, '2026-06-01'],
  ['2026-12-24', 3, '2026-12-31'],
])('the grace of %s with %p bank days ends on %s', (due, days, expected) => {
  expect(graceEndOf(due, days)).toBe(expected);
});
