import { Money } from '../../../src/journal/nouns/money.js';
import { hmrcDueOn, lastPeriodOf } from '../../../src/journal/paye/due-days.js';
import { isInFull, paymentAfter } from '../../../src/journal/paye/month.js';

/** Periods count from 0: 5 is the tax month from 6 September to 5 October 2025. */
test.each([
  ['the 22nd of the month in which the tax month ends', 5, {}, '2025-10-22'],
  ['the day of its direct debit', 5, { collectionDay: 14 }, '2025-10-14'],
  ['the next month, where that day is over when the tax month ends', 5, { collectionDay: 3 }, '2025-11-03'],
  ['the next month, where that day is the last of the tax month', 5, { collectionDay: 5 }, '2025-11-05'],
  ['the next year, for a direct debit after December', 8, { collectionDay: 2 }, '2026-02-02'],
  ['after the last month of its quarter', 3, { payePeriod: 'quarterly' }, '2025-10-22'],
  ['in its own month, if that is the last of the quarter', 5, { payePeriod: 'quarterly' }, '2025-10-22'],
  ['in April, for the last quarter', 9, { payePeriod: 'quarterly' }, '2026-04-22'],
] as const)('a company pays HMRC %s', (_, period, rule, due) => {
  expect(hmrcDueOn({ year: 2026, period }, { payePeriod: 'monthly', collectionDay: null, ...rule })).toBe(due);
});

test.each([
  ['monthly', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
  ['quarterly', [2, 2, 2, 5, 5, 5, 8, 8, 8, 11, 11, 11]],
] as const)('each tax month of a company that pays %s goes into the payment of its last', (payePeriod, last) => {
  const rule = { payePeriod, collectionDay: null };
  expect(last.map((_, period) => lastPeriodOf({ year: 2026, period }, rule))).toEqual(last);
});

test.each([
  ['the one after it', ['2025-04-22', '2025-05-22', '2025-06-22'], '2025-05-22'],
  ['none, when the next is of a later month', ['2025-04-22', '2025-06-22'], undefined],
  ['none on its own last day', ['2025-05-05'], undefined],
  ['one of the day after it', ['2025-05-06'], '2025-05-06'],
  ['one of 30 days after it', ['2025-06-04'], '2025-06-04'],
  ['none of 31 days after it', ['2025-06-05'], undefined],
])('the payment of the tax month to 5 May is %s', (_, days, found) => {
  const payments = days.map((dueOn) => ({ dueOn }));
  expect(paymentAfter({ year: 2026, period: 0 }, payments)?.dueOn).toBe(found);
});

/** 1,000.00 are owed. */
test.each([
  ['nothing was taken off', '0.00', '1000.00', true],
  ['only the credit was', '200.00', '800.00', true],
  ['not even the credit was', '200.00', '1000.00', true],
  ['something was', '0.00', '900.00', false],
  ['a part of the credit was', '200.00', '900.00', false],
  ['more than the credit was', '200.00', '700.00', false],
])('a payment of which %s shows no recovery', (_, credit, due, isFull) => {
  const nothing = { cisSuffered: Money.zero, adjustments: Money.zero };
  const amounts = { creditBroughtForward: Money.parse(credit), due: Money.parse(due) };
  expect(isInFull({ owed: Money.parse('1000.00'), ...nothing, ...amounts })).toBe(isFull);
});
