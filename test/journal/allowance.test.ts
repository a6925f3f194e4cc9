import { addYears, nothingYet } from '../../src/journal/mapping/allowance.js';
import { type Circumstances, claimed, codes, mapOne, payslip, period, soFar, users, userUrl } from './payroll.js';

const field = 'employment_allowance_amount';
const director = { users: users('Director', 'Employee') };
const nil = { basic_pay: '0', tax_deducted: '0', employee_ni: '0', employer_ni: '0' };

test('periods add up to a year, and who is a director by now counts as one', () => {
  const april = soFar(['100.00', '50.00'], ['10.00', '5.00'], { '/v2/users/1': false, '/v2/users/2': false });
  const may = soFar(['1.00', '0.50'], ['0.10', '0.05'], { '/v2/users/2': true });
  expect(addYears(addYears(nothingYet, april), may)).toEqual(
    soFar(['101.00', '50.50'], ['10.10', '5.05'], { '/v2/users/1': false, '/v2/users/2': true }),
  );
});

describe('in words', () => {
  const remarks = (wire: unknown, circumstances: Circumstances) => {
    const { holds, warnings } = mapOne(wire, circumstances);
    return [...holds, ...warnings];
  };

  test.each<[string, unknown, Circumstances, string, string, string]>([
    [
      'more than the employer NI of the period',
      period([payslip(1)], claimed('300.00')),
      {},
      'allowance_exceeds_employer_ni',
      '300.00',
      'The employment allowance of £300.00 is more than the employer NI of £237.45 it is set against. Check the claim in payroll; approve it if it catches up on earlier months.',
    ],
    [
      'more than the employer NI of the year',
      period([payslip(1)], claimed('300.00')),
      { yearToDate: soFar(['0', '50'], ['0', '0']) },
      'allowance_exceeds_employer_ni',
      '300.00',
      'The employment allowance of £300.00 is more than the employer NI of £237.45 it is set against, also with the earlier months of the tax year. Check the claim in payroll; approve it if it catches up on earlier months.',
    ],
    [
      'more than the employer NI of the year with earlier claims',
      period([payslip(1)], claimed('100.00')),
      { yearToDate: soFar(['0', '50'], ['0', '200']) },
      'allowance_exceeds_employer_ni',
      '100.00',
      'The employment allowance of £100.00 brings the claims of the tax year to £300.00, more than its employer NI of £287.45 to date. Check the claim in payroll; approve it only if payroll is right.',
    ],
    [
      'a late claim',
      period([payslip(1)], claimed('300.00')),
      { yearToDate: soFar(['0', '100'], ['0', '0']) },
      'allowance_caught_up',
      '300.00',
      "The employment allowance of £300.00 is more than this period's employer NI of £237.45: it catches up on earlier months of the tax year, and is shared by the employer NI of the year that no earlier claim has relieved.",
    ],
    [
      'more than an employer may claim',
      period([payslip(1, { employer_ni: '20000.00' })], claimed('10500.01')),
      {},
      'allowance_above_maximum',
      '10500.01',
      'The employment allowance of £10,500.01 is more than the £10,500.00 that an employer may claim in 2025/26. Check the claim in payroll; approve it only if payroll is right.',
    ],
    [
      'claimed by a sole director',
      period([payslip(1)], claimed('100.00')),
      director,
      'sole_director_claims_allowance',
      '100.00',
      'Payroll claims an employment allowance of £100.00, and the only person paid in the tax year so far is one director. Such a company may not claim it: check the claim in payroll.',
    ],
    [
      'not claimed, by the settings of payroll',
      period([payslip(1)], { ...claimed('100.00'), employment_allowance_claimed: false }),
      {},
      'allowance_not_claimed',
      '100.00',
      "Payroll shows an employment allowance of £100.00, but says that none is claimed. Check the claim in payroll's settings; approve only if the allowance is really claimed.",
    ],
    [
      'paid back',
      period([payslip(1)], claimed('-5.00')),
      {},
      'negative_allowance',
      '-5.00',
      'The employment allowance is negative: -£5.00. If an earlier claim is being paid back, approve it; else correct payroll.',
    ],
  ])('%s', (_, wire, circumstances, code, amount, message) => {
    expect(remarks(wire, circumstances)).toEqual([{ code, message, field, amount }]);
  });

  test('employer NI below zero is named by its group', () => {
    const group = (role: string) => remarks(period([payslip(1, { employer_ni: '-6.00' })]), { users: users(role) });
    const hold = (name: string) => ({
      code: 'negative_employer_ni',
      message: `Employer NI of the ${name} comes to -£6.00. If payroll corrects an earlier month, approve it; else correct payroll.`,
      field: 'employer_ni',
      amount: '-6.00',
    });
    expect(group('Director')).toEqual([hold('directors')]);
    expect(group('Employee')).toEqual([hold('employees')]);
  });

  test('a payslip that can be counted to neither group', () => {
    const wire = period([payslip(1), payslip(2)], claimed('100.00'));
    expect(mapOne(wire, { users: users('Owner', 'Employee') }).holds.at(-1)).toEqual({
      code: 'unsupported_role',
      message:
        "The employment allowance of £100.00 is shared between directors and employees by employer NI, and Person One's payslip of 31 October 2025 cannot be counted to either yet. Settle what is held on that payslip first.",
      payslip: userUrl(1),
      field: 'employer_ni',
      amount: '237.45',
    });
  });
});

test('what is paid back is judged neither by the NI of the year nor by its maximum, and warns of no sole director', () => {
  const yearToDate = soFar(['100.00', '0'], ['20000.00', '0']);
  const run = mapOne(period([payslip(1)], claimed('-5.00')), { ...director, yearToDate });
  expect([codes(run.holds), run.warnings]).toEqual([['negative_allowance'], []]);
  expect(codes(mapOne(period([payslip(1)], claimed('-5.00')), director).warnings)).toEqual([]);
});

test('exactly the employer NI of the period is no late claim', () => {
  const yearToDate = soFar(['0', '1000.00'], ['0', '0']);
  expect(mapOne(period([payslip(1)], claimed('237.45')), { yearToDate })).toMatchObject({ holds: [], warnings: [] });
  expect(mapOne(period([payslip(1)], claimed('237.45')))).toMatchObject({ holds: [], warnings: [] });
  expect(codes(mapOne(period([payslip(1)], claimed('237.46')), { yearToDate }).warnings)).toEqual([
    'allowance_caught_up',
  ]);
});

test.each([
  ['is paid nothing', nil, true],
  ['has an open question', { ...nil, other_deductions: '5.00' }, false],
  ['has an amount that is no exact money', { ...nil, bonus: null }, false],
  ['is paid too', {}, false],
])('a director beside somebody who %s', (_, fields, sole) => {
  const run = mapOne(period([payslip(1), payslip(2, fields)], claimed('100.00')), director);
  expect(codes(run.warnings)).toEqual(sole ? ['sole_director_claims_allowance'] : []);
});

test('an amount that is not known has no lines, and no warning before it is settled', () => {
  const held = mapOne(period([payslip(1, { employer_ni: '1.005' })], claimed('100.00')), director);
  expect(held.journal).toBeUndefined();
  expect([codes(held.holds), held.warnings]).toEqual([['not_exact_money', 'not_exact_money'], []]);
});
