import { defaultPolicy, type Policy } from '../../../src/journal/policy/policy.js';
import { policyChanges, policyInWords } from '../../../src/views/words/policy-in-words.js';

const user = 'https://books.example/v2/users/7';
const parts = [
  { percent: '60', accounts: { salaries: '101' } },
  { percent: '40', accounts: {} },
];

/** A few made from the table, and each that is written by hand; test/journal/policy/settings.test.ts goes through all. */
const changes: Partial<{ readonly [Name in keyof Policy]: readonly [Policy[Name], ...string[]] }> = {
  mode: ['auto', 'Mode: Wait for approval → Post automatically'],
  postFrom: ['2025-10-06', 'Post pay runs paid from: The beginning → 6 October 2025'],
  roles: [{ [user]: 'director' }, `Role of ${user}: Not set → director`],
  accounts: [{ ...defaultPolicy.accounts, salaries: '405' }, 'Accounts, Salaries: 401 → 405'],
  treatments: [
    { ...defaultPolicy.treatments, other_deductions: { as: 'deduct', account: '816' } },
    'Other deductions: held until a person decides → deducted, to 816',
  ],
  layout: [
    { merged: { liabilityCategory: '731' } },
    'Layout: Itemised: each payslip’s own lines → Merged: all net pay on one liability account, 731',
  ],
  allocations: [
    { [user]: [{ from: '2025-10-06', parts }] },
    `Cost of ${user}: Not set → from 6 October 2025 60 % to 101, 40 % to the usual accounts`,
  ],
  recovery: [
    { post: 'auto', from: '2025-04-06', smallEmployer: 'yes' },
    'Statutory pay recovery, Recovery: Ask a person → Post automatically',
    'Statutory pay recovery, Recovered from: The tax month of connecting → 6 April 2025',
    'Statutory pay recovery, Small employer: Not known → Yes',
  ],
  variance: [{ percent: 5, amount: '500' }, 'Gross may differ from the month before by: 10 % or £500.00 → 5 % or £500'],
  expectedWarnings: [['negative_tax'], 'Warnings that need no closer look: None → Tax refund'],
};

it.each(Object.entries(changes))('a changed %s is told in words, old and new', (name, [value, ...words]) => {
  expect(policyChanges(defaultPolicy, { ...defaultPolicy, [name]: value })).toEqual(words);
});

it('people are told by name where a name is given, each of two with one name', () => {
  const [one, other] = [user, 'https://books.example/v2/users/8'];
  const after: Policy = {
    ...defaultPolicy,
    roles: { [one]: 'director', [other]: 'employee' },
    layout: { merged: { controlUser: one } },
  };
  expect(policyChanges(defaultPolicy, after, () => 'Ann Lee')).toEqual([
    'Role of Ann Lee: Not set → director',
    'Role of Ann Lee: Not set → employee',
    'Layout: Itemised: each payslip’s own lines → Merged: all net pay on one control user, Ann Lee',
  ]);
});

it('nothing is told where nothing changed', () => {
  expect(policyChanges(defaultPolicy, defaultPolicy)).toEqual([]);
});

it('names no one to those who may not see people', () => {
  const policy: Policy = { ...defaultPolicy, roles: { [user]: 'director' }, layout: { merged: { controlUser: user } } };
  expect(JSON.stringify(policyInWords(policy, { people: false }))).not.toContain(user);
  expect(JSON.stringify(policyInWords(policy, { people: true }))).toContain(user);
});
