import type { BankLine, Debt } from '../../../src/journal/controls/control.js';
import { classify } from '../../../src/journal/controls/classify.js';
import { type HmrcMonth, type HmrcPolicy, hmrcOwed } from '../../../src/journal/controls/hmrc.js';
import { claims } from '../paye/claims.js';
import { classifyPeople } from '../../../src/journal/controls/people.js';
import { Money } from '../../../src/journal/money.js';

/** The worked examples of the design, figure by figure. */

const money = (text: string) => Money.parse(text);
const pay = (day: string, amount: string): Debt => ({
  what: `Pay of ${day}`,
  arisesOn: day,
  dueOn: day,
  amount: money(amount),
});
const paid = (datedOn: string, amount: string): BankLine => ({ datedOn, amount: money(amount), explained: true });
const inText = (parts: readonly { what: string; amount: Money }[]) =>
  parts.map(({ what, amount }) => `${amount} ${what}`);

const monthly: HmrcPolicy = { payePeriod: 'monthly', collectionDay: null, cisIsHere: true };
const month = (
  year: number,
  period: number,
  day: string,
  amount: string,
  more: Partial<HmrcMonth> = {},
): HmrcMonth => ({
  year,
  period,
  runs: [{ datedOn: day, amount: money(amount) }],
  adjustments: [],
  cisSuffered: Money.zero,
  statutoryPay: [],
  owedElsewhere: Money.zero,
  ...more,
});

describe('PAYE of 31 May 2026, paid less a recovery that nobody posted', () => {
  const statutoryPay = claims(['811.18'], { on: '2026-05-31' });
  const may = month(2027, 1, '2026-05-31', '2753.63', { due: money('2007.34'), statutoryPay });
  const on = (day: string, balance: string) =>
    classify({ on: day, balance: money(balance), ...hmrcOwed([may], monthly, day) });

  test('after the grace it needs a journal', () => {
    const verdict = on('2026-06-26', '746.29');
    expect(verdict).toMatchObject({ state: 'needs_a_journal' });
    expect([verdict.charged, verdict.owed, verdict.difference].map(String)).toEqual(['2753.63', '0.00', '746.29']);
    expect(inText(verdict.because)).toEqual(['746.29 Statutory pay 811.18 at 92 % not posted; confirm the rate']);
  });

  test('before it is due it is owed, and within the grace both paid and unpaid agree', () => {
    expect(on('2026-06-18', '2753.63')).toMatchObject({ state: 'reconciled', owed: money('2753.63') });
    expect(on('2026-06-25', '2753.63')).toMatchObject({ state: 'reconciled', owed: money('2753.63') });
    expect(on('2026-06-25', '746.29')).toMatchObject({ state: 'reconciled', owed: money('746.29') });
  });

  test('a journal may be posted before the payment is due, and not before it is charged', () => {
    expect(on('2026-06-18', '2007.34').state).toBe('reconciled');
    expect(on('2026-05-20', '-746.29').state).toBe('unexplained');
  });

  test('once the journal is posted it is settled', () => {
    expect(on('2026-06-26', '0.00').state).toBe('settled');
  });

  test('when payroll shows the whole amount as due, the recovery taken off its payment is still named', () => {
    const whole = { ...may, due: money('2753.63') };
    const lines = [paid('2026-06-22', '2007.34'), paid('2026-06-26', '8.00')];
    const facts = { on: '2026-06-26', balance: money('746.29'), bank: { accounts: 1, lines } };
    const verdict = classify({ ...facts, ...hmrcOwed([whole], monthly, '2026-06-26') });
    expect(verdict.state).toBe('needs_a_journal');
    expect(inText(verdict.because)).toEqual(['746.29 Statutory pay 811.18 at 92 % not posted; confirm the rate']);
  });

  test('unpaid, it is both', () => {
    const bank = { accounts: 1, lines: [paid('2026-06-25', '12.00')] };
    const facts = { on: '2026-06-26', balance: money('2753.63'), ...hmrcOwed([may], monthly, '2026-06-26'), bank };
    const verdict = classify(facts);
    expect(verdict.state).toBe('not_paid');
    expect(inText(verdict.because)).toEqual([
      '2007.34 PAYE 2026/27 month 2 not paid',
      '746.29 Statutory pay 811.18 at 92 % not posted; confirm the rate',
    ]);
  });
});

test('a wage unpaid, or drawn through the director’s loan account', () => {
  const verdict = classify({
    on: '2026-07-06',
    balance: money('1047.50'),
    debts: [pay('2026-04-30', '1047.50'), pay('2026-05-31', '1047.50'), pay('2026-06-30', '1047.50')],
    journals: [],
    elsewhere: [{ account: '907', name: "Director's Loan Account", amount: money('1047.50'), onlyPayroll: false }],
    bank: {
      accounts: 1,
      lines: [paid('2026-04-30', '1047.50'), paid('2026-06-30', '1047.50'), paid('2026-07-04', '3.00')],
    },
  });
  expect(verdict).toMatchObject({ state: 'ambiguous', difference: money('1047.50') });
  expect(inText(verdict.because)).toEqual([
    "1047.50 Pay of 2026-05-31 not paid, or coded to 907 Director's Loan Account",
  ]);
  expect(verdict.alternatives?.map(inText)).toEqual([
    ['1047.50 Pay of 2026-05-31 not paid'],
    ["1047.50 coded to 907 Director's Loan Account"],
  ]);
});

test('case r07: employment allowance, CIS suffered and recovery leave 19.81', () => {
  const november = month(2026, 7, '2025-11-28', '1158.63', {
    adjustments: [{ datedOn: '2025-11-28', amount: money('-688.82') }],
    cisSuffered: money('450.00'),
    due: money('19.81'),
  });
  const on = (day: string, balance: string) =>
    classify({ on: day, balance: money(balance), ...hmrcOwed([november], monthly, day) });
  expect(on('2025-11-30', '19.81')).toMatchObject({
    state: 'reconciled',
    owed: money('19.81'),
    charged: money('19.81'),
  });
  expect(on('2025-12-29', '0.00')).toMatchObject({ state: 'settled', owed: Money.zero });
});

test('PAYE by the quarter is owed until 22 July', () => {
  const months = ['2026-04-30', '2026-05-31', '2026-06-30'].map((day, period) =>
    month(2027, period, day, '94.58', { due: money('94.58') }),
  );
  const quarterly: HmrcPolicy = { ...monthly, payePeriod: 'quarterly' };
  const owed = hmrcOwed(months, quarterly, '2026-06-30');
  expect(owed.debts).toEqual([
    { what: 'PAYE 2026/27 quarter 1', arisesOn: '2026-04-30', dueOn: '2026-07-22', amount: money('283.74') },
  ]);
  const verdict = classify({ on: '2026-06-30', balance: money('283.74'), ...owed });
  expect(verdict).toMatchObject({ state: 'reconciled', owed: money('283.74') });
});

test('of a quarter, or a month with two pay dates, only amounts dated up to the day are owed', () => {
  const months = ['2026-04-30', '2026-05-31', '2026-06-30'].map((day, period) =>
    month(2027, period, day, '94.58', { due: money('94.58') }),
  );
  const quarterly: HmrcPolicy = { ...monthly, payePeriod: 'quarterly' };
  const inMay = classify({
    on: '2026-05-31',
    balance: money('189.16'),
    ...hmrcOwed(months, quarterly, '2026-05-31'),
  });
  expect(inMay).toMatchObject({ state: 'reconciled', charged: money('189.16'), owed: money('189.16') });
  const twoDates = {
    ...month(2027, 0, '2026-04-15', '100.00'),
    runs: [
      { datedOn: '2026-04-15', amount: money('100.00') },
      { datedOn: '2026-04-30', amount: money('400.00') },
    ],
  };
  const between = hmrcOwed([twoDates], monthly, '2026-04-20');
  expect(between.debts).toEqual([
    { what: 'PAYE 2026/27 month 1', arisesOn: '2026-04-15', dueOn: '2026-05-22', amount: money('100.00') },
    { what: 'PAYE 2026/27 month 1', arisesOn: '2026-04-30', dueOn: '2026-05-22', amount: money('400.00') },
  ]);
  expect(classify({ on: '2026-04-20', balance: money('100.00'), ...between }).state).toBe('reconciled');
  // Before the first pay date nothing has arisen, and the payment is one debt.
  expect(hmrcOwed([twoDates], monthly, '2026-04-10').debts).toHaveLength(1);
  expect(hmrcOwed([twoDates], monthly, '2026-04-30').debts).toHaveLength(1);
});

test('all wages of May coded to the first person', () => {
  const bank = { accounts: 1, lines: [paid('2026-05-29', '6631.88'), paid('2026-06-04', '20.00')] };
  const person = (name: string, wage: string, balance: string) => ({
    name,
    facts: { on: '2026-06-05', balance: money(balance), debts: [pay('2026-05-31', wage)], journals: [], bank },
  });
  const verdicts = classifyPeople([
    person('Employee One', '2355.64', '-4276.24'),
    person('Employee Two', '2131.64', '2131.64'),
    person('Employee Three', '2144.60', '2144.60'),
  ]);
  expect(verdicts.map(({ state }) => state)).toEqual(Array(3).fill('coded_to_one_person'));
  expect(verdicts.map(({ difference }) => String(difference))).toEqual(['-4276.24', '2131.64', '2144.60']);
  expect(Money.sum(verdicts.map(({ difference }) => difference)).isZero()).toBe(true);
  expect(verdicts.map(({ because }) => inText(because))).toEqual([
    ['-2131.64 Pay of Employee Two, coded to Employee One', '-2144.60 Pay of Employee Three, coded to Employee One'],
    ['2131.64 Pay of Employee Two, coded to Employee One'],
    ['2144.60 Pay of Employee Three, coded to Employee One'],
  ]);
});
