import { Chart } from '../../../src/journal/nouns/chart.js';
import type { DecidedField } from '../../../src/journal/policy/decided.js';
import type { YearToDate } from '../../../src/journal/mapping/mapper.js';
import { defaultPolicy } from '../../../src/journal/policy/policy.js';
import { claimed, codes, map, mapOne, payDay, payslip, period, linesOf, soFar, users, userUrl } from '../payroll.js';

describe('a pay run', () => {
  const both = () => mapOne(period([payslip(1), payslip(2)]), { users: users('Employee', 'Director') });
  const tag = 'counterfoil:2026-06:2025-10-31';

  test('is one journal, with its tag, date and description', () => {
    const run = both();
    expect(run.tag).toBe(tag);
    expect(run.tag).toBe('counterfoil:2026-06:2025-10-31');
    expect(run.journal).toMatchObject({
      tag,
      datedOn: payDay,
      description: 'Payroll 2025/26 month 7, paid 31 October 2025',
    });
    expect(linesOf(run)).toEqual([
      '401 2000.00',
      '402 237.45',
      '814 -503.81',
      '902 user 1 -1733.64',
      '407 2000.00',
      '408 237.45',
      '814 -503.81',
      '902 user 2 -1733.64',
    ]);
    expect(run).toMatchObject({ outcome: 'post', holds: [], warnings: [] });
  });

  test('keeps the fields and the payslip of each line', () => {
    expect(
      both()
        .journal?.entries.slice(0, 4)
        .map(({ description, payslip: of, from }) => ({ description, of, from })),
    ).toEqual([
      { description: 'Gross pay, Person One', of: userUrl(1), from: ['basic_pay'] },
      { description: 'Employer NI, Person One', of: userUrl(1), from: ['employer_ni'] },
      {
        description: 'PAYE tax and NI, Person One',
        of: userUrl(1),
        from: ['tax_deducted', 'employee_ni', 'employer_ni'],
      },
      { description: 'Net pay, Person One', of: userUrl(1), from: ['basic_pay', 'tax_deducted', 'employee_ni'] },
    ]);
  });

  test('lists what each person was paid, and in which role', () => {
    const run = both();
    expect(run.roles).toEqual({ '/v2/users/1': 'Employee', '/v2/users/2': 'Director' });
    expect(run.people.map((person) => ({ ...person, gross: person.gross.toString() }))).toMatchObject([
      {
        name: 'Person One',
        role: 'Employee',
        director: false,
        gross: '2000.00',
        userPath: '/v2/users/1',
        leaving: false,
      },
      {
        name: 'Person Two',
        role: 'Director',
        director: true,
        gross: '2000.00',
        userPath: '/v2/users/2',
        leaving: false,
      },
    ]);
  });

  test('adds up, by person and in total', () => {
    const slip = payslip(1, {
      leaving_payslip: true,
      student_loan_deduction: '7.00',
      postgrad_loan_deduction: '3.00',
      employee_pension: '40.00',
      employee_pension_salary_sacrifice: '25.00',
      employer_pension: '60.00',
      other_salary_sacrifice_deductions: '11.00',
      attachments: '5.00',
      levy: '2.00',
      duty: '1.00',
    });
    const { people, totals } = mapOne(period([slip]), {
      policy: { treatments: { levy: 'employer_cost_to_tax_authority', duty: 'deduct_to_tax_authority' } },
    });
    expect(JSON.parse(JSON.stringify(people[0]))).toMatchObject({
      gross: '2000.00',
      tax: '190.20',
      employeeNi: '76.16',
      loans: '10.00',
      employeePension: '65.00',
      otherDeductions: '17.00',
      net: '1641.64',
      employerNi: '239.45',
      employerPension: '60.00',
      leaving: true,
    });
    expect(JSON.parse(JSON.stringify(totals))).toEqual({
      gross: '2000.00',
      netPay: '1641.64',
      taxAuthority: '516.81',
      pension: '125.00',
      other: '16.00',
    });
  });

  test('keeps the role it was first mapped with', () => {
    const rolesSeen = new Map([[tag, { '/v2/users/1': 'Director' }]]);
    const again = mapOne(period([payslip(1)]), { rolesSeen });
    expect(linesOf(again)).toContain('407 2000.00');
    expect(again.roles).toEqual({ '/v2/users/1': 'Director' });
    expect(again.people[0]?.role).toBe('Director');
    const other = mapOne(period([payslip(1)]), {
      rolesSeen: new Map([['counterfoil:2026-05:2025-09-30', { '/v2/users/1': 'Director' }]]),
    });
    expect(linesOf(other)).toContain('401 2000.00');
  });

  test('with an unknown role, or none, is held', () => {
    for (const role of ['Owner', 'Partner', 'Accountant', 'Astronaut', '']) {
      const held = mapOne(period([payslip(1)]), { users: users(role) });
      expect(codes(held.holds)).toEqual(['unsupported_role']);
      expect(held.journal).toBeUndefined();
      expect(held.fingerprint).toBeUndefined();
      expect(held.holds[0]).toMatchObject({ payslip: userUrl(1), field: 'role' });
      expect(held.holds[0]?.message).toContain(role === '' ? 'no role' : `the role ${role}`);
    }
  });

  test.each([
    ['Director', '407 2000.00'],
    ['Employee', '401 2000.00'],
    ['Company Secretary', '401 2000.00'],
    ['Shareholder', '401 2000.00'],
  ])('pays a %s on %s', (role, line) => {
    expect(linesOf(mapOne(period([payslip(1)]), { users: users(role) }))[0]).toBe(line);
  });

  test.each([
    ['Director', '407 2000.00'],
    ['Employee', '401 2000.00'],
  ])('of someone listed twice keeps the role it was first mapped with, %s', (role, line) => {
    const twice = { users: [...users('Employee'), ...users('Director')] };
    expect(codes(mapOne(period([payslip(1)]), twice).holds)).toEqual(['unsupported_role']);
    const seen = mapOne(period([payslip(1)]), { ...twice, rolesSeen: new Map([[tag, { '/v2/users/1': role }]]) });
    expect([seen.holds, linesOf(seen)[0], seen.roles]).toEqual([[], line, { '/v2/users/1': role }]);
  });

  test('of someone listed twice counts as the policy has it', () => {
    const twice = { users: [...users('Employee'), ...users('Director')] };
    const run = mapOne(period([payslip(1)]), { ...twice, policy: { roles: { [userUrl(1)]: 'director' } } });
    expect([run.holds, linesOf(run)[0]]).toEqual([[], '407 2000.00']);
  });

  test('finds its person among the roles of the policy', () => {
    const roles = { [userUrl(2)]: 'director', '/v2/users/1': 'employee' } as const;
    const run = mapOne(period([payslip(1), payslip(2)]), { users: users('Owner', 'Owner'), policy: { roles } });
    expect(linesOf(run).filter((line) => line.startsWith('40'))).toEqual([
      '401 2000.00',
      '402 237.45',
      '407 2000.00',
      '408 237.45',
    ]);
  });

  test('without an NI method goes by the role, even when the policy goes by the method', () => {
    const policy = { directors: 'ni_calc_type' as const };
    expect(
      linesOf(mapOne(period([payslip(1, { ni_calc_type: undefined })]), { policy, users: users('Director') })),
    ).toContain('407 2000.00');
    expect(linesOf(mapOne(period([payslip(1)]), { policy, users: users('Director') }))).toContain('401 2000.00');
    const byMethod = period([payslip(1, { ni_calc_type: 'Director' })]);
    expect(linesOf(mapOne(byMethod, { policy }))).toContain('407 2000.00');
    expect(linesOf(mapOne(byMethod))).toContain('401 2000.00');
  });
});

describe('held, but worked out as far as it can be', () => {
  test('an undecided field is left out of the journal', () => {
    const held = mapOne(period([payslip(1, { other_deductions: '40.0' })]));
    expect(linesOf(held)).toContain('902 user 1 -1733.64');
    expect(held.outcome).toBe('hold');
    expect(held.fingerprint).toMatch(/^[0-9a-f]{64}$/);
  });

  test('sums are not judged before every figure is settled', () => {
    const negative = { basic_pay: '-10.0', tax_deducted: '0.0', employee_ni: '0.0' };
    expect(codes(mapOne(period([payslip(1, negative)])).holds)).toEqual(['negative_gross', 'negative_net_pay']);
    expect(codes(mapOne(period([payslip(1, { ...negative, other_payment: '500.0' })])).holds)).toEqual([
      'unknown_money_field',
    ]);
    expect(codes(mapOne(period([payslip(1, { ...negative, bonus: null })])).holds)).toEqual(['not_exact_money']);
  });

  test('without exact money there is no journal', () => {
    const held = mapOne(period([payslip(1, { bonus: '1.005' })]));
    expect(held.journal).toBeUndefined();
    expect(held.holds[0]).toMatchObject({ field: 'bonus', amount: '1.005', payslip: userUrl(1) });
  });

  test('digits alone are an amount only once it was decided that their field is money', () => {
    const wire = period([payslip(1, { dues: '60', badge: '7' })]);
    const amounts = (run: ReturnType<typeof mapOne>) => linesOf(run).slice(-2);
    expect(amounts(mapOne(wire))).toEqual(['814 -503.81', '902 user 1 -1733.64']);
    expect(amounts(mapOne(wire, { policy: { treatments: { dues: 'information' } } }))).toEqual(amounts(mapOne(wire)));
    expect(amounts(mapOne(wire, { policy: { treatments: { dues: 'deduct' } } }))).toEqual([
      '902 user 1 -1673.64',
      '815 -60.00',
    ]);
  });

  test('a student loan goes with PAYE, or with other deductions where the policy has it so', () => {
    const wire = period([payslip(1, { student_loan_deduction: '40.0' })]);
    const others = ({ studentLoans }: { studentLoans: 'payeNi' | 'otherDeductions' }) =>
      linesOf(mapOne(wire, { policy: { studentLoans } })).slice(2);
    expect(others({ studentLoans: 'payeNi' })).toEqual(['814 -543.81', '902 user 1 -1693.64']);
    expect(others({ studentLoans: 'otherDeductions' })).toEqual(['814 -503.81', '902 user 1 -1693.64', '815 -40.00']);
  });

  test('a flawed field that is only information holds nothing', () => {
    const run = mapOne(period([payslip(1, { badge: '1.005' })]), { policy: { treatments: { badge: 'information' } } });
    expect(run.outcome).toBe('post');
  });

  test('a flawed field that the policy holds is held as not exact, not as ambiguous', () => {
    const run = mapOne(period([payslip(1, { bonus: null })]), { policy: { treatments: { bonus: 'hold' } } });
    expect(codes(run.holds)).toEqual(['not_exact_money']);
  });

  test('a flawed unknown field is held as unknown first, and as not exact once decided', () => {
    const wire = period([payslip(1, { badge: '1.005' })]);
    expect(mapOne(wire).holds[0]).toMatchObject({ code: 'unknown_money_field', field: 'badge', amount: '1.005' });
    expect(codes(mapOne(wire, { policy: { treatments: { badge: 'pay' } } }).holds)).toEqual(['not_exact_money']);
  });

  test('negative pay has its journal, for a person to approve', () => {
    const held = mapOne(period([payslip(1, { basic_pay: '100.0' })]));
    expect(codes(held.holds)).toEqual(['negative_net_pay']);
    expect(linesOf(held)).toEqual(['401 100.00', '402 237.45', '814 -503.81', '902 user 1 166.36']);
  });
});

describe('the same payslip twice', () => {
  const held = (...slips: Record<string, unknown>[]) => mapOne(period(slips)).holds;
  test('is held once for the person, whatever its hours, host and position', () => {
    const again = payslip(1, { hours_worked: '100.0', user: '/v2/users/1', bonus: '0.00', updated_at: 'later' });
    const holds = held(payslip(1), payslip(2), again, payslip(1));
    expect(holds).toEqual([
      expect.objectContaining({ code: 'possible_duplicate_payslip', amount: '1733.64', payslip: '/v2/users/1' }),
    ]);
    expect(holds[0]?.message).toContain('Person One has two payslips paid 31 October 2025');
  });

  test('does not include one that differs by a penny, by day or by person, or that pays nothing', () => {
    const nil = { basic_pay: '0', tax_deducted: '0', employee_ni: '0', employer_ni: '0' };
    expect(held(payslip(1), payslip(1, { bonus: '0.01' }))).toEqual([]);
    expect(held(payslip(1), payslip(2))).toEqual([]);
    expect(held(payslip(1, nil), payslip(1, { ...nil, hours_worked: '5' }))).toEqual([]);
    const { runs } = map(period([payslip(1), { ...payslip(1), dated_on: '2025-10-24' }]));
    expect(runs.map((run) => run.outcome)).toEqual(['post', 'post']);
  });
});

describe('accounts of persons', () => {
  const policy = (account: string) => ({ treatments: { bonus: { as: 'pay' as const, account } } });
  test.each(['900', '907', '910', '907-3'])('%s names the payslip’s user', (account) => {
    const run = mapOne(period([payslip(1, { bonus: '5.0' })]), { policy: policy(account) });
    expect(linesOf(run)).toContain(`${account} user 1 5.00`);
  });
  test.each(['899', '911', '9000', '0900'])('%s names no one', (account) => {
    const run = mapOne(period([payslip(1, { bonus: '5.0' })]), { policy: policy(account) });
    expect(linesOf(run)).toContain(`${account} 5.00`);
  });
  test('policy may put all of a kind on one', () => {
    const accounts = { ...defaultPolicy.accounts, otherDeductions: '907' };
    const wire = period([payslip(1, { attachments: '5.0' }), payslip(2, { attachments: '6.0' })]);
    expect(linesOf(mapOne(wire, { policy: { accounts, layout: 'summarised' } }))).toEqual(
      expect.arrayContaining(['907 user 1 -5.00', '907 user 2 -6.00']),
    );
  });
});

test('each account of the policy has its own lines, a director’s apart', () => {
  const accounts = {
    salaries: '4010',
    employerNics: '4020',
    staffPensions: '4030',
    directorsSalaries: '4070',
    directorsEmployerNics: '4080',
    directorsPensions: '4090',
    pensionCreditor: '8130',
    payeNi: '8140',
    otherDeductions: '8150',
    netPay: '9020',
  };
  const fields = { employer_pension: '60.00', attachments: '12.00' };
  const run = mapOne(period([payslip(1, fields), payslip(2, fields)]), {
    policy: { accounts },
    users: users('Employee', 'Director'),
  });
  expect(linesOf(run)).toEqual([
    '4010 2000.00',
    '4020 237.45',
    '8140 -503.81',
    '9020 user 1 -1721.64',
    '8130 -60.00',
    '4030 60.00',
    '8150 -12.00',
    '4070 2000.00',
    '4080 237.45',
    '8140 -503.81',
    '9020 user 2 -1721.64',
    '8130 -60.00',
    '4090 60.00',
    '8150 -12.00',
  ]);
});

test.each([
  ['nothing else', {}, '503.81', '0.00'],
  ['a loan on the PAYE account', { student_loan_deduction: '10.00' }, '513.81', '0.00'],
  ['a loan that policy puts on 820', { postgrad_loan_deduction: '10.00' }, '503.81', '10.00'],
  ['an unknown deduction decided as owed to HMRC', { duty: '10.00' }, '513.81', '0.00'],
  ['an unknown field that waits', { mystery: '10.00' }, '503.81', '0.00'],
  ['an attachment', { attachments: '10.00' }, '503.81', '0.00'],
])('what the PAYE account is credited with, and what is owed to HMRC elsewhere: %s', (_, fields, payeNi, elsewhere) => {
  const run = mapOne(period([payslip(1, fields)]), {
    policy: {
      treatments: {
        postgrad_loan_deduction: { as: 'deduct_to_tax_authority', account: '820' },
        duty: 'deduct_to_tax_authority',
      },
    },
  });
  expect([run.payeNi.toString(), run.owedElsewhere.toString()]).toEqual([payeNi, elsewhere]);
});

describe('pension in two fields', () => {
  const pensions = (net: string, outside: string, sacrificed: string) => ({
    employee_pension: net,
    employee_pension_not_under_net_pay: outside,
    employee_pension_salary_sacrifice: sacrificed,
  });
  test.each([
    ['50', '50', '0', 'employee_pension', '50.00'],
    ['50', '0', '50', 'employee_pension', '50.00'],
    ['0', '50', '50', 'employee_pension_not_under_net_pay', '50.00'],
    ['80', '50', '30', 'employee_pension', '80.00'],
    ['10', '50', '50', 'employee_pension_not_under_net_pay', '50.00'],
    ['100', '50', '50', 'employee_pension_not_under_net_pay', '50.00'],
    ['20', '50', '-30', 'employee_pension', '20.00'],
  ])('%s, %s and %s may be one contribution twice', (net, outside, sacrificed, field, amount) => {
    const held = mapOne(period([payslip(1, pensions(net, outside, sacrificed))]));
    expect(held.holds).toEqual([
      expect.objectContaining({ code: 'possible_double_count', field, amount, payslip: userUrl(1) }),
    ]);
    expect(held.journal).toBeDefined();
  });

  test.each([
    ['50', '0', '0'],
    ['0', '0', '50'],
    ['50', '40', '30'],
    ['50', '-50', '0'],
    ['50', '80', '30'],
  ])('%s, %s and %s are all deducted', (net, outside, sacrificed) => {
    expect(mapOne(period([payslip(1, pensions(net, outside, sacrificed))])).holds).toEqual([]);
  });

  test('a field decided as information is not counted twice', () => {
    const treatments = { employee_pension: 'information' as const };
    expect(mapOne(period([payslip(1, pensions('50', '50', '0'))]), { policy: { treatments } }).holds).toEqual([]);
  });

  test('the message names both fields and amounts', () => {
    const [hold] = mapOne(period([payslip(1, pensions('80', '50', '30'))])).holds;
    expect(hold?.message).toContain(
      'Person One has £80.00 in Employee pension and £50.00 in Employee pension (not under net pay) and £30.00 in Employee pension by salary sacrifice',
    );
  });
});

describe('the employment allowance', () => {
  const both = { users: users('Director', 'Employee') };
  const slips = [payslip(1, { employer_ni: '537.45' }), payslip(2, { employer_ni: '387.45' })];

  test('is shared by employer NI, in lines of its own', () => {
    const run = mapOne(period(slips, claimed('500.0')), both);
    expect(linesOf(run).slice(-3)).toEqual(['814 500.00', '402 -209.46', '408 -290.54']);
    expect(run.journal?.entries.slice(-3)).toMatchObject([
      { description: 'Employment allowance against PAYE and NI', from: ['employment_allowance_amount'] },
      { description: "Employment allowance, employees' NI" },
      { description: "Employment allowance, directors' NI" },
    ]);
    for (const entry of run.journal?.entries.slice(-3) ?? []) expect(entry.payslip).toBeUndefined();
    expect(run.totals.taxAuthority.toString()).toBe('957.62');
  });

  test('has its lines in every layout', () => {
    for (const layout of ['summarised', { merged: { liabilityCategory: '731' } }] as const) {
      const run = mapOne(period(slips, claimed('500.0')), { ...both, policy: { layout } });
      expect(linesOf(run).slice(-3)).toEqual(['814 500.00', '402 -209.46', '408 -290.54']);
    }
  });

  test('has no line for a group without a share', () => {
    expect(linesOf(mapOne(period([payslip(1)], claimed('100.0')))).slice(-2)).toEqual(['814 100.00', '402 -100.00']);
    expect(linesOf(mapOne(period([payslip(1)], claimed('100.0')), { users: users('Director') })).slice(-2)).toEqual([
      '814 100.00',
      '408 -100.00',
    ]);
  });

  test('beyond the employer NI is held, with its lines for a person to approve', () => {
    const run = mapOne(period([payslip(1)], claimed('300.0')));
    expect(run.holds).toEqual([
      expect.objectContaining({
        code: 'allowance_exceeds_employer_ni',
        amount: '300.00',
        field: 'employment_allowance_amount',
      }),
    ]);
    expect(run.holds[0]?.message).not.toContain('tax year');
    expect(linesOf(run).slice(-2)).toEqual(['814 300.00', '402 -300.00']);
  });

  test('without any employer NI falls to the directors only where no one else is paid', () => {
    const nothing = { employer_ni: '0.0' };
    const wire = period([payslip(1, nothing), payslip(2, nothing)], claimed('10.0'));
    expect(linesOf(mapOne(wire, { users: users('Director', 'Director') })).at(-1)).toBe('408 -10.00');
    expect(linesOf(mapOne(wire, both)).at(-1)).toBe('402 -10.00');
    expect(linesOf(mapOne(period([], claimed('10.0')))).at(-1)).toBe('402 -10.00');
  });

  test('may catch up as far as the year to date covers it, shared by the NI that is not relieved yet', () => {
    const yearToDate = soFar(['862.55', '612.55'], ['100', '0']);
    const run = mapOne(period(slips, claimed('1000.0')), { ...both, yearToDate });
    expect(run).toMatchObject({ outcome: 'post', holds: [] });
    expect(run.warnings).toEqual([expect.objectContaining({ code: 'allowance_caught_up', amount: '1000.00' })]);
    expect(run.warnings[0]?.message).toContain("£1,000.00 is more than this period's employer NI of £924.90");
    // Directors 862.55 + 537.45 - 100.00, employees 612.55 + 387.45.
    expect(linesOf(run).slice(-3)).toEqual(['814 1000.00', '402 -434.78', '408 -565.22']);
  });

  test('gives nothing to a group that is relieved already', () => {
    const twoSlips = [payslip(1, { employer_ni: '0.0' }), payslip(2, { employer_ni: '310.00' })];
    const yearToDate = soFar(['100.00', '600.00'], ['100.00', '0']);
    const run = mapOne(period(twoSlips, claimed('500.0')), { ...both, yearToDate });
    expect(linesOf(run).slice(-2)).toEqual(['814 500.00', '402 -500.00']);
    const overRelieved = soFar(['100.00', '600.00'], ['150.00', '0']);
    expect(linesOf(mapOne(period(twoSlips, claimed('500.0')), { ...both, yearToDate: overRelieved })).at(-1)).toBe(
      '402 -500.00',
    );
  });

  test('catches up to the last penny, and is held beyond it', () => {
    const yearToDate = soFar(['0', '162.55'], ['0', '100']);
    const upTo = (amount: string) => mapOne(period([payslip(1)], claimed(amount)), { yearToDate });
    expect(codes(upTo('300.00').warnings)).toEqual(['allowance_caught_up']);
    expect(codes(upTo('300.01').holds)).toEqual(['allowance_exceeds_employer_ni']);
    expect(upTo('300.01').holds[0]?.message).toContain('also with the earlier months of the tax year');
    expect(codes(upTo('300.01').warnings)).toEqual([]);
  });

  test('within its month, but beyond the employer NI of the year, is held', () => {
    const of = (relieved: string) =>
      mapOne(period(slips, claimed('500.0')), { ...both, yearToDate: soFar(['100.00', '0'], [relieved, '0']) });
    expect(of('524.90')).toMatchObject({ outcome: 'post', warnings: [] });
    expect(of('524.91').holds).toEqual([
      expect.objectContaining({ code: 'allowance_exceeds_employer_ni', amount: '500.00' }),
    ]);
    expect(of('524.91').holds[0]?.message).toContain('to £1,024.91, more than its employer NI of £1,024.90 to date');
    expect(linesOf(of('524.91')).slice(-2)).toEqual(['402 -209.46', '408 -290.54']);
    const none = mapOne(period(slips, claimed('0')), { ...both, yearToDate: soFar(['100', '0'], ['9000', '0']) });
    expect(none.holds).toEqual([]);
  });

  test.each([
    [2015, '2000.00', '2000.01'],
    [2016, '2000.00', '2000.01'],
    [2017, '3000.00', '3000.01'],
    [2018, '3000.00', '3000.01'],
    [2019, '3000.00', '3000.01'],
    [2020, '3000.00', '3000.01'],
    [2021, '4000.00', '4000.01'],
    [2022, '4000.00', '4000.01'],
    [2023, '5000.00', '5000.01'],
    [2024, '5000.00', '5000.01'],
    [2025, '5000.00', '5000.01'],
    [2026, '10500.00', '10500.01'],
    [2027, '10500.00', '10500.01'],
  ])('in %i, %s may be claimed and %s not', (year, most, more) => {
    const slip = { ...payslip(1, { employer_ni: '20000.00' }), dated_on: `${year - 1}-10-31` };
    const held = (amount: string) =>
      mapOne(period([slip], { ...claimed(amount), dated_on: `${year - 1}-10-31` }), { year }).holds;
    expect([codes(held(most)), codes(held(more))]).toEqual([[], ['allowance_above_maximum']]);
  });

  test('counts what was claimed earlier in the year towards the maximum', () => {
    const yearToDate = soFar(['0', '20000.00'], ['0', '10400.00']);
    const upTo = (amount: string) => mapOne(period([payslip(1)], claimed(amount)), { yearToDate }).holds;
    expect(upTo('100.00')).toEqual([]);
    expect(codes(upTo('100.01'))).toEqual(['allowance_above_maximum']);
    expect(upTo('100.01')[0]?.message).toContain(
      'brings the claims of the tax year to £10,500.01, which is more than the £10,500.00',
    );
  });

  test('of a sole director gets a warning', () => {
    const wire = period([payslip(1)], claimed('100.0'));
    const director = { users: users('Director', 'Employee') };
    const warned = (yearToDate?: YearToDate) => codes(mapOne(wire, { ...director, yearToDate }).warnings);
    expect(warned()).toEqual(['sole_director_claims_allowance']);
    expect(warned(soFar(['500', '0'], ['0', '0'], { '/v2/users/1': true }))).toEqual([
      'sole_director_claims_allowance',
    ]);
    expect(warned(soFar(['500', '0'], ['0', '0'], { '/v2/users/2': false }))).toEqual([]);
    expect(warned(soFar(['500', '0'], ['0', '0'], { '/v2/users/2': true }))).toEqual([]);
    expect(mapOne(wire).warnings).toEqual([]);
    expect(mapOne(period([payslip(1)]), director).warnings).toEqual([]);
    const nil = { basic_pay: '0', tax_deducted: '0', employee_ni: '0', employer_ni: '0' };
    const unpaid = period([payslip(1), payslip(2, nil)], claimed('100.0'));
    expect(codes(mapOne(unpaid, director).warnings)).toEqual(['sole_director_claims_allowance']);
  });

  test('is held where the year to date of a group is negative', () => {
    const yearToDate = soFar(['-600', '900'], ['0', '0']);
    const run = mapOne(period(slips, claimed('1000.0')), { ...both, yearToDate });
    expect(run.holds).toEqual([expect.objectContaining({ code: 'negative_employer_ni', amount: '-62.55' })]);
    expect(run.holds[0]?.message).toContain('directors');
  });

  test('names each group whose employer NI is negative, once', () => {
    const run = mapOne(period([payslip(1, { employer_ni: '-5.0' }), payslip(2, { employer_ni: '-6.0' })]), both);
    expect(run.holds.map(({ code, amount }) => [code, amount])).toEqual([
      ['negative_employer_ni', '-5.00'],
      ['negative_employer_ni', '-6.00'],
    ]);
    const yearToDate = soFar(['-1', '900'], ['0', '0']);
    const late = mapOne(period([payslip(1, { employer_ni: '-5.0' }), payslip(2)], claimed('300')), {
      ...both,
      yearToDate,
    });
    expect(codes(late.holds)).toEqual(['negative_employer_ni']);
  });

  test('paid back without a claim is held for both reasons', () => {
    const run = mapOne(
      period([payslip(1)], { employment_allowance_claimed: false, employment_allowance_amount: '-5.0' }),
    );
    expect(codes(run.holds)).toEqual(['allowance_not_claimed', 'negative_allowance']);
    for (const hold of run.holds) expect(hold).toMatchObject({ field: 'employment_allowance_amount', amount: '-5.00' });
    expect(linesOf(run).slice(-2)).toEqual(['814 -5.00', '402 5.00']);
  });

  test('belongs to one run of the period, and counts the employer NI of all', () => {
    const wire = period([{ ...payslip(1), dated_on: '2025-10-24' }, payslip(2)], claimed('400.0'));
    const [early, late] = map(wire, both).runs;
    expect(linesOf(early!)).toHaveLength(4);
    expect(early).toMatchObject({ holds: [], warnings: [] });
    expect(linesOf(late!).slice(-3)).toEqual(['814 400.00', '402 -200.00', '408 -200.00']);
    expect(early!.totals.taxAuthority.toString()).toBe('503.81');
    expect(late!.totals.taxAuthority.toString()).toBe('103.81');
  });

  test('waits for the role, the user or the figure that its split needs', () => {
    const wire = (fields: Record<string, unknown>) =>
      period([{ ...payslip(1, fields), dated_on: '2025-10-24' }, payslip(2)], claimed('100.0'));
    const late = (fields: Record<string, unknown>, known: unknown[]) => map(wire(fields), { users: known }).runs[1]!;
    const waiting = [
      late({}, users('Owner', 'Employee')),
      late({}, users('Owner', 'Employee').slice(1)),
      late({ employer_ni: '1.005' }, users('Employee', 'Employee')),
    ];
    expect(waiting.map((run) => codes(run.holds))).toEqual([
      ['unsupported_role'],
      ['unknown_user'],
      ['not_exact_money'],
    ]);
    for (const run of waiting) {
      expect(run.journal).toBeUndefined();
      expect(run.holds[0]).toMatchObject({ payslip: userUrl(1), field: 'employer_ni' });
      expect(run.holds[0]?.message).toContain('payslip of 24 October 2025');
    }
    expect(late({ employer_ni: '0.0' }, users('Owner', 'Employee')).outcome).toBe('post');
    expect(late({ bonus: '1.005' }, users('Employee', 'Employee')).outcome).toBe('post');
  });

  test('goes to the latest run when none has a set, and to one that waits for a decision', () => {
    const nil = { basic_pay: '0', tax_deducted: '0', employee_ni: '0', employer_ni: '0' };
    const wire = (first: Record<string, unknown>) =>
      period([{ ...payslip(1, { ...nil, ...first }), dated_on: '2025-10-24' }, payslip(2, nil)], claimed('1.0'));
    const bearers = (first: Record<string, unknown>) =>
      map(wire(first)).runs.map((run) => run.totals.taxAuthority.toString());
    expect(bearers({})).toEqual(['0.00', '-1.00']);
    expect(bearers({ other_deductions: '5' })).toEqual(['-1.00', '0.00']);
    expect(bearers({ bonus: null })).toEqual(['-1.00', '0.00']);
    // All of it goes to someone else, so net pay is nil.
    expect(bearers({ basic_pay: '100', attachments: '100' })).toEqual(['-1.00', '0.00']);
  });

  test('goes to the run of the period’s own date, even if that is not the latest or someone in it is paid nothing', () => {
    const nil = { basic_pay: '0', tax_deducted: '0', employee_ni: '0', employer_ni: '0' };
    const wire = period([payslip(1), payslip(3, nil), { ...payslip(2), dated_on: '2025-11-03' }], claimed('100.0'));
    expect(map(wire).runs.map((run) => [run.payRun.datedOn, run.totals.taxAuthority.toString()])).toEqual([
      [payDay, '403.81'],
      ['2025-11-03', '503.81'],
    ]);
    const later = period([payslip(1), { ...payslip(2), dated_on: '2025-11-03' }], {
      ...claimed('100.0'),
      dated_on: '2025-11-05',
    });
    expect(map(later).runs.map((run) => run.totals.taxAuthority.toString())).toEqual(['503.81', '403.81']);
  });

  test('period figures are given for the year to date', () => {
    const mapped = map(period(slips, claimed('500.0')), both);
    expect(JSON.parse(JSON.stringify([mapped.employerNi, mapped.allowance]))).toEqual([
      { directors: '537.45', employees: '387.45' },
      '500.00',
    ]);
    expect(JSON.parse(JSON.stringify(mapped.adds))).toMatchObject({
      employerNi: { directors: '537.45', employees: '387.45' },
      relief: [
        { director: false, account: '402', amount: '209.46' },
        { director: true, account: '408', amount: '290.54' },
      ],
    });
    expect([...mapped.adds.aboveThreshold]).toEqual([
      ['/v2/users/1', true],
      ['/v2/users/2', false],
    ]);
  });
});

describe('dates', () => {
  test('closed accounts hold', () => {
    const closed = [{ from: '2025-01-01', to: '2025-10-31' }];
    const run = mapOne(period([payslip(1), payslip(2)]), { closed });
    expect(run.holds).toEqual([expect.objectContaining({ code: 'accounts_closed', field: 'dated_on' })]);
    expect(run.holds[0]?.payslip).toBeUndefined();
    expect(run.holds[0]?.message).toContain('The final accounts that contain 31 October 2025');
    expect(run.journal).toBeDefined();
    expect(mapOne(period([payslip(1)]), { closed: [{ from: '2025-11-01', to: '2026-10-31' }] }).holds).toEqual([]);
  });

  test('a pay date is held once for the run, and names the payslip where there is only one', () => {
    const wrong = (...slips: unknown[]) => mapOne(period(slips), { year: 2027 }).holds;
    expect(wrong(payslip(1))).toEqual([
      expect.objectContaining({ code: 'payslip_date_outside_tax_year', payslip: userUrl(1), field: 'dated_on' }),
    ]);
    expect(wrong(payslip(1), payslip(2))).toHaveLength(1);
    expect(wrong(payslip(1), payslip(2))[0]?.payslip).toBeUndefined();
    expect(wrong(payslip(1))[0]?.message).toContain('31 October 2025 is outside the tax year 2026/27');
  });

  test.each([
    ['2025-09-30', []],
    ['2025-10-01', []],
    ['2025-11-10', []],
    ['2025-11-11', ['date_outside_tax_month']],
    ['2025-09-29', []],
  ])('paid %s in tax month 7: %p', (datedOn, expected) => {
    const run = mapOne(period([{ ...payslip(1), dated_on: datedOn }]));
    for (const { message, field } of run.warnings) {
      expect(field).toBe('dated_on');
      expect(message).toContain('outside tax month 7 (6 October 2025 to 5 November 2025)');
    }
    expect(codes(run.warnings)).toEqual(datedOn < '2025-10-01' ? ['date_outside_tax_month'] : expected);
    expect(run.outcome).toBe('post');
  });

  test('a sync checks status and cut-over itself', () => {
    const wire = period([payslip(1)], { status: 'unfiled' });
    const mapped = map(wire, { policy: { postFrom: '2026-01-01' } });
    expect(mapped.runs[0]?.outcome).toBe('post');
    expect(mapped.warnings).toEqual([]);
  });

  test('offline, a run that is not filed or before the cut-over is set aside', () => {
    const unfiled = map(period([payslip(1, { other_deductions: '1' })], { status: 'partially_filed' }), {
      offline: true,
    });
    expect(unfiled.runs[0]).toMatchObject({ outcome: 'nothing', holds: [], warnings: [] });
    expect(unfiled.warnings).toEqual([expect.objectContaining({ code: 'not_filed', field: 'status' })]);
    expect(unfiled.warnings[0]?.message).toContain('partially filed');
    const early = map(period([payslip(1)]), { offline: true, policy: { postFrom: '2025-11-01' } });
    expect([early.runs[0]?.outcome, early.warnings]).toEqual(['nothing', []]);
    const due = map(period([payslip(1)]), { offline: true, policy: { postFrom: payDay } });
    expect([due.runs[0]?.outcome, due.warnings]).toEqual(['post', []]);
  });
});

describe('the chart', () => {
  const chartOf = (...listed: string[]) =>
    new Chart(listed.map((code) => ({ code, name: code, url: `https://api.example.test/v2/categories/${code}` })));

  test('holds for each account that is missing, once', () => {
    const run = mapOne(period([payslip(1), payslip(2)]), { chart: chartOf('401', '814') });
    expect(codes(run.holds)).toEqual(['missing_account', 'missing_account']);
    expect(run.holds.map((hold) => hold.message)).toEqual([
      expect.stringContaining('account 402,'),
      expect.stringContaining('account 902,'),
    ]);
  });

  test('has 902 where it has a sub account of it', () => {
    const chart = chartOf('401', '402', '814', '902-17', '902-18');
    expect(mapOne(period([payslip(1)]), { chart }).holds).toEqual([]);
    expect(chart.url('902')).toBe('https://api.example.test/v2/categories/902');
    expect(chart.url('902-17')).toBe('https://api.example.test/v2/categories/902-17');
    expect(chart.url('999')).toBeUndefined();
    expect([chart.has('902'), chart.has('90')]).toEqual([true, false]);
    expect(chart.accounts).toHaveLength(5);
    const own = { code: '902', name: 'Salary and Bonuses', url: '/v2/categories/902?own' };
    expect(new Chart([own, ...chart.accounts]).url('902')).toBe('/v2/categories/902?own');
    expect(new Chart([...chart.accounts, own]).url('902')).toBe('/v2/categories/902?own');
  });
});

describe('decisions', () => {
  const wire = period([payslip(1, { other_deductions: '40.0' }), payslip(2, { other_deductions: '30.0' })]);
  const tag = 'counterfoil:2026-06:2025-10-31';
  const decide = (...decided: DecidedField[]) => mapOne(wire, { decided });
  const field = 'other_deductions';

  test('for the practice settle everybody', () => {
    const run = decide({ field, as: 'deduct', scope: 'practice' });
    expect(linesOf(run)).toEqual(expect.arrayContaining(['815 -40.00', '815 -30.00']));
    expect(run.outcome).toBe('post');
  });

  test('for a person settle that person', () => {
    const run = decide({ field, as: 'information', scope: 'person', user: '/v2/users/1' });
    expect(run.holds).toEqual([
      expect.objectContaining({ code: 'ambiguous_field', payslip: userUrl(2), amount: '30.00' }),
    ]);
  });

  test('for a run settle that run only', () => {
    expect(decide({ field, as: 'pay', scope: 'run', tag }).outcome).toBe('post');
    expect(decide({ field, as: 'pay', scope: 'run', tag: `${tag}x` }).outcome).toBe('hold');
    expect(codes(decide({ field, as: 'pay', scope: 'payslip', tag, user: '/v2/users/2' }).holds)).toHaveLength(1);
  });

  test('narrow ones win over wide ones, and later ones over earlier', () => {
    const decided: DecidedField[] = [
      { field, as: 'deduct_to_tax_authority', scope: 'practice' },
      { field, as: 'deduct', scope: 'person', user: '/v2/users/1' },
      { field, as: { as: 'deduct', account: '816' }, scope: 'person', user: '/v2/users/1' },
      { field: 'bonus', as: 'hold', scope: 'person', user: '/v2/users/1' },
    ];
    const withPractice = mapOne(wire, { decided });
    expect(linesOf(withPractice)).toEqual(expect.arrayContaining(['816 -40.00', '814 -533.81']));
    const withCompany = mapOne(wire, { decided, policy: { treatments: { [field]: 'information' } } });
    expect(linesOf(withCompany)).toEqual(expect.arrayContaining(['816 -40.00', '814 -503.81']));
    const withRun = mapOne(wire, { decided: [...decided, { field, as: 'information', scope: 'run', tag }] });
    expect(linesOf(withRun)).not.toEqual(expect.arrayContaining(['816 -40.00']));
  });

  test('for a person win over the practice’s, whichever came last, and the company’s win over the practice’s', () => {
    const practice: DecidedField = { field, as: 'deduct_to_tax_authority', scope: 'practice' };
    const person: DecidedField = { field, as: 'deduct', scope: 'person', user: '/v2/users/1' };
    expect(linesOf(decide(person, practice))).toEqual(expect.arrayContaining(['815 -40.00', '814 -533.81']));
    const company = mapOne(wire, { decided: [practice], policy: { treatments: { [field]: 'deduct' } } });
    expect(linesOf(company)).toEqual(expect.arrayContaining(['815 -40.00', '815 -30.00', '814 -503.81']));
  });

  test('of the practice apply even when the company holds the field; a field without a decision is held', () => {
    const treatments = { [field]: 'hold' as const, bonus: 'hold' as const };
    const decided: DecidedField[] = [{ field, as: 'deduct', scope: 'practice' }];
    expect(mapOne(wire, { decided, policy: { treatments } }).outcome).toBe('post');
    const held = mapOne(period([payslip(1, { bonus: '5.0' })]), { policy: { treatments } });
    expect(held.holds).toEqual([expect.objectContaining({ code: 'ambiguous_field', field: 'bonus' })]);
  });

  test('a field named like something built in has no decision of its own', () => {
    const run = mapOne(period([payslip(1, { constructor: '5.0', toString: '6.0' })]));
    expect(codes(run.holds)).toEqual(['unknown_money_field', 'unknown_money_field']);
  });

  test.each([
    ['bonus', 'pay', '410', ['410 10.00', '401 2000.00', '902 user 1 -1743.64']],
    ['attachments', 'deduct', '816', ['816 -10.00', '902 user 1 -1723.64']],
    ['student_loan_deduction', 'deduct', '816', ['816 -10.00', '902 user 1 -1723.64']],
    ['student_loan_deduction', 'deduct_to_tax_authority', '820', ['820 -10.00', '814 -503.81']],
    ['employer_pension', 'information', undefined, ['902 user 1 -1733.64', '814 -503.81']],
    ['mystery', 'pay', undefined, ['401 2010.00', '902 user 1 -1743.64']],
    ['mystery', 'employer_cost_to_tax_authority', '405', ['405 10.00', '402 237.45', '814 -513.81']],
  ] as const)('%s as %s on %s', (name, as, account, lines) => {
    const treatment = account === undefined ? as : { as, account };
    const run = mapOne(period([payslip(1, { [name]: '10.0' })]), { policy: { treatments: { [name]: treatment } } });
    expect(run.outcome).toBe('post');
    expect(linesOf(run)).toEqual(expect.arrayContaining([...lines]));
  });

  test('an attachment on another account is still described as one', () => {
    const policy = { treatments: { attachments: { as: 'deduct' as const, account: '816' } } };
    const run = mapOne(period([payslip(1, { attachments: '10.0' })]), { policy });
    expect(run.journal?.entries.find((entry) => entry.category === '816')?.description).toBe(
      'Attachment of earnings, Person One',
    );
  });
});

describe('messages', () => {
  test('an ambiguous field asks for the net pay on the payslip', () => {
    expect(mapOne(period([payslip(1, { other_deductions: '40.0' })])).holds).toEqual([
      {
        code: 'ambiguous_field',
        message:
          "Person One has £40.00 in Other deductions. The payslip data does not say whether it reduces take-home pay. Check the payslip's net pay: £1,693.64 or £1,733.64?",
        payslip: userUrl(1),
        field: 'other_deductions',
        amount: '40.00',
      },
    ]);
    const two = mapOne(
      period([payslip(1, { other_deductions: '40.0', deductions_subject_to_nic_but_not_paye: '5.0' })]),
    );
    for (const hold of two.holds) expect(hold.message).toContain("Check the payslip's net pay, then decide the field.");
    const flawed = mapOne(period([payslip(1, { other_deductions: '40.0', bonus: null })]));
    expect(flawed.holds[1]?.message).toContain('then decide the field.');
  });

  test('an unknown field is named as payroll names it', () => {
    expect(mapOne(period([payslip(1, { retention_payment: '12.5' })])).holds[0]).toEqual({
      code: 'unknown_money_field',
      message:
        'Person One has £12.50 in "Retention payment", an unrecognised pay item. Look at the payslip and decide whether it is pay, a deduction or information only.',
      payslip: userUrl(1),
      field: 'retention_payment',
      amount: '12.50',
    });
  });

  test('an unknown user is named by path', () => {
    const held = mapOne(period([payslip(3)]), { users: users('Employee') });
    expect(held.holds).toEqual([expect.objectContaining({ code: 'unknown_user', payslip: userUrl(3), field: 'user' })]);
    expect(held.holds[0]?.message).toContain('The person at /v2/users/3 has a payslip paid 31 October 2025');
    expect(held.roles).toEqual({});
    expect(held.people[0]).toMatchObject({ name: 'The person at /v2/users/3', director: false });
    expect(held.people[0]?.role).toBeUndefined();
  });

  test('a name is tidied, and a person without one is named by number', () => {
    const named = (first_name: unknown, last_name: unknown) =>
      mapOne(period([payslip(1)]), { users: [{ url: userUrl(1), role: 'Employee', first_name, last_name }] }).people[0]
        ?.name;
    expect(named('Ann\u0000\u001b[31m', '  Lee ')).toBe('Ann\ufffd\ufffd[31m Lee');
    expect(named('Zoë', 'Ångström')).toBe('Zoë Ångström');
    expect(named('\u0007Ann', null)).toBe('\ufffdAnn');
    expect(named('Ann', null)).toBe('Ann');
    expect(named(' ', '\n')).toBe('User 1');
    expect(named(undefined, undefined)).toBe('User 1');
  });

  test('negative sums name their amount', () => {
    const held = mapOne(period([payslip(1, { basic_pay: '-10.0' })]));
    expect(held.holds.map(({ code, amount, payslip: of }) => [code, amount, of])).toEqual([
      ['negative_gross', '-10.00', userUrl(1)],
      ['negative_net_pay', '-276.36', userUrl(1)],
    ]);
    expect(held.holds[0]?.message).toContain("Person One's gross pay comes to -£10.00");
    expect(held.holds[1]?.message).toContain("Person One's net pay comes to -£276.36");
  });

  test('warnings name person, field and amount', () => {
    const run = mapOne(
      period([payslip(1, { tax_deducted: '-20.0', ni_calc_type: 'Director', statutory_adoption_pay: '100.0' })]),
    );
    expect(run.warnings).toEqual([
      expect.objectContaining({ code: 'negative_tax', amount: '-20.00', field: 'tax_deducted', payslip: userUrl(1) }),
      expect.objectContaining({ code: 'role_differs_from_ni_calc_type', field: 'ni_calc_type', payslip: userUrl(1) }),
      expect.objectContaining({
        code: 'statutory_recovery_not_posted',
        amount: '100.00',
        field: 'statutory_adoption_pay',
      }),
    ]);
    expect(run.warnings[0]?.message).toContain('Person One gets back £20.00 of tax');
    expect(run.warnings[2]?.message).toContain('£100.00 of Statutory adoption pay');
  });

  test.each([
    ['statutory_maternity_pay', true],
    ['statutory_paternity_pay', true],
    ['additional_statutory_paternity_pay', true],
    ['statutory_adoption_pay', true],
    ['statutory_parental_bereavement_pay', true],
    ['statutory_neonatal_care_pay', true],
    ['statutory_shared_parental_pay', true],
    ['statutory_parental_bereavement_pay_n_ireland', true],
    ['statutory_redundancy_pay', false],
    ['statutory_guarantee_pay', false],
    ['non_statutory_maternity_pay', false],
    ['statutory_sick_pay', false],
    ['new_statutory_sick_pay', false],
    ['bonus', false],
  ])('of %s some is recovered: %p', (name, isRecovered) => {
    const run = mapOne(period([payslip(1, { [name]: '100.0' })]), { policy: { treatments: { [name]: 'pay' } } });
    expect(codes(run.warnings)).toEqual(isRecovered ? ['statutory_recovery_not_posted'] : []);
  });

  test('statutory pay that is decided as information is not recovered', () => {
    const policy = { treatments: { statutory_maternity_pay: 'information' as const } };
    expect(mapOne(period([payslip(1, { statutory_maternity_pay: '9.0' })]), { policy }).warnings).toEqual([]);
  });

  test('a director by role or by policy needs no remark on the NI method', () => {
    const wire = period([payslip(1, { ni_calc_type: 'Director' })]);
    expect(mapOne(wire, { users: users('Director') }).warnings).toEqual([]);
    expect(mapOne(wire, { policy: { directors: 'ni_calc_type' } }).warnings).toEqual([]);
    expect(mapOne(wire, { users: users('Owner'), policy: { roles: { [userUrl(1)]: 'director' } } }).warnings).toEqual(
      [],
    );
    expect(
      codes(mapOne(wire, { users: users('Owner'), policy: { roles: { [userUrl(1)]: 'employee' } } }).warnings),
    ).toEqual(['role_differs_from_ni_calc_type']);
    expect(mapOne(wire, { users: users('Owner') }).warnings).toEqual([]);
    expect(mapOne(period([payslip(1)]), { users: users('Director') }).warnings).toEqual([]);
  });
});

describe('periods', () => {
  test('each pay date is a run, in order', () => {
    const wire = period([payslip(1), { ...payslip(2), dated_on: '2025-10-24' }, { ...payslip(3), dated_on: payDay }]);
    const { runs } = map(wire);
    expect(runs.map((run) => [run.payRun.datedOn, run.people.map((person) => person.name)])).toEqual([
      ['2025-10-24', ['Person Two']],
      [payDay, ['Person One', 'Person Three']],
    ]);
    expect(runs.map((run) => run.tag)).toEqual(['counterfoil:2026-06:2025-10-24', 'counterfoil:2026-06:2025-10-31']);
  });

  test('merged sets are held when the control user is not in the company', () => {
    const merged = (number: number) => ({ layout: { merged: { controlUser: userUrl(number) } } }) as const;
    const held = mapOne(period([payslip(1)]), { policy: merged(9) });
    expect(held.holds).toEqual([expect.objectContaining({ code: 'unknown_user', field: 'layout.merged.controlUser' })]);
    expect(held.holds[0]?.message).toContain('the control user at /v2/users/9');
    expect(mapOne(period([payslip(1)]), { policy: merged(2) }).holds).toEqual([]);
  });

  test('a period that pays no one and claims nothing has no run', () => {
    expect(map(period([])).runs).toEqual([]);
  });

  test('a period that pays no one but claims something unreadable is held', () => {
    const run = mapOne(period([], { employment_allowance_amount: null }));
    expect(run.holds).toEqual([
      expect.objectContaining({ code: 'not_exact_money', field: 'employment_allowance_amount', amount: 'null' }),
    ]);
    expect(run.holds[0]?.message).toContain('null in employment allowance amount');
  });

  test('an unknown amount of the period itself is held in the run that takes the allowance', () => {
    const wire = (fields: Record<string, unknown>) =>
      period([{ ...payslip(1), dated_on: '2025-10-24' }, payslip(2)], fields);
    const [early, late] = map(wire({ levy: '25.0', credit: '(5.00)' })).runs;
    expect(early?.holds).toEqual([]);
    expect(late?.holds).toEqual([
      expect.objectContaining({ code: 'unknown_money_field', field: 'credit', amount: '(5.00)' }),
      expect.objectContaining({ code: 'unknown_money_field', field: 'levy', amount: '25.00' }),
    ]);
    const tag = 'counterfoil:2026-06:2025-10-31';
    const decided: DecidedField[] = ['levy', 'credit'].map((field) => ({
      field,
      as: 'information',
      scope: 'run',
      tag,
    }));
    expect(map(wire({ levy: '25.0', credit: '(5.00)' }), { decided }).runs[1]?.outcome).toBe('post');
    expect(codes(mapOne(period([], { levy: 1 })).holds)).toEqual(['unknown_money_field']);
    expect(codes(mapOne(period([], { levy: '(5.00)' })).holds)).toEqual(['unknown_money_field']);
    const both = ['unknown_money_field', 'unknown_money_field'];
    expect(codes(mapOne(period([], { levy: 1, credit: '(5.00)' })).holds)).toEqual(both);
    const unreadable = period([], { levy: 1, employment_allowance_amount: null });
    expect(codes(mapOne(unreadable).holds)).toEqual(['not_exact_money', 'unknown_money_field']);
  });

  test('a nil run is nothing to post', () => {
    const nil = { basic_pay: '0', tax_deducted: '0', employee_ni: '0', employer_ni: '0' };
    const run = mapOne(period([payslip(1, nil)]));
    expect(run.outcome).toBe('nothing');
    expect(run.journal?.entries).toEqual([]);
  });
});
