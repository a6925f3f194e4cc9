import { allocatedAccounts, rulesOf } from '../../../src/journal/nouns/allocation-of-cost.js';
import { costAccounts } from '../../../src/journal/allocation/cost-accounts.js';
import { Chart } from '../../../src/journal/nouns/chart.js';
import type { MappedRun } from '../../../src/journal/mapping/mapper.js';
import { whyInWords } from '../../../src/journal/mapping/why-in-words.js';
import { whyText } from '../../../src/journal/nouns/why.js';
import { parseAllocations, parsePolicy, type Policy, WrongPolicy } from '../../../src/journal/policy/policy.js';
import { codes, map, mapOne, payslip, period, linesOf, users, userUrl } from '../payroll.js';

const own = { salaries: '150', employerNics: '152', staffPensions: '154' };
const halves = [
  { percent: '50', accounts: own },
  { percent: '50', accounts: {} },
];
const policy = (rule: object = {}, more: object = {}): Policy =>
  parsePolicy({ ...more, allocations: { [userUrl(1)]: [{ from: '2025-04-06', parts: halves, ...rule }] } });

const whyOf = (run: MappedRun, category: string) =>
  whyInWords(run.journal?.entries.find((entry) => entry.category === category)?.why?.map(whyText) ?? []);

test('costs are shared out, liabilities are not', () => {
  const run = mapOne(period([payslip(1, { employer_pension: '10.01' })]), { policy: policy() });
  expect(linesOf(run)).toEqual([
    '150 1000.00',
    '401 1000.00',
    '152 118.73',
    '402 118.72',
    '814 -503.81',
    '902 user 1 -1733.64',
    '813 -10.01',
    '154 5.01',
    '403 5.00',
  ]);
});

test('each line has its reason: whose cost, of what, which percentage, and the penny of the remainder', () => {
  const run = mapOne(period([payslip()]), { policy: policy() });
  const why = (category: string) =>
    JSON.parse(JSON.stringify(run.journal?.entries.find((entry) => entry.category === category)?.why ?? null));
  expect(why('152')).toEqual([
    { because: 'allocation', payslip: userUrl(1), percent: '50', of: '237.45', amount: '118.73', pennies: 1 },
  ]);
  expect(why('402')).toEqual([
    { because: 'allocation', payslip: userUrl(1), percent: '50', of: '237.45', amount: '118.72' },
  ]);
  expect(why('814')).toBeNull();
});

test('the rule in force on the pay date is the latest that has begun', () => {
  const from = (day: string) => ({ from: day, parts: [{ percent: '100', accounts: {} }] });
  const rules = { [userUrl(1)]: [from('2025-05-01'), from('2025-07-01'), from('2025-06-01')] };
  const on = (day: string) => rulesOf(rules)('/v2/users/1', day)?.from;
  expect([on('2025-04-30'), on('2025-05-01'), on('2025-06-30'), on('2025-12-31')]).toEqual([
    undefined,
    '2025-05-01',
    '2025-06-01',
    '2025-07-01',
  ]);
  expect(rulesOf(rules)('/v2/users/2', '2025-12-31')).toBeUndefined();
});

test('a correction is the exact opposite of what it corrects, to the penny', () => {
  const lines = (sign: string) =>
    linesOf(
      mapOne(
        period([payslip(1, { basic_pay: `${sign}0.03`, tax_deducted: '0', employee_ni: '0', employer_ni: '0' })]),
        {
          policy: policy(),
        },
      ),
    );
  expect(lines('')).toEqual(['150 0.02', '401 0.01', '902 user 1 -0.03']);
  expect(lines('-')).toEqual(['150 -0.02', '401 -0.01', '902 user 1 0.03']);
});

test('a field whose decision names its account is left whole, even on the usual account', () => {
  const bonus = (account: string) =>
    linesOf(
      mapOne(period([payslip(1, { bonus: '100.00' })]), {
        policy: policy({}, { treatments: { bonus: { as: 'pay', account } } }),
      }),
    ).slice(0, 3);
  expect(bonus('410')).toEqual(['410 100.00', '150 1000.00', '401 1000.00']);
  expect(bonus('401')).toEqual(['401 100.00', '150 1000.00', '401 1000.00']);
});

test('what is shared is the net of an account: employer NI together with a cost decided to the same account', () => {
  const run = mapOne(period([payslip(1, { levy: '0.02' })]), {
    policy: policy({}, { treatments: { levy: 'employer_cost_to_tax_authority' } }),
  });
  const on = (code: string) =>
    linesOf(run)
      .filter((line) => line.startsWith(code))
      .map((line) => line.split(' ')[1]);
  // 237.47 in halves is 118.74 and 118.73, although 237.45 alone has its odd penny in the first.
  expect(on('152')).toEqual(['118.73', '0.01']);
  expect(on('402')).toEqual(['118.72', '0.01']);
  const levy = run.journal?.entries.filter(({ category, from }) => category === '152' && from.includes('levy'));
  // The odd penny belongs to the employer NI: the levy has none to give.
  expect(JSON.parse(JSON.stringify(levy?.[0]?.why))).toEqual([
    { because: 'allocation', payslip: userUrl(1), percent: '50', of: '0.02', amount: '0.01' },
  ]);
});

test('pension that is sacrificed moves from the salary first', () => {
  const run = mapOne(period([payslip(1, { employee_pension_salary_sacrifice: '100.00' })]), {
    policy: policy({}, { sacrificedPension: 'staffPensions' }),
  });
  expect(linesOf(run).filter((line) => /^(150|401|154|403)/.test(line))).toEqual([
    '150 950.00',
    '401 950.00',
    '154 50.00',
    '403 50.00',
  ]);
});

test('two parts on one account are one line', () => {
  const parts = [
    { percent: '30', accounts: own },
    { percent: '30', accounts: own },
    { percent: '40', accounts: {} },
  ];
  const run = mapOne(period([payslip()]), { policy: policy({ parts }) });
  expect(linesOf(run).slice(0, 2)).toEqual(['150 1200.00', '401 800.00']);
  expect(whyOf(run, '150')).toBe('60 % of 2,000.00');
});

test('a cost that no part moves is all of itself, not half of twice as much', () => {
  const parts = ['150', '151'].map((salaries) => ({ percent: '50', accounts: { salaries } }));
  const run = mapOne(period([payslip(1, { employer_ni: '87.45' })]), { policy: policy({ parts }) });
  expect(linesOf(run)).toContain('402 87.45');
  expect(whyOf(run, '402')).toBe('100 % of 87.45');
  const thirds = ['33.33', '33.33', '33.34'].map((percent) => ({ percent, accounts: {} }));
  const merged = { layout: { merged: { liabilityCategory: '731' } } };
  const two = mapOne(period([payslip(1, { employer_ni: '87.45' }), payslip(1, { employer_ni: '12.55', bonus: '1' })]), {
    policy: policy({ parts: thirds }, merged),
  });
  expect(whyOf(two, '402')).toBe('100 % of 100.00');
});

test('summed over people, and without a name where the layout names no one', () => {
  const both = parsePolicy({
    layout: 'summarised',
    allocations: {
      [userUrl(1)]: [{ from: '2025-04-06', parts: halves }],
      '/v2/users/2': [{ from: '2025-04-06', parts: halves }],
    },
  });
  const wire = period([payslip(1), payslip(2)]);
  const salary = (layout: Policy['layout']) =>
    mapOne(wire, { policy: { ...both, layout } }).journal?.entries.find((entry) => entry.category === '150');
  expect(salary('summarised')?.debit.toString()).toBe('2000.00');
  expect(salary('summarised')?.why?.map((why) => why.payslip)).toEqual([userUrl(1), userUrl(2)]);
  const merged = salary({ merged: { liabilityCategory: '731' } });
  expect(JSON.stringify(merged)).not.toContain('users');
  expect(JSON.parse(JSON.stringify(merged?.why))).toEqual([
    { because: 'allocation', percent: '50', of: '4000.00', amount: '2000.00' },
  ]);
});

describe('directors', () => {
  const wire = period([payslip(1)]);
  const directors = users('Director');

  test('are held unless the rule includes them by its flag', () => {
    const run = mapOne(wire, { policy: policy(), users: directors });
    expect(codes(run.holds)).toEqual(['director_allocated']);
    expect(run.holds[0]?.message).toBe(
      'Person One is a director, and the policy\'s allocations would take the cost off the directors\' accounts, which are disclosed apart. Set "directors": true next to the parts if that is meant, or end the allocation.',
    );
    expect(linesOf(run).slice(0, 2)).toEqual(['407 2000.00', '408 237.45']);
    expect(codes(mapOne(wire, { policy: policy({ directors: false }), users: directors }).holds)).toEqual([
      'director_allocated',
    ]);
  });

  test('are shared out when it does, with the rest on the directors’ own accounts', () => {
    const run = mapOne(wire, { policy: policy({ directors: true }), users: directors });
    expect(codes(run.holds)).toEqual([]);
    expect(linesOf(run).slice(0, 4)).toEqual(['150 1000.00', '407 1000.00', '152 118.73', '408 118.72']);
  });
});

test('an account that is not in the chart is a hold', () => {
  const known = ['401', '402', '814', '902', '150'].map((code) => ({
    code,
    name: code,
    url: `/v2/categories/${code}`,
  }));
  const run = mapOne(period([payslip()]), { policy: policy(), chart: new Chart(known) });
  expect(codes(run.holds)).toEqual(['missing_account']);
  expect(run.holds[0]?.message).toContain('account 152');
});

describe('the employment allowance', () => {
  const claim = { employment_allowance_claimed: true, employment_allowance_amount: '100.01' };
  const reliefs = (wire: unknown, given: Policy) =>
    map(wire, { policy: given })
      .runs.flatMap((run) => run.journal?.entries ?? [])
      .filter((entry) => entry.from.includes('employment_allowance_amount'))
      .map((entry) => `${entry.category} ${entry.debit}`);

  test('follows the accounts that employer NI went to, over all pay dates of the period', () => {
    const wire = period(
      [payslip(1, { employer_ni: '300.00' }), payslip(2, { employer_ni: '100.00', dated_on: '2025-10-24' })],
      claim,
    );
    expect(reliefs(wire, policy())).toEqual(['814 100.01', '152 -37.50', '402 -62.51']);
    const why = map(wire, { policy: policy() }).runs[1]?.journal?.entries.at(-1)?.why;
    expect(JSON.parse(JSON.stringify(why))).toEqual([
      {
        because: 'allowance',
        of: '-100.01',
        amount: '-62.51',
        employerNi: '250.00',
        ofEmployerNi: '400.00',
        pennies: 1,
      },
    ]);
  });

  test('stays on the usual account when no one is allocated, or no account has any employer NI', () => {
    expect(reliefs(period([payslip(2)], claim), policy())).toEqual(['814 100.01', '402 -100.01']);
    const none = period([payslip(1, { employer_ni: '0.0' })], claim);
    expect(reliefs(none, policy())).toEqual(['814 100.01', '402 -100.01']);
    // A director's allocation must not move the employees' share.
    const director = map(period([payslip(1), payslip(2)], claim), {
      policy: policy({ directors: true }),
      users: users('Director', 'Employee'),
    });
    const ofEmployees = director.runs[0]?.journal?.entries.find(({ description }) => description.includes('employees'));
    expect([ofEmployees?.category, ofEmployees?.why]).toEqual(['402', undefined]);
  });

  test('goes by employer NI alone, not by other costs on its accounts', () => {
    const wire = period(
      [payslip(1, { employer_ni: '300.00' }), payslip(2, { employer_ni: '100.00', levy: '400.00' })],
      claim,
    );
    const given = policy({}, { treatments: { levy: 'employer_cost_to_tax_authority' } });
    expect(reliefs(wire, given)).toEqual(['814 100.01', '152 -37.50', '402 -62.51']);
  });

  test('gives its odd penny to the same account, whatever the order of parts and payslips', () => {
    const slips = [payslip(1, { employer_ni: '100.00' }), payslip(2, { employer_ni: '100.00' })];
    const to = (account: string) => [
      { from: '2025-04-06', parts: [{ percent: '100', accounts: { employerNics: account } }] },
    ];
    const given = parsePolicy({ allocations: { [userUrl(1)]: to('160'), [userUrl(2)]: to('152') } });
    const expected = ['814 100.01', '152 -50.01', '160 -50.00'];
    expect(reliefs(period(slips, claim), given)).toEqual(expected);
    expect(reliefs(period(slips.toReversed(), claim), given)).toEqual(expected);
  });

  test('of employees skips accounts that only directors’ NI went to, and the other way round', () => {
    const slips = [payslip(1, { employer_ni: '300.00' }), payslip(2, { employer_ni: '100.00' })];
    const lines = (...roles: string[]) =>
      map(period(slips, claim), { policy: policy({ directors: true }), users: users(...roles) })
        .runs.flatMap((run) => run.journal?.entries ?? [])
        .filter(({ from, category }) => from.includes('employment_allowance_amount') && category !== '814')
        .map(({ category, debit, description }) => `${category} ${debit} ${description}`);
    expect(lines('Employee', 'Director')).toEqual([
      "152 -37.51 Employment allowance, employees' NI",
      "402 -37.50 Employment allowance, employees' NI",
      "408 -25.00 Employment allowance, directors' NI",
    ]);
    expect(lines('Director', 'Employee').toSorted()).toEqual([
      "152 -37.51 Employment allowance, directors' NI",
      "402 -25.00 Employment allowance, employees' NI",
      "408 -37.50 Employment allowance, directors' NI",
    ]);
  });

  test('skips an account whose employer NI is negative', () => {
    const wire = period([payslip(1, { employer_ni: '-10.00' }), payslip(2, { employer_ni: '200.00' })], claim);
    expect(reliefs(wire, policy())).toEqual(['814 100.01', '402 -100.01']);
  });
});

describe('what cannot be an allocation', () => {
  const wrong = (json: unknown): string => {
    try {
      parsePolicy({ allocations: { '/v2/users/1': json } });
    } catch (error) {
      if (error instanceof WrongPolicy) return error.problems.join('; ');
    }
    return 'nothing';
  };
  const parts = (...percents: unknown[]) => [{ from: '2026-04-06', parts: percents.map((percent) => ({ percent })) }];
  const at = 'policy.allocations./v2/users/1';

  test.each([
    [parts('60', '40'), 'nothing'],
    [parts('33.33333333', '33.33333333', '33.33333334'), 'nothing'],
    [parts('100'), 'nothing'],
    [parts('33.33', '33.33', '33.33'), `${at}.0.parts: the percentages sum to 99.99, not to exactly 100`],
    [parts('60', '40.01'), `${at}.0.parts: the percentages sum to 100.01, not to exactly 100`],
    [parts('60', '30'), `${at}.0.parts: the percentages sum to 90, not to exactly 100`],
    [parts('ten', '90'), `${at}.0.parts.0.percent: a percentage is expected as text, such as "33.33"`],
    [parts('100', '0'), `${at}.0.parts: a part of 0 per cent bears nothing: leave it out`],
    [parts('50.000000000', '50'), `${at}.0.parts.0.percent: a percentage is expected as text, such as "33.33"`],
    [parts('-10', '110'), `${at}.0.parts.0.percent: a percentage is expected as text, such as "33.33"`],
    [parts(100), `${at}.0.parts.0.percent: Invalid input: expected string, received number`],
    [[...parts('100'), ...parts('100')], `${at}: two allocations begin on 2026-04-06`],
    [[{ from: '2026-02-30', parts: [{ percent: '100' }] }], `${at}.0.from: a date is expected, such as "2026-04-06"`],
    [
      [{ from: '2026-04-06', parts: [{ percent: '100', accounts: { salaries: '902' } }] }],
      `${at}.0.parts.0.accounts.salaries: an account of persons (900 to 910) bears no cost`,
    ],
    [
      [{ from: '2026-04-06', parts: [{ percent: '100', accounts: { payeNi: '814' } }] }],
      `${at}.0.parts.0.accounts.payeNi is not known`,
    ],
  ])('%j', (json, problem) => {
    expect(wrong(json)).toBe(problem);
  });

  test('one person under two hosts', () => {
    const both = { 'https://a.test/v2/users/1': parts('100'), 'https://b.test/v2/users/1': parts('100') };
    expect(() => parsePolicy({ allocations: both })).toThrow('two entries are for /v2/users/1');
  });
});

test('beside a document the parts may stand alone, or with their flag', () => {
  const alone = [{ percent: '100', accounts: {} }];
  expect(parseAllocations({ a: alone, b: { parts: alone, directors: true } })).toEqual({
    a: [{ from: '0001-01-01', parts: alone }],
    b: [{ from: '0001-01-01', parts: alone, directors: true }],
  });
  expect(() => parseAllocations({ a: [{ percent: '99.99' }] })).toThrow(
    'allocations.a.0.parts: the percentages sum to 99.99, not to exactly 100',
  );
  expect(() => parseAllocations({ a: [{ from: '2026-04-06', parts: alone }, ...alone] })).toThrow('allocations.a.1');
  for (const wrong of [null, 5, true, 'x', [], { a: 'x' }, { a: null }, { a: [null] }, { a: ['x'] }])
    expect(() => parseAllocations(wrong)).toThrow(WrongPolicy);
});

test('the guard watches the accounts that allocations name', () => {
  expect(allocatedAccounts(policy().allocations)).toEqual(['150', '152', '154']);
});

test('payroll’s cost is on the service’s accounts, the policy’s and the allocated ones', () => {
  const services = ['401', '402', '403', '404', '405', '407', '408', '409'];
  const accounts = {
    ...{ salaries: '411', employerNics: '412', staffPensions: '413' },
    ...{ directorsSalaries: '417', directorsEmployerNics: '418', directorsPensions: '419' },
  };
  expect([...costAccounts(parsePolicy({}))]).toEqual(services);
  expect([...costAccounts(policy({}, { accounts }))]).toEqual([
    ...services,
    ...['411', '412', '413', '417', '418', '419'],
    ...['150', '152', '154'],
  ]);
});
