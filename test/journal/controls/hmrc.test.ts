import fc from 'fast-check';
import { dayOfNextMonth } from '../../../src/journal/controls/due-days.js';
import { type HmrcMonth, type HmrcPolicy, hmrcDueOn, hmrcOwed } from '../../../src/journal/controls/hmrc.js';
import { taxMonthRange } from '../../../src/journal/dates.js';
import { Money } from '../../../src/journal/money.js';
import { claims } from '../paye/claims.js';

const money = (text: string) => Money.parse(text);
const monthly: HmrcPolicy = { payePeriod: 'monthly', collectionDay: null, cisIsHere: true };
const month = (period: number, amount: string, due?: string, more: Partial<HmrcMonth> = {}): HmrcMonth => ({
  year: 2027,
  period,
  runs: [{ datedOn: taxMonthRange(2027, period + 1).from, amount: money(amount) }],
  adjustments: [],
  cisSuffered: Money.zero,
  statutoryPay: [],
  owedElsewhere: Money.zero,
  ...(due !== undefined && { due: money(due) }),
  ...more,
});
const statutory = (...amounts: string[]) => claims(amounts);
const inText = (months: readonly HmrcMonth[], policy: HmrcPolicy = monthly, on = '2027-06-01') => {
  const { debts, journals } = hmrcOwed(months, policy, on);
  return [
    ...debts.map((one) => `${one.amount} ${one.what} ${one.dueOn}`),
    ...journals.map((one) => `${one.amount} ${one.what} ${one.dueOn}`),
  ];
};

test.each<readonly [string, readonly HmrcMonth[], HmrcPolicy, readonly string[]]>([
  ['a month', [month(0, '500.00', '500.00')], monthly, ['500.00 PAYE 2026/27 month 1 2026-05-22']],
  ['a month of which no payment is known', [month(0, '500.00')], monthly, ['500.00 PAYE 2026/27 month 1 2026-05-22']],
  [
    'a refund comes off the next payment',
    [month(0, '-80.00', '0.00'), month(1, '500.00', '420.00')],
    monthly,
    ['420.00 PAYE 2026/27 month 2 2026-06-22'],
  ],
  [
    'a refund that nothing has come off yet',
    [month(0, '500.00', '500.00'), month(1, '-80.00', '0.00')],
    monthly,
    ['500.00 PAYE 2026/27 month 1 2026-05-22', '-80.00 Credit with HMRC, carried forward undefined'],
  ],
  [
    'by direct debit',
    [month(11, '500.00', '500.00')],
    { ...monthly, collectionDay: 3 },
    ['500.00 PAYE 2026/27 month 12 2027-05-03'],
  ],
  [
    'a small employer’s recovery',
    [month(0, '500.00', '391.00', { statutoryPay: statutory('100.00') })],
    monthly,
    [
      '391.00 PAYE 2026/27 month 1 2026-05-22',
      '109.00 Statutory pay 100.00 at 100 % and 9 % compensation not posted; confirm the rate 2026-05-22',
    ],
  ],
  [
    'a levy',
    [month(0, '500.00', '620.00')],
    monthly,
    [
      '620.00 PAYE 2026/27 month 1 2026-05-22',
      '-120.00 More is due to HMRC than payroll posted: a levy or an adjustment 2026-05-22',
    ],
  ],
  [
    'less is due',
    [month(0, '500.00', '480.00')],
    monthly,
    ['480.00 PAYE 2026/27 month 1 2026-05-22', '20.00 Less is due to HMRC than payroll posted 2026-05-22'],
  ],
  [
    'CIS suffered on its own account, loans on another',
    [month(0, '500.00', '450.00', { cisSuffered: money('100.00'), owedElsewhere: money('50.00') })],
    { ...monthly, cisIsHere: false },
    [
      '450.00 PAYE 2026/27 month 1 2026-05-22',
      '100.00 CIS suffered stands on its own account: move it to PAYE 2026-05-22',
      '-50.00 Owed to HMRC and credited to another account: move it to PAYE 2026-05-22',
    ],
  ],
  [
    'quarters, one of which payroll has not ended',
    [0, 1, 2, 3].map((period) => month(period, '100.00', '100.00')),
    { ...monthly, payePeriod: 'quarterly' },
    ['300.00 PAYE 2026/27 quarter 1 2026-07-22', '100.00 PAYE 2026/27 quarter 2 2026-10-22'],
  ],
  [
    'a quarter of which one payment is not known',
    [month(0, '100.00', '90.00'), month(1, '100.00')],
    { ...monthly, payePeriod: 'quarterly' },
    ['200.00 PAYE 2026/27 quarter 1 2026-07-22'],
  ],
  [
    'a quarter with a month in which nobody is paid',
    [month(0, '100.00', '90.00'), month(1, '100.00', '100.00'), { ...month(2, '1.00'), runs: [] }],
    { ...monthly, payePeriod: 'quarterly' },
    ['190.00 PAYE 2026/27 quarter 1 2026-07-22', '10.00 Less is due to HMRC than payroll posted 2026-07-22'],
  ],
  [
    'a quarter of which one month’s recovery is posted',
    [
      month(0, '500.00', '408.00', {
        statutoryPay: statutory('100.00'),
        adjustments: [{ datedOn: '2026-04-30', amount: money('-92.00') }],
      }),
      month(1, '500.00', '408.00', { statutoryPay: claims(['100.00'], { on: '2026-05-31' }) }),
    ],
    { ...monthly, payePeriod: 'quarterly' },
    [
      '816.00 PAYE 2026/27 quarter 1 2026-07-22',
      '92.00 Statutory pay 100.00 at 92 % not posted; confirm the rate 2026-07-22',
    ],
  ],
  [
    'a recovery of two people, a penny off for each',
    [month(0, '500.00', '315.95', { statutoryPay: statutory('100.01', '100.02') })],
    monthly,
    [
      '315.95 PAYE 2026/27 month 1 2026-05-22',
      '184.05 Statutory pay 200.03 at 92 % not posted; confirm the rate 2026-05-22',
    ],
  ],
  [
    'and more off than that',
    [month(0, '500.00', '315.94', { statutoryPay: statutory('100.01', '100.02') })],
    monthly,
    ['315.94 PAYE 2026/27 month 1 2026-05-22', '184.06 Less is due to HMRC than payroll posted 2026-05-22'],
  ],
  [
    'statutory pay that was taken back recovers nothing',
    [month(0, '500.00', '499.98', { statutoryPay: statutory('100.00', '-100.00') })],
    monthly,
    ['499.98 PAYE 2026/27 month 1 2026-05-22', '0.02 Less is due to HMRC than payroll posted 2026-05-22'],
  ],
  [
    'a tax year of one digit',
    [{ ...month(0, '500.00'), year: 2005 }],
    monthly,
    ['500.00 PAYE 2004/05 month 1 2004-05-22'],
  ],
  [
    'months without anything',
    [month(0, '500.00', '500.00'), { ...month(1, '1.00'), runs: [] }],
    monthly,
    ['500.00 PAYE 2026/27 month 1 2026-05-22'],
  ],
])('%s', (_, months, policy, expected) => {
  expect(inText(months, policy)).toEqual(expected);
});

test('while a run of the month is still to come, its payment is not compared', () => {
  const weekly = {
    ...month(0, '100.00', '210.00'),
    runs: ['2026-04-10', '2026-04-17'].map((datedOn) => ({ datedOn, amount: money('100.00') })),
  };
  expect(inText([weekly], monthly, '2026-04-12')).toEqual(Array(2).fill('100.00 PAYE 2026/27 month 1 2026-05-22'));
  expect(inText([weekly], monthly, '2026-04-17')).toHaveLength(2);
  // On the first pay date too the later runs are left out, in whatever order the runs are given.
  for (const runs of [weekly.runs, weekly.runs.toReversed()])
    expect(hmrcOwed([{ ...weekly, runs }], monthly, '2026-04-10').debts.map(({ arisesOn }) => arisesOn)).toEqual([
      ...['2026-04-10', '2026-04-17'],
    ]);
  const third = { datedOn: '2026-04-24', amount: money('10.00') };
  expect(inText([{ ...weekly, runs: [...weekly.runs, third] }], monthly, '2026-04-20')).toEqual([
    ...['200.00 PAYE 2026/27 month 1 2026-05-22', '10.00 PAYE 2026/27 month 1 2026-05-22'],
  ]);
});

test('a month with only an adjustment', () => {
  const levy = { ...month(0, '1.00'), runs: [], adjustments: [{ datedOn: '2026-04-30', amount: money('62.00') }] };
  expect(inText([levy])).toEqual(['62.00 PAYE 2026/27 month 1 2026-05-22']);
});

test('CIS suffered in a month without pay is a credit from the last known day', () => {
  const paid = month(0, '500.00', '500.00');
  const cis = { ...month(1, '1.00'), runs: [], cisSuffered: money('90.00') };
  const { debts } = hmrcOwed([paid, cis], monthly, '2027-06-01');
  expect(debts.map(({ what, arisesOn, amount }) => `${arisesOn} ${amount} ${what}`)).toEqual([
    '2026-04-06 500.00 PAYE 2026/27 month 1',
    '2026-04-06 -90.00 Credit with HMRC, carried forward',
  ]);
  expect(hmrcOwed([cis], monthly, '2027-06-01').debts).toMatchObject([{ arisesOn: '0001-01-01' }]);
  expect(inText([paid, cis, month(2, '500.00', '410.00')])).toEqual([
    '500.00 PAYE 2026/27 month 1 2026-05-22',
    '410.00 PAYE 2026/27 month 3 2026-07-22',
  ]);
});

test('amounts on other accounts need no journal while the payment due agrees without them', () => {
  const cis = month(0, '500.00', '500.00', { cisSuffered: money('90.00') });
  expect(inText([cis], { ...monthly, cisIsHere: false })).toEqual(['500.00 PAYE 2026/27 month 1 2026-05-22']);
  const elsewhere = month(0, '500.00', '500.00', { owedElsewhere: money('40.00') });
  expect(inText([elsewhere])).toEqual(['500.00 PAYE 2026/27 month 1 2026-05-22']);
});

test('what may have been recovered is looked for at both rates, until a recovery is posted', () => {
  const statutoryPay = statutory('100.00');
  const rates = (more: Partial<HmrcMonth>) =>
    hmrcOwed([month(0, '500.00', '500.00', { statutoryPay, ...more })], monthly, '2027-06-01').recoveries.map((rate) =>
      rate.map(({ what, amount, arisesOn, dueOn }) => `${amount} ${what} ${arisesOn} ${dueOn}`),
    );
  expect(rates({})).toEqual([
    ['92.00 Statutory pay 100.00 at 92 % not posted; confirm the rate 2026-04-06 2026-05-22'],
    ['109.00 Statutory pay 100.00 at 100 % and 9 % compensation not posted; confirm the rate 2026-04-06 2026-05-22'],
  ]);
  // A payment that was short by it names the journal; an unknown payment shows nothing.
  expect(rates({ due: money('408.00') })).toEqual([[], []]);
  expect(rates({ due: money('500.00'), statutoryPay: statutory('100.00', '-100.00') })).toEqual([[], []]);
  const early = hmrcOwed([month(0, '500.00', '500.00', { statutoryPay })], monthly, '2026-04-05');
  expect(early.recoveries).toEqual([[], []]);
  const recovered = { adjustments: [{ datedOn: '2026-04-30', amount: money('-92.00') }], due: money('408.00') };
  expect(rates(recovered)).toEqual([[], []]);
  const levy = { adjustments: [{ datedOn: '2026-04-30', amount: money('20.00') }], due: money('520.00') };
  expect(rates(levy)[0]).toHaveLength(1);
});

test('debts and journals together equal the charges', () => {
  const amount = fc.integer({ min: -20_000, max: 90_000 }).map((value) => Money.pence(BigInt(value)).toString());
  const due = fc.option(
    fc.integer({ min: 0, max: 90_000 }).map((value) => Money.pence(BigInt(value)).toString()),
    { nil: undefined },
  );
  const figures = fc.array(fc.record({ amount, due, cis: fc.integer({ min: 0, max: 3000 }) }), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(figures, fc.boolean(), fc.boolean(), (rows, quarterly, cisIsHere) => {
      const months = rows.map((row, period) =>
        month(period, row.amount, row.due, { cisSuffered: Money.pence(BigInt(row.cis)) }),
      );
      const policy: HmrcPolicy = { payePeriod: quarterly ? 'quarterly' : 'monthly', collectionDay: null, cisIsHere };
      const { debts, journals } = hmrcOwed(months, policy, '2027-06-01');
      const charged = Money.sum(
        months.map(({ runs, cisSuffered }) => {
          const [run] = runs;
          return (run as { amount: Money }).amount.minus(cisIsHere ? cisSuffered : Money.zero);
        }),
      );
      expect(Money.sum([...debts, ...journals].map((one) => one.amount)).toString()).toBe(charged.toString());
    }),
  );
});

test.each([
  [0, { collectionDay: null }, '2026-05-22'],
  [7, { collectionDay: null }, '2026-12-22'],
  [7, { collectionDay: 3 }, '2027-01-03'],
  [0, { collectionDay: 5 }, '2026-06-05'],
  [0, { payePeriod: 'quarterly' as const }, '2026-07-22'],
  [11, { payePeriod: 'quarterly' as const }, '2027-04-22'],
])('PAYE of period %s, by %j, is due on %s', (period, given, due) => {
  expect(hmrcDueOn({ year: 2027, period }, { ...monthly, ...given })).toBe(due);
});

test.each([
  ['2026-05-31', 22, '2026-06-22'],
  ['2026-12-01', 19, '2027-01-19'],
  ['2027-01-31', 5, '2027-02-05'],
])('after %s, day %i is %s', (date, day, due) => {
  expect(dayOfNextMonth(date, day)).toBe(due);
});
