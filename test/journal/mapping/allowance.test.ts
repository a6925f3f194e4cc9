import { addYears, nothingYet, type YearToDate } from '../../../src/journal/mapping/allowance.js';
import { whyInWords } from '../../../src/journal/mapping/why-in-words.js';
import { whyText } from '../../../src/journal/nouns/why.js';
import {
  type Circumstances,
  claimed,
  codes,
  linesOf,
  map,
  mapOne,
  payslip,
  period,
  relief,
  soFar,
  users,
  userUrl,
} from '../payroll.js';

const field = 'employment_allowance_amount';
const director = { users: users('Director', 'Employee') };
const nil = { basic_pay: '0', tax_deducted: '0', employee_ni: '0', employer_ni: '0' };

test('periods add up to a year, and who is a director by now counts as one', () => {
  const april = soFar(['100.00', '50.00'], ['10.00', '5.00'], { '/v2/users/1': false, '/v2/users/2': false });
  const may = soFar(['1.00', '0.50'], ['0.10', '0.05'], { '/v2/users/2': true });
  expect(addYears(addYears(nothingYet, april), may)).toEqual({
    ...soFar(['101.00', '50.50'], ['0', '0'], { '/v2/users/1': false, '/v2/users/2': true }),
    relief: [...relief('10.00', '5.00'), ...relief('0.10', '0.05')],
  });
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
      'Payroll claims an employment allowance of £100.00, and the only person paid above the secondary threshold in the tax year so far is one director. Such a company may not claim it: check the claim in payroll.',
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

describe('what is paid back', () => {
  const both = { users: users('Director', 'Employee') };
  const nobodysNi = [payslip(1, { employer_ni: '0' }), payslip(2, { employer_ni: '0' })];
  const staffsNi = [payslip(1, { employer_ni: '0' }), payslip(2, { employer_ni: '300.00' })];
  const back = (amount: string, yearToDate?: YearToDate, slips: unknown[] = staffsNi) => {
    const { journal } = mapOne(period(slips, claimed(amount)), { ...both, yearToDate });
    const entries = journal?.entries.filter(({ from }) => from.includes(field)) ?? [];
    return entries.map(({ category, debit }) => `${category} ${debit}`);
  };
  const relieved = (directors: string, employees: string) => soFar(['900.00', '900.00'], [directors, employees]);

  test('goes to the accounts that the claims of the year relieved', () => {
    expect(back('-1300.00', relieved('500.00', '800.00'))).toEqual(['814 -1300.00', '402 800.00', '408 500.00']);
    expect(back('-1300.00', relieved('500.00', '800.00'), nobodysNi)).toEqual(
      back('-1300.00', relieved('500.00', '800.00')),
    );
  });

  test('goes there in proportion if it is a part of them, to the penny', () => {
    expect(back('-100.01', relieved('500.00', '800.00'))).toEqual(['814 -100.01', '402 61.54', '408 38.47']);
    expect(back('-0.01', relieved('500.00', '500.00'))).toEqual(['814 -0.01', '402 0.01']);
  });

  test('counts as paid back from then on', () => {
    const april = map(period(staffsNi, claimed('-1300.00')), { ...both, yearToDate: relieved('500.00', '800.00') });
    const toDate = addYears(relieved('500.00', '800.00'), april.adds);
    expect(back('-200.00', toDate)).toEqual(['814 -200.00', '402 200.00']);
    const other = addYears(toDate, { ...nothingYet, relief: relief('70.00', '30.00') });
    expect(back('-100.00', other)).toEqual(['814 -100.00', '402 30.00', '408 70.00']);
  });

  test('has a reason for each account', () => {
    const { journal } = mapOne(period(staffsNi, claimed('-1300.00')), {
      ...both,
      yearToDate: relieved('500.00', '800.00'),
    });
    const whys = journal?.entries.flatMap((entry) => entry.why?.map(whyText) ?? []) ?? [];
    expect(whys.map((why) => [why.because, why.of, why.amount])).toEqual([
      ['paid_back', '1300.00', '800.00'],
      ['paid_back', '1300.00', '500.00'],
    ]);
    expect(whyInWords(whys.slice(0, 1))).toBe(
      "share of 1,300.00 paid back, as this tax year's claims relieved the accounts",
    );
  });

  test('goes by the employer NI of its own period while no claim of the year is known', () => {
    expect(back('-5.00')).toEqual(['814 -5.00', '402 5.00']);
    expect(back('-5.00', relieved('0', '0'))).toEqual(['814 -5.00', '402 5.00']);
    expect(back('-5.00', relieved('0', '-5.00'))).toEqual(['814 -5.00', '402 5.00']);
  });
});

describe('where employer NI was decided to another account', () => {
  const to = (account: string) => ({ employer_ni: { as: 'employer_cost_to_tax_authority' as const, account } });
  const lines = (circumstances: Circumstances, wire: unknown = period([payslip(1), payslip(2)], claimed('100.01'))) =>
    linesOf(mapOne(wire, circumstances)).filter((line) => !/^(401|407|814|902 user \d -1)/.test(line));
  const forOne = { scope: 'person', field: 'employer_ni', user: '/v2/users/1', as: to('152').employer_ni } as const;

  test('the allowance follows it', () => {
    expect(lines({ policy: { treatments: to('152') } })).toEqual(['152 237.45', '152 237.45', '152 -100.01']);
    expect(lines({ policy: { treatments: to('152') }, users: users('Director', 'Employee') })).toEqual([
      '152 237.45',
      '152 237.45',
      '152 -50.00',
      '152 -50.01',
    ]);
  });

  test('by their NI of the period, if it was decided for one person', () => {
    expect(lines({ decided: [forOne] })).toEqual(['152 237.45', '402 237.45', '152 -50.01', '402 -50.00']);
  });

  test('to an account of persons, it names the person in every layout', () => {
    for (const layout of ['itemised', 'summarised', { merged: { liabilityCategory: '731' } }] as const) {
      const policy = { layout, treatments: to('907') };
      expect(lines({ policy }).filter((line) => line.startsWith('907'))).toEqual([
        '907 user 1 237.45',
        '907 user 2 237.45',
        '907 user 1 -50.01',
        '907 user 2 -50.00',
      ]);
    }
  });

  test('in parts, it goes to the parts', () => {
    const split = [
      { account: '049', amount: '37.45' },
      { account: '152', rest: true as const },
    ];
    const treatments = { employer_ni: { as: 'employer_cost_to_tax_authority' as const, split } };
    expect(lines({ policy: { treatments } }, period([payslip(1)], claimed('100.00')))).toEqual([
      '049 37.45',
      '152 200.00',
      '049 -15.77',
      '152 -84.23',
    ]);
  });

  test('and it is paid back there, though another account has been decided since', () => {
    const april = map(period([payslip(1), payslip(2)], claimed('100.01')), { decided: [forOne] });
    const yearToDate = addYears(nothingYet, april.adds);
    const wire = period([payslip(1), payslip(2)], claimed('-100.01'));
    expect(lines({ yearToDate }, wire).slice(-2)).toEqual(['152 50.01', '402 50.00']);
  });
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
  ['is paid up to the secondary threshold', { ...nil, basic_pay: '417.00' }, true],
  ['is paid a penny more', { ...nil, basic_pay: '417.01' }, false],
  ['is young, and paid more without employer NI', { ...nil, ni_letter: 'M', basic_pay: '1500.00' }, false],
  ['has employer NI', { ...nil, basic_pay: '300.00', employer_ni: '1.00' }, false],
  ['gives up the rest', { ...nil, basic_pay: '500.00', employee_pension_salary_sacrifice: '83.00' }, true],
  ['gives the rest to others', { ...nil, basic_pay: '500.00', other_salary_sacrifice_deductions: '83.00' }, true],
  ['has the rest free of NI', { ...nil, basic_pay: '400.00', deduction_free_pay: '500.00' }, true],
])('a director beside someone who %s', (_, fields, sole) => {
  const run = mapOne(period([payslip(1), payslip(2, fields)], claimed('100.00')), director);
  expect(codes(run.warnings)).toEqual(sole ? ['sole_director_claims_allowance'] : []);
});

test.each([
  [2015, '153.00', '663.00'],
  [2016, '156.00', '676.00'],
  [2017, '156.00', '676.00'],
  [2018, '157.00', '680.00'],
  [2019, '162.00', '702.00'],
  [2020, '166.00', '719.00'],
  [2021, '169.00', '732.00'],
  [2022, '170.00', '737.00'],
  [2023, '175.00', '758.00'],
  [2025, '175.00', '758.00'],
  [2026, '96.00', '417.00'],
  [2027, '96.00', '417.00'],
])('the secondary threshold of %i is %s a week and %s a month', (year, week, month) => {
  const on = { dated_on: `${year - 1}-10-31` };
  const warned = (basic: string, frequency: string) => {
    const slips = [payslip(1, on), payslip(2, { ...nil, ...on, basic_pay: basic })];
    return codes(mapOne(period(slips, { ...claimed('100.00'), ...on, frequency }), { ...director, year }).warnings);
  };
  const penceMore = (amount: string) => amount.replace('.00', '.01');
  expect([warned(week, 'Weekly'), warned(month, 'Monthly')]).toEqual([
    ['sole_director_claims_allowance'],
    ['sole_director_claims_allowance'],
  ]);
  expect([warned(penceMore(week), 'Weekly'), warned(penceMore(month), 'Monthly')]).toEqual([[], []]);
});

test('a member of staff who was above the threshold in another month counts for the year', () => {
  const low = period([payslip(1), payslip(2, { ...nil, basic_pay: '400.00' })], claimed('100.00'));
  const { adds } = map(period([payslip(1), payslip(2)]), director);
  expect(codes(mapOne(low, { ...director, yearToDate: addYears(nothingYet, adds) }).warnings)).toEqual([]);
  const lowMonth = map(low, director).adds;
  expect(codes(mapOne(low, { ...director, yearToDate: addYears(nothingYet, lowMonth) }).warnings)).toEqual([
    'sole_director_claims_allowance',
  ]);
});

test('an amount that is not known has no lines, and no warning before it is settled', () => {
  const held = mapOne(period([payslip(1, { employer_ni: '1.005' })], claimed('100.00')), director);
  expect(held.journal).toBeUndefined();
  expect([codes(held.holds), held.warnings]).toEqual([['not_exact_money', 'not_exact_money'], []]);
});
