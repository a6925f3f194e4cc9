import {
  defaultPolicy,
  givenPolicy,
  parseAllocations,
  parseDecision,
  parsePolicy,
  parseSplit,
  WrongPolicy,
} from '../../../src/journal/policy/policy.js';

test('what is left out is as in the default', () => {
  expect(parsePolicy({})).toEqual(defaultPolicy);
  expect(defaultPolicy).toEqual({
    mode: 'approve',
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
    clientEmail: null,
    clientReminder: null,
    controls: defaultPolicy.controls,
    allocations: {},
    recovery: { post: 'ask', from: null, smallEmployer: null },
    variance: { percent: 10, amount: '500.00' },
    payroll: {
      ...{ from: 'service', reliefInDeductions: null, bothShares: 'no', niTables: 'no', withoutNi: [] },
      ...{ levyAccount: null, pensionsConfirmed: null },
    },
    payrollPeople: {},
    employerPensions: {},
    pensionTotals: {},
    paidBeforeFiles: {},
    hmrcAccount: [],
    payrollColumns: null,
    payrollMoves: [],
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

test.each([
  { layout: 'summarised' },
  { layout: { merged: { controlUser: '/v2/users/1' } } },
  { variance: null },
  { variance: { percent: 1000 } },
  { variance: { amount: '123456789.00' } },
  { recovery: { post: 'off', from: null, smallEmployer: null } },
  { recovery: { post: 'ask', from: null, smallEmployer: 'yes' } },
])('%j may be given', (given) => {
  expect(parsePolicy(given)).toEqual({ ...defaultPolicy, ...given });
});

test.each([
  ['accounts', { salaries: '4010' }, defaultPolicy.accounts],
  ['recovery', { smallEmployer: 'yes' }, defaultPolicy.recovery],
  ['controls', { pensionDay: 19 }, defaultPolicy.controls],
] as const)('of %s a part may be given', (setting, part, usual) => {
  expect(parsePolicy({ [setting]: part })[setting]).toEqual({ ...usual, ...part });
});

test.each(['hold', 'pay', 'deduct', 'deduct_to_tax_authority', 'employer_cost_to_tax_authority', 'information'])(
  'a field may be decided as %s',
  (as) => {
    expect(parseDecision(as)).toBe(as);
    expect(parsePolicy({ treatments: { levy: as } }).treatments.levy).toBe(as);
  },
);

const fee = [
  { account: '049', amount: '1.00' },
  { account: '815', rest: true },
];

test('a decision may name an account or split the amount', () => {
  for (const given of [
    { as: 'deduct', account: '816' },
    { as: 'deduct', split: fee },
  ])
    expect(parseDecision(given)).toEqual(given);
});

test.each([
  [{ as: 'hold', account: '401' }, 'it posts no line, so it cannot name an account'],
  [{ as: 'information', split: fee }, 'it posts no line, so it cannot name an account'],
  [{ as: 'deduct', split: [fee[0]] }, 'a split is one or more fixed amounts, then exactly one'],
  [{ as: 'deduct', account: 'x' }, 'a nominal code is expected, such as "401"'],
  [
    'ignore',
    'one of hold, pay, deduct, deduct_to_tax_authority, employer_cost_to_tax_authority, information is expected, or { "as": …, "account": … } or { "as": …, "split": [ … ] }',
  ],
  [{ as: 'deduct', account: '816', split: fee }, 'one of hold, pay'],
  [{ as: 'deduct', split: undefined }, 'one of hold, pay'],
  [null, 'one of hold, pay'],
  [undefined, 'one of hold, pay'],
])('the decision %j is refused in words', (decision, words) => {
  expect(() => parseDecision(decision)).toThrow(WrongPolicy);
  expect(() => parseDecision(decision)).toThrow(words);
});

test('allocations and a split name their own place', () => {
  expect(() => parseAllocations({ u: 5 })).toThrow(/^The policy is wrong: allocations\.u: /);
  expect(() => parseSplit(5, 'decisions.split.bonus')).toThrow(/^The policy is wrong: decisions\.split\.bonus: /);
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
  [{ postFrom: '2025-13-01' }, 'policy.postFrom: a date is expected, such as "2025-10-06"'],
  [{ statuses: [''] }, 'policy.statuses.0: '],
  [{ roles: { '': 'director' } }, 'policy.roles.: '],
  [{ treatments: { '': 'pay' } }, 'policy.treatments.: '],
  [{ layout: { merged: { controlUser: '' } } }, 'policy.layout.merged.controlUser: '],
  [{ layout: { merged: { liabilityCategory: 'x' } } }, 'policy.layout.merged.liabilityCategory: a nominal code is'],
  [
    { layout: 5 },
    'policy.layout: "itemised", "summarised", { "merged": { "controlUser": … } } or { "merged": { "liabilityCategory": … } } is expected',
  ],
  [{ layout: { merged: { controlUser: 'u' }, also: 1 } }, 'policy.layout.also is not known'],
  [{ recovery: { post: 'auto' } }, 'policy.recovery: "auto" needs smallEmployer: "yes" or "no"'],
  [{ recovery: { post: 'auto', smallEmployer: null } }, 'policy.recovery: "auto" needs smallEmployer'],
  [{ recovery: { post: 'always' } }, 'policy.recovery.post: '],
  [{ recovery: { smallEmployer: 'perhaps' } }, 'policy.recovery.smallEmployer: '],
  [{ recovery: { from: '6 April' } }, 'policy.recovery.from: a date is expected, such as "2026-04-06"'],
  [{ recovery: { rate: '0.92' } }, 'policy.recovery.rate is not known'],
  [{ variance: {} }, 'policy.variance: a percent, an amount or both'],
  [{ variance: { percent: 1000.5 } }, 'policy.variance.percent: '],
  [{ variance: { percent: -1 } }, 'policy.variance.percent: '],
  [{ variance: { amount: '5.5' } }, 'policy.variance.amount: pounds are expected, such as "500" or "500.00"'],
  [{ variance: { amount: '1234567890' } }, 'policy.variance.amount: pounds are expected'],
  [{ variance: { amount: '£500' } }, 'policy.variance.amount: pounds are expected'],
  [{ variance: { amount: '500.00 ' } }, 'policy.variance.amount: pounds are expected'],
  [{ expectedWarnings: [''] }, 'policy.expectedWarnings.0: '],
  [{ expectedWarnings: ['x'.repeat(61)] }, 'policy.expectedWarnings.0: '],
  [{ statuses: [] }, 'policy.statuses: '],
  [{ roles: { u: 'owner' } }, 'policy.roles.u: '],
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
    [['negativ_tax'], 'policy.expectedWarnings: "negativ_tax" is not a warning; did you mean "negative_tax"?'],
    [['Negative tax'], 'did you mean "negative_tax"?'],
    [
      ['negative_tax', 'allowance'],
      'did you mean "allowance_caught_up" or "allowance_worked_out" or "sole_director_claims_allowance"?',
    ],
    [['quux'], 'policy.expectedWarnings: "quux" is not a warning; there are negative_tax, '],
    ['negative_tax', 'policy.expectedWarnings: a list of codes is expected, such as ["negative_tax"]'],
  ])('%j is wrong, with the code that may be meant', (expectedWarnings, words) => {
    expect(() => givenPolicy({ expectedWarnings })).toThrow(WrongPolicy);
    expect(() => givenPolicy({ expectedWarnings })).toThrow(words);
  });

  test('of a stored policy may name a warning that no longer exists', () => {
    expect(parsePolicy({ expectedWarnings: ['negativ_tax'] }).expectedWarnings).toEqual(['negativ_tax']);
    expect(parsePolicy({ expectedWarnings: ['x'.repeat(60)] }).expectedWarnings).toEqual(['x'.repeat(60)]);
    expect(givenPolicy({ expectedWarnings: ['negative_tax'] }).expectedWarnings).toEqual(['negative_tax']);
    // It may stay when something else changes, but no other like it may come.
    const before = { expectedWarnings: ['negativ_tax'], treatments: {} };
    expect(givenPolicy({ expectedWarnings: ['negativ_tax'] }, before)).toEqual(parsePolicy(before));
    expect(() => givenPolicy({ expectedWarnings: ['negativ_tax', 'quux'] }, before)).toThrow('"quux" is not a warning');
  });

  test('that are wrong are all named', () => {
    expect(() => givenPolicy({ expectedWarnings: ['quux', 'negativ_tax'] })).toThrow(
      /^The policy is wrong: policy\.expectedWarnings: "quux" is not a warning; there are negative_tax, .*; policy\.expectedWarnings: "negativ_tax"/,
    );
  });
});
