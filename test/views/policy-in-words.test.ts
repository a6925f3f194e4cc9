import { defaultPolicy, type Policy } from '../../src/journal/policy.js';
import { policyChanges } from '../../src/views/policy-in-words.js';

const user = 'https://books.example/v2/users/7';
const parts = [
  { percent: '60', accounts: { salaries: '101' } },
  { percent: '40', accounts: {} },
];

/** Every setting, changed: one that is added to the policy does not compile until it is here. */
const changes: { readonly [Name in keyof Policy]: readonly [Policy[Name], ...string[]] } = {
  mode: ['approve', 'Posting: Posted by itself when payroll is filed → Posted when a person approves it'],
  approval: ['two', 'Pairs of eyes: One → Two: who decides neither posts nor signs off'],
  postFrom: ['2025-10-06', 'Posted from: The beginning → 6 October 2025'],
  directors: ['ni_calc_type', 'Directors known by: Their role → Their NI method'],
  roles: [{ [user]: 'director' }, `Role of ${user}: Not set → director`],
  accounts: [{ ...defaultPolicy.accounts, salaries: '405' }, 'Salaries: 401 → 405'],
  treatments: [
    { ...defaultPolicy.treatments, other_deductions: { as: 'deduct', account: '816' } },
    'Other deductions: hold → deduct, on 816',
  ],
  studentLoans: ['otherDeductions', 'Student loans: With PAYE and NI → With other deductions'],
  sacrificedPension: ['staffPensions', 'Sacrificed pension: Stays in salaries → Shown as staff pension'],
  layout: ['summarised', 'Layout: Every person’s lines apart → One line an account'],
  statuses: [['filed', 'pending'], 'Payroll that counts: filed → filed, pending'],
  amendments: ['amend', 'When payroll changes: A person is asked → The journal is amended'],
  guard: ['off', 'Guard against double posting: On → Off'],
  clientApproval: ['before', 'Client approval: Asked for, if at all, after posting → Needed before posting'],
  allocations: [
    { [user]: [{ from: '2025-10-06', parts }] },
    `Cost of ${user}: Not set → from 6 October 2025 60 % 101, 40 %`,
  ],
  recovery: [
    { post: 'auto', from: '2025-04-06', smallEmployer: 'yes' },
    'Statutory pay recovery: A person is asked → Posted by itself',
    'Recovered from: The beginning → 6 April 2025',
    'Small employer: Not known → yes',
  ],
  controls: [{ ...defaultPolicy.controls, pensionDay: 19 }, 'Day pensions are paid: 22 → 19'],
  variance: [{ percent: 5, amount: '500' }, 'Change of gross pay that is expected: Any → 5 % and £500'],
  expectedWarnings: [['negative_tax'], 'Warnings that are expected: None → negative tax'],
};

it.each(Object.entries(changes))('a changed %s is told in words, old and new', (name, [value, ...words]) => {
  expect(policyChanges(defaultPolicy, { ...defaultPolicy, [name]: value })).toEqual(words);
});

it('nothing is told where nothing changed', () => {
  expect(policyChanges(defaultPolicy, defaultPolicy)).toEqual([]);
});
