import { defaultControls } from '../../src/journal/controls/controls-policy.js';
import { defaultPolicy, givenPolicy, parsePolicy, WrongPolicy } from '../../src/journal/policy.js';

test('what is left out is as in the default', () => {
  expect(parsePolicy({})).toEqual(defaultPolicy);
  expect(defaultPolicy).toEqual({
    mode: 'auto',
    postFrom: null,
    directors: 'role',
    roles: {},
    accounts: {
      salaries: '401',
      employerNics: '402',
      staffPensions: '403',
      directorsSalaries: '407',
      directorsEmployerNics: '408',
      directorsPensions: '403',
      pensionCreditor: '813',
      payeNi: '814',
      otherDeductions: '815',
      netPay: '902',
    },
    treatments: { other_deductions: 'hold', deductions_subject_to_nic_but_not_paye: 'hold' },
    studentLoans: 'payeNi',
    sacrificedPension: 'salary',
    layout: 'itemised',
    statuses: ['filed'],
    amendments: 'ask',
    guard: 'on',
    approval: 'one',
    clientApproval: 'after',
    controls: defaultControls,
    allocations: {},
    recovery: { post: 'ask', from: null, smallEmployer: null },
    variance: null,
    expectedWarnings: [],
  });
});

test('accounts and treatments are merged, key by key', () => {
  const policy = parsePolicy({
    accounts: { directorsPensions: '409' },
    treatments: { levy: 'pay', other_deductions: 'deduct' },
  });
  expect(policy.accounts).toEqual({ ...defaultPolicy.accounts, directorsPensions: '409' });
  expect(policy.treatments).toEqual({ ...defaultPolicy.treatments, levy: 'pay', other_deductions: 'deduct' });
});

test('every setting of a policy can be given', () => {
  const full = {
    ...defaultPolicy,
    mode: 'check',
    postFrom: '2025-10-06',
    directors: 'ni_calc_type',
    roles: { 'https://api.example.test/v2/users/1': 'director' },
    accounts: { ...defaultPolicy.accounts, payeNi: '814-1' },
    treatments: {
      other_deductions: { as: 'deduct', account: '816' },
      deductions_subject_to_nic_but_not_paye: 'information',
    },
    studentLoans: 'otherDeductions',
    sacrificedPension: 'staffPensions',
    layout: { merged: { liabilityCategory: '731' } },
    statuses: ['filed', 'pending'],
    amendments: 'reverse',
    guard: 'off',
  };
  expect(parsePolicy(full)).toEqual(full);
});

test.each([
  [{ accounts: { salary: '401' } }, 'policy.accounts.salary is not known'],
  [{ layouts: 'itemised' }, 'policy.layouts is not known'],
  [{ layout: 'itemized' }, 'policy.layout: "itemised", "summarised"'],
  [{ layout: { merged: { controlUser: 'u', liabilityCategory: '731' } } }, 'policy.layout: '],
  [{ layout: { merged: {} } }, 'policy.layout: '],
  [{ accounts: { payeNi: 814 } }, 'policy.accounts.payeNi: '],
  [{ accounts: { payeNi: 'PAYE' } }, 'policy.accounts.payeNi: a nominal code is expected'],
  [{ accounts: { payeNi: 'x814' } }, 'policy.accounts.payeNi: a nominal code is expected'],
  [{ accounts: { payeNi: '81412' } }, 'policy.accounts.payeNi: a nominal code is expected'],
  [{ accounts: { payeNi: '814-' } }, 'policy.accounts.payeNi: a nominal code is expected'],
  [{ treatments: { bonus: 'ignore' } }, 'policy.treatments.bonus: one of hold, pay, deduct,'],
  [{ treatments: { bonus: { as: 'pay' } } }, 'policy.treatments.bonus: one of hold, pay'],
  [{ treatments: { bonus: { as: 'hold', account: '401' } } }, 'policy.treatments.bonus.as: it posts no line'],
  [{ treatments: { bonus: { as: 'information', account: '401' } } }, 'policy.treatments.bonus.as: it posts no line'],
  [{ postFrom: '2025-13-01' }, 'policy.postFrom: a date is expected'],
  [{ statuses: [] }, 'policy.statuses: '],
  [{ roles: { u: 'owner' } }, 'policy.roles.u: '],
  [{ mode: 'manual' }, 'policy.mode: '],
  [{ directors: true }, 'policy.directors: '],
  [{ studentLoans: '815' }, 'policy.studentLoans: '],
  [{ sacrificedPension: '403' }, 'policy.sacrificedPension: '],
  [{ amendments: 'never' }, 'policy.amendments: '],
  [{ guard: false }, 'policy.guard: '],
  [null, 'policy: '],
  ['itemised', 'policy: '],
])('%j is wrong, and the message names where', (json, message) => {
  expect(() => parsePolicy(json)).toThrow(WrongPolicy);
  expect(() => parsePolicy(json)).toThrow(message);
});

test('all that is wrong is reported at once', () => {
  const problems = (() => {
    try {
      return parsePolicy({ mode: 'x', guard: 'y', a: 1, b: 2 });
    } catch (error) {
      return error instanceof WrongPolicy ? [error.name, ...error.problems] : error;
    }
  })();
  expect(problems).toEqual([
    'WrongPolicy',
    expect.stringMatching(/^policy\.mode: /),
    expect.stringMatching(/^policy\.guard: /),
    'policy.a is not known; policy.b is not known',
  ]);
});

test('a variance names a percentage, an amount or both, and nothing else', () => {
  expect(parsePolicy({ variance: { percent: 10, amount: '500' } }).variance).toEqual({ percent: 10, amount: '500' });
  expect(parsePolicy({ variance: { percent: 2.5 } }).variance).toEqual({ percent: 2.5 });
  for (const variance of [{}, { percent: 0 }, { amount: 500 }, { amount: '5.5' }, { percent: 10, of: 'net' }])
    expect(() => parsePolicy({ variance })).toThrow(WrongPolicy);
});

describe('expected warnings', () => {
  test.each([
    [['negativ_tax'], 'policy.expectedWarnings: "negativ_tax" is no warning; did you mean "negative_tax"?'],
    [['Negative tax'], 'did you mean "negative_tax"?'],
    [['negative_tax', 'allowance'], 'did you mean "allowance_caught_up" or "sole_director_claims_allowance"?'],
    [['quux'], 'policy.expectedWarnings: "quux" is no warning; there are negative_tax, '],
    ['negative_tax', 'policy.expectedWarnings: a list of codes is expected, such as ["negative_tax"]'],
  ])('%j is wrong, with the code that may be meant', (expectedWarnings, words) => {
    expect(() => givenPolicy({ expectedWarnings })).toThrow(WrongPolicy);
    expect(() => givenPolicy({ expectedWarnings })).toThrow(words);
  });

  test('of a stored policy may name a warning that no longer exists', () => {
    expect(parsePolicy({ expectedWarnings: ['negativ_tax'] }).expectedWarnings).toEqual(['negativ_tax']);
    expect(givenPolicy({ expectedWarnings: ['negative_tax'] }).expectedWarnings).toEqual(['negative_tax']);
  });
});
