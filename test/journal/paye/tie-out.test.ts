import { Money } from '../../../src/journal/nouns/money.js';
import type { MonthToTie } from '../../../src/journal/paye/balance.js';
import { liabilityOf, tieOut } from '../../../src/journal/paye/tie-out.js';
import { taxYearRange } from '../../../src/journal/nouns/dates.js';
import { claims } from './claims.js';
import type { Policy } from '../../../src/journal/policy/policy.js';
import { parsePayPeriod } from '../../../src/payrolls/service/wire.js';
import { map, payslip, period } from '../payroll.js';

interface MonthCase {
  owed: string;
  due?: string;
  cis?: string;
  statutory?: string[];
  year?: number;
  elsewhere?: string;
  recovered?: string;
  adjustments?: string;
}

function months(...cases: MonthCase[]): MonthToTie[] {
  return cases.map(({ owed, due, cis = '0', statutory = [], year = 2026, elsewhere = '0', ...more }, index) => ({
    year,
    period: index,
    owed: Money.parse(owed),
    owedElsewhere: Money.parse(elsewhere),
    cisSuffered: Money.parse(cis),
    statutoryPay: claims(statutory, { on: taxYearRange(year).from, of: `${index}` }),
    ...(due === undefined ? {} : { due: Money.parse(due) }),
    ...(more.recovered && { recovered: Money.parse(more.recovered) }),
    ...(more.adjustments && { adjustments: Money.parse(more.adjustments) }),
  }));
}

const tie = (...cases: MonthCase[]) =>
  JSON.parse(JSON.stringify(tieOut(months(...cases)))) as ReturnType<typeof tieOut>;
const last = (...cases: MonthCase[]) => tie(...cases).months.at(-1);

test('the payment due equals payroll’s own figures', () => {
  expect(tie({ owed: '1797.62', due: '1797.62' }, { owed: '100.00', due: '100.00' })).toEqual({
    months: [
      { period: 0, expected: '1797.62', due: '1797.62', difference: '0.00', verdict: 'agrees', causes: [] },
      { period: 1, expected: '100.00', due: '100.00', difference: '0.00', verdict: 'agrees', causes: [] },
    ],
    yearToDate: { expected: '1897.62', due: '1897.62', difference: '0.00', verdict: 'agrees', causes: [] },
  });
});

test('a recovery and a levy in the books complete the sum, so no rate is searched for', () => {
  const month = { owed: '1028.63', cis: '20.00', statutory: ['748.72'], adjustments: '5.00' };
  const sum = { payroll: '1028.63', recovered: '688.82', cisSuffered: '20.00', adjustments: '5.00' };
  expect(last({ ...month, recovered: '688.82', due: '324.81' })).toMatchObject({ verdict: 'agrees', sum });
  // The payment fits the other rate, but with a recovery in the books no rate may explain it.
  const other = last({ ...month, recovered: '812.36', due: '324.81' });
  expect([other?.verdict, other?.difference]).toEqual(['unexplained', '123.54']);
  // Nor does a rate's rounding explain a penny.
  const penny = last({ ...month, recovered: '688.82', due: '324.82' });
  expect([penny?.verdict, penny?.difference]).toEqual(['unexplained', '0.01']);
  // It was taken off the next month's payment.
  expect(last({ ...month, recovered: '0.00', due: '1013.63' })).toMatchObject({ verdict: 'agrees' });
  expect(last({ ...month, recovered: '688.82' })).toMatchObject({ verdict: 'not_due_yet', expected: '324.81', sum });
  expect(last({ owed: '10.00', due: '10.00' })).not.toHaveProperty('sum');
});

test('tax suffered in the construction industry scheme is taken off', () => {
  expect(last({ owed: '500.00', cis: '120.00', due: '380.00' })).toMatchObject({
    verdict: 'agrees',
    expected: '380.00',
  });
});

test('a negative month has nothing due, and is set off against the next', () => {
  const tied = tie(
    { owed: '100.00', cis: '250.00', due: '0' },
    { owed: '100.00', due: '0' },
    { owed: '100.00', due: '50.00' },
    { owed: '10.00', due: '10.00' },
  );
  expect(tied.months.map(({ expected, verdict }) => [expected, verdict])).toEqual([
    ['0.00', 'agrees'],
    ['0.00', 'agrees'],
    ['50.00', 'agrees'],
    ['10.00', 'agrees'],
  ]);
  expect(tied.yearToDate).toMatchObject({ verdict: 'agrees', expected: '60.00' });
});

test.each([
  [2025, '0.92', '1000.00', '820.00'],
  [2026, '0.92', '1000.00', '820.00'],
  [2025, '1.03', '1000.00', '797.00'],
  [2026, '1.085', '1000.00', '783.00'],
  [2027, '1.09', '1000.00', '782.00'],
])('in %i, recovery at %s explains the difference', (year, rate, owed, due) => {
  expect(
    last({ year, owed, statutory: ['200.00'], due: due === '820.00' ? '816.00' : due === '797.00' ? '794.00' : due }),
  ).toMatchObject({
    verdict: 'explained',
    recoveryRate: rate,
  });
});

test.each([
  [2024, '1.085'],
  [2026, '1.03'],
  [2026, '1.09'],
  [2027, '1.085'],
])('in %i, the rate %s explains nothing', (year, rate) => {
  const due = Money.parse('1000.00').minus(
    Money.parse('200.00').share(Money.parse(rate.replace('.', '').padEnd(4, '0')), Money.parse('1000')),
  );
  expect(last({ year, owed: '1000.00', statutory: ['200.00'], due: due.toString() })?.verdict).toBe('unexplained');
});

test('a difference of a penny for each line is explained, two are not', () => {
  const due = (amount: string) => last({ owed: '1000.00', statutory: ['100.00', '50.00'], due: amount })?.verdict;
  expect(due('862.00')).toBe('explained');
  expect(due('862.02')).toBe('explained');
  expect(due('861.98')).toBe('explained');
  expect(due('862.03')).toBe('unexplained');
  expect(due('861.97')).toBe('unexplained');
});

test('without statutory pay no recovery explains a penny', () => {
  expect(last({ owed: '100.00', due: '100.01' })).toMatchObject({ verdict: 'unexplained', difference: '0.01' });
  expect(
    last({ owed: '1000.00', statutory: ['100.00'], due: '908.00' }, { owed: '100.00', due: '100.01' })?.verdict,
  ).toBe('unexplained');
});

test('in a month without statutory pay, recovery explains a difference only by credit from earlier months', () => {
  expect(
    last({ owed: '1000.00', statutory: ['100.00'], due: '908.00' }, { owed: '100.00', due: '8.00' })?.verdict,
  ).toBe('unexplained');
});

test('a credit of recovered pay is carried forward at its rate', () => {
  const tied = tie({ owed: '50.00', statutory: ['100.00'], due: '0' }, { owed: '100.00', due: '58.00' });
  expect(tied.months[0]).toMatchObject({ verdict: 'cannot_tell', causes: [] });
  expect(tied.months[0]?.recoveryRate).toBeUndefined();
  expect(tied.months[1]).toMatchObject({ verdict: 'explained', recoveryRate: '0.92' });
  expect(tied.yearToDate).toMatchObject({ verdict: 'explained', recoveryRate: '0.92' });
});

test.each([
  [[{ owed: '100.00', due: '150.00' }], ['levy', 'late_correction'], '50.00'],
  [[{ owed: '100.00', due: '60.00' }], ['late_correction'], '-40.00'],
  [[{ owed: '100.00', due: '0.0' }], ['nil_due', 'quarterly_payer', 'late_correction'], '-100.00'],
  [
    [
      { owed: '100.00', due: '0' },
      { owed: '110.00', due: '0' },
      { owed: '120.00', due: '330.00' },
    ],
    ['quarterly_payer'],
    '210.00',
  ],
  [
    [
      { owed: '100.00', due: '100.00' },
      { owed: '110.00', due: '210.00' },
    ],
    ['levy', 'late_correction'],
    '100.00',
  ],
])('%j may come from %j', (cases, causes, difference) => {
  expect(last(...(cases as MonthCase[]))).toMatchObject({ verdict: 'unexplained', causes, difference });
});

test('two rates in one month explain it when only one combination fits', () => {
  const two = (due: string, ...statutory: string[]) => last({ owed: '1000.00', statutory, due });
  // 200.00 at 0.92 and 100.00 at 1.085.
  expect(two('707.50', '200.00', '100.00')).toMatchObject({ verdict: 'explained', recoveryRate: '0.92 and 1.085' });
  // Two equal claims: whichever is which, there is one of each.
  expect(two('598.99', '200.00', '200.00')).toMatchObject({ verdict: 'explained', recoveryRate: '0.92 and 1.085' });
  expect(two('710.00', '200.00', '100.00')?.verdict).toBe('unexplained');
  // Claims of nearly the same amount: which one had which rate cannot be known.
  expect(two('799.40', '100.00', '100.10')?.verdict).toBe('unexplained');
  expect(two('2000.00', ...Array.from({ length: 40 }, () => '10.00'))?.verdict).toBe('unexplained');
  expect(tie({ owed: '1000.00', statutory: ['200.00', '100.00'], due: '707.50' }).yearToDate).toMatchObject({
    verdict: 'explained',
    recoveryRate: '0.92 and 1.085',
  });
});

test('nothing due proves no rate, until a later month shows it', () => {
  const tied = tie(
    { owed: '50.00', statutory: ['100.00'], due: '0.00' },
    { owed: '10.00', due: '0.00' },
    { owed: '100.00', due: '51.50' },
  );
  expect(tied.months.map(({ verdict, recoveryRate }) => [verdict, recoveryRate])).toEqual([
    ['cannot_tell', undefined],
    ['cannot_tell', undefined],
    ['explained', '1.085'],
  ]);
  expect(tie({ owed: '50.00', statutory: ['100.00'], due: '0' }).yearToDate.verdict).toBe('cannot_tell');
  // At no rate does 100.00 of statutory pay bring 150.00 down to nothing.
  expect(last({ owed: '150.00', statutory: ['100.00'], due: '0' })).toMatchObject({
    verdict: 'unexplained',
    causes: ['nil_due', 'quarterly_payer', 'late_correction'],
  });
});

test('amounts that the policy puts on another account are named', () => {
  expect(last({ owed: '450.00', elsewhere: '50.00', due: '500.00' })).toMatchObject({
    verdict: 'unexplained',
    difference: '50.00',
    causes: ['on_other_accounts'],
    owedElsewhere: '50.00',
  });
  expect(last({ owed: '450.00', elsewhere: '50.00', due: '505.00' })).toMatchObject({
    causes: ['on_other_accounts', 'levy', 'late_correction'],
    owedElsewhere: '50.00',
  });
  expect(last({ owed: '450.00', elsewhere: '50.00', due: '450.00' })?.verdict).toBe('agrees');
});

test('a quarter is summed before a levy is suspected', () => {
  const quarter = (due: string, more: Partial<MonthCase> = {}) =>
    tie({ owed: '100.00' }, { owed: '110.00', ...more }, { owed: '120.00', due });
  expect(quarter('330.00').months.at(-1)).toMatchObject({ causes: ['quarterly_payer'] });
  expect(quarter('330.00').yearToDate).toMatchObject({ verdict: 'agrees', expected: '330.00' });
  expect(quarter('238.00', { statutory: ['100.00'] }).months.at(-1)).toMatchObject({ causes: ['quarterly_payer'] });
  expect(quarter('360.00', { elsewhere: '30.00' }).months.at(-1)?.causes).toEqual(['quarterly_payer']);
  // Payroll may ask without it, as it is on another account.
  expect(quarter('330.00', { elsewhere: '30.00' }).months.at(-1)?.causes).toEqual(['quarterly_payer']);
  expect(quarter('340.00').months.at(-1)?.causes).toEqual(['levy', 'late_correction']);
  // July is the next quarter.
  const july = tie(
    { owed: '100.00', due: '100.00' },
    { owed: '100.00', due: '100.00' },
    { owed: '100.00', due: '0' },
    { owed: '100.00', due: '200.00' },
  );
  expect(july.months.at(-1)?.causes).toEqual(['levy', 'late_correction']);
});

test('loans on 815 are not on 814', () => {
  const wire = period([payslip(1, { student_loan_deduction: '30.0', postgrad_loan_deduction: '20.0' })]);
  const liability = (policy: Partial<Policy>) => {
    const { owed, owedElsewhere } = liabilityOf(parsePayPeriod(wire, 2026), map(wire, { policy }));
    return [owed.toString(), owedElsewhere.toString()];
  };
  expect(liability({})).toEqual(['553.81', '0.00']);
  expect(liability({ studentLoans: 'otherDeductions' })).toEqual(['503.81', '50.00']);
  expect(liability({ treatments: { student_loan_deduction: 'deduct' } })).toEqual(['523.81', '30.00']);
  const elsewhere = { as: 'deduct_to_tax_authority', account: '820' } as const;
  expect(liability({ treatments: { student_loan_deduction: elsewhere } })).toEqual(['523.81', '30.00']);
  expect(liability({ treatments: { student_loan_deduction: 'hold' } })).toEqual(['523.81', '0.00']);
  const levy = { mystery: 'employer_cost_to_tax_authority' } as const;
  const more = period([payslip(1, { mystery: '5.0' })]);
  expect(liabilityOf(parsePayPeriod(more, 2026), map(more, { policy: { treatments: levy } })).owed.toString()).toBe(
    '508.81',
  );
});

test('what agrees or is explained has no causes', () => {
  expect(last({ owed: '1000.00', statutory: ['200.00'], due: '816.00' })?.causes).toEqual([]);
});

test('a month without a payment is not due yet, and not in the year to date', () => {
  const tied = tie({ owed: '100.00', due: '100.00' }, { owed: '200.00' });
  expect(tied.months[1]).toEqual({
    period: 1,
    expected: '200.00',
    difference: '0.00',
    verdict: 'not_due_yet',
    causes: [],
  });
  expect(tied.yearToDate).toMatchObject({ expected: '100.00', verdict: 'agrees' });
  expect(tie({ owed: '5.00' }).yearToDate).toMatchObject({ verdict: 'not_due_yet', difference: '0.00' });
  expect(tie({ owed: '5.00' }).yearToDate.causes).toEqual([]);
  expect(tie()).toMatchObject({ months: [], yearToDate: { expected: '0.00', verdict: 'not_due_yet' } });
});

test('a liability is made from the mapped period', () => {
  const wire = period(
    [
      payslip(1, { statutory_maternity_pay: '150.0', statutory_sick_pay: '20.0' }),
      { ...payslip(2), dated_on: '2025-10-24' },
    ],
    {
      employment_allowance_claimed: true,
      employment_allowance_amount: '7.62',
      construction_industry_scheme_deduction: '12.5',
    },
  );
  expect(JSON.parse(JSON.stringify(liabilityOf(parsePayPeriod(wire, 2026), map(wire))))).toEqual({
    year: 2026,
    period: 6,
    owed: '1000.00',
    owedElsewhere: '0.00',
    cisSuffered: '12.50',
    statutoryPay: [
      {
        userPath: '/v2/users/1',
        datedOn: '2025-10-31',
        field: 'statutory_maternity_pay',
        kind: 'statutory_maternity_pay',
        amount: '150.00',
      },
    ],
  });
});

describe('the year to date', () => {
  const usual = { owed: '1000.00', statutory: ['200.00'], due: '816.00' };
  const small = { owed: '1000.00', statutory: ['200.00'], due: '783.00' };
  const nil = { owed: '50.00', statutory: ['100.00'], due: '0' };

  test.each([
    ['two rates in two months', [small, usual], 'explained', '0.92 and 1.085'],
    ['one rate', [usual, usual], 'explained', '0.92'],
    ['two rates, and a month that proves none', [small, usual, nil], 'cannot_tell', undefined],
    ['a month that nothing explains', [usual, { owed: '100.00', due: '150.00' }], 'unexplained', undefined],
    ['two rates, and a month that is not due yet', [small, usual, { owed: '5.00' }], 'explained', '0.92 and 1.085'],
  ])('%s', (_, cases, verdict, recoveryRate) => {
    const { yearToDate } = tie(...cases);
    expect([yearToDate.verdict, yearToDate.recoveryRate, yearToDate.causes]).toEqual([verdict, recoveryRate, []]);
  });

  test('counts a month without a payment only if its quarter was paid at once', () => {
    const elsewhere = tie({ owed: '100.00' }, { owed: '450.00', elsewhere: '50.00', due: '500.00' });
    expect(elsewhere.yearToDate).toMatchObject({ expected: '450.00', due: '500.00', difference: '50.00' });
    const levied = tie({ owed: '100.00' }, { owed: '110.00', due: '115.00' });
    expect(levied.yearToDate).toMatchObject({ expected: '110.00', due: '115.00' });
    const paid = tie({ owed: '100.00' }, { owed: '110.00', due: '210.00' }, { owed: '120.00' }, { owed: '130.00' });
    expect(paid.yearToDate).toMatchObject({ expected: '330.00', due: '210.00', verdict: 'unexplained' });
  });
});

test('a credit of a month without a payment is set off against the next', () => {
  const tied = tie({ owed: '100.00', cis: '250.00' }, { owed: '200.00', due: '50.00' });
  expect(tied.months.map(({ verdict, expected }) => [verdict, expected])).toEqual([
    ['not_due_yet', '0.00'],
    ['agrees', '50.00'],
  ]);
});

test('once its rate is known, a credit is used up', () => {
  const tied = tie(
    { owed: '50.00', statutory: ['100.00'], due: '0' },
    { owed: '100.00', due: '58.00' },
    { owed: '10.00', due: '10.00' },
  );
  expect(tied.months.at(-1)).toMatchObject({ verdict: 'agrees', expected: '10.00' });
  // More was recovered than both months owe: the rest of the credit is for the third.
  const more = tie(
    { owed: '50.00', statutory: ['100.00', '100.00'], due: '0' },
    { owed: '100.00', due: '0' },
    { owed: '100.00', due: '66.00' },
  );
  expect(more.months.map(({ verdict }) => verdict)).toEqual(['cannot_tell', 'cannot_tell', 'explained']);
});

describe('a claim that came after the 19th', () => {
  const sums = (...cases: MonthCase[]) =>
    tie(...cases).months.map(({ expected, verdict, sum }) => [expected, verdict, sum?.recovered]);

  test('comes off the next payment, whose sum has it', () => {
    const paidInFull = { owed: '1000.00', recovered: '100.00', due: '1000.00' };
    expect(sums(paidInFull, { owed: '500.00', due: '400.00' })).toEqual([
      ['1000.00', 'agrees', undefined],
      ['400.00', 'agrees', '100.00'],
    ]);
    // With the next month’s own.
    expect(sums(paidInFull, { owed: '500.00', recovered: '50.00', due: '350.00' })).toEqual([
      ['1000.00', 'agrees', undefined],
      ['350.00', 'agrees', '150.00'],
    ]);
  });

  test('comes off no payment that is not known yet', () => {
    expect(sums({ owed: '1000.00', recovered: '100.00', due: '1000.00' }, { owed: '500.00' })).toEqual([
      ['900.00', 'unexplained', '100.00'],
      ['500.00', 'not_due_yet', undefined],
    ]);
  });

  test('is of its own month where that was not paid in full, or where nothing was due', () => {
    expect(sums({ owed: '1000.00', recovered: '100.00', due: '900.00' }, { owed: '500.00', due: '500.00' })).toEqual([
      ['900.00', 'agrees', '100.00'],
      ['500.00', 'agrees', undefined],
    ]);
    expect(sums({ owed: '0.00', recovered: '100.00', due: '0.00' }, { owed: '500.00', due: '400.00' })).toEqual([
      ['0.00', 'agrees', '100.00'],
      ['400.00', 'agrees', undefined],
    ]);
  });
});

test('a recovery alone completes the sum', () => {
  expect(last({ owed: '1028.63', recovered: '688.82', due: '339.81' })).toMatchObject({
    verdict: 'agrees',
    sum: { payroll: '1028.63', recovered: '688.82', cisSuffered: '0.00', adjustments: '0.00' },
  });
});

test('adjustments alone complete the sum', () => {
  expect(last({ owed: '10.00', cis: '1.00', adjustments: '5.00', due: '14.00' })).toMatchObject({
    verdict: 'agrees',
    sum: { payroll: '10.00', recovered: '0.00', cisSuffered: '1.00', adjustments: '5.00' },
  });
  expect(last({ owed: '10.00', recovered: '0.00', due: '10.00' })).not.toHaveProperty('sum');
});

test('mixed rates are tried for twelve claims, not for thirteen', () => {
  const many = (count: number, due: string) =>
    last({ owed: '1000.00', statutory: ['100.00', ...Array.from({ length: count - 1 }, () => '5.00')], due });
  // 100.00 at 1.085, the others at 0.92.
  expect(many(12, '840.90')).toMatchObject({ verdict: 'explained', recoveryRate: '0.92 and 1.085' });
  expect(many(13, '836.30')?.verdict).toBe('unexplained');
});

test('the rates are named in order, whichever claim has which', () => {
  // 200.00 at 1.085 and 100.00 at 0.92.
  expect(last({ owed: '1000.00', statutory: ['200.00', '100.00'], due: '691.00' })?.recoveryRate).toBe(
    '0.92 and 1.085',
  );
});

test('what is on other accounts is named beside other causes, but not where nothing was due', () => {
  expect(last({ owed: '450.00', elsewhere: '50.00', due: '400.00' })).toMatchObject({
    causes: ['on_other_accounts', 'late_correction'],
    owedElsewhere: '50.00',
  });
  const nothing = last({ owed: '450.00', elsewhere: '50.00', due: '0' });
  expect(nothing?.causes).toEqual(['nil_due', 'quarterly_payer', 'late_correction']);
  expect(nothing).not.toHaveProperty('owedElsewhere');
});

test.each([
  ['to the penny', [], '330.00', true],
  ['a penny over', [], '330.01', false],
  ['at 0.92', ['100.00'], '238.00', true],
  ['at 0.92, rounded', ['100.00'], '238.01', true],
  ['at 0.92 and two pennies', ['100.00'], '238.02', false],
  ['at 1.085', ['100.00'], '221.50', true],
  ['at both rates', ['100.00', '50.00'], '183.75', true],
  ['with statutory pay of which nothing was recovered', ['100.00'], '330.00', true],
  ['with statutory pay of which nothing was recovered, and a penny over', ['100.00'], '330.01', false],
])('three months paid at once, %s', (_, statutory, due, quarterly) => {
  const tied = tie({ owed: '100.00', due: '0' }, { owed: '110.00', statutory }, { owed: '120.00', due });
  expect(tied.months.at(-1)?.causes.includes('quarterly_payer')).toBe(quarterly);
});

test.each<[string, MonthCase[]]>([
  [
    'a quarter that was not paid and the first month of the next',
    [{ owed: '100.00' }, { owed: '100.00' }, { owed: '100.00' }, { owed: '100.00', due: '400.00' }],
  ],
  [
    'a credit of the quarter before, not taken off',
    [
      { owed: '100.00', due: '100.00' },
      { owed: '100.00', due: '100.00' },
      { owed: '100.00', cis: '250.00', due: '0' },
      { owed: '200.00', due: '200.00' },
    ],
  ],
  [
    'a quarter of which one month was paid on its own',
    [
      { owed: '100.00', due: '100.00' },
      { owed: '110.00', due: '0' },
      { owed: '120.00', due: '330.00' },
    ],
  ],
])('%s is no quarter paid at once', (_, cases) => {
  expect(last(...cases)).toMatchObject({ verdict: 'unexplained', causes: ['levy', 'late_correction'] });
});
