import { expect, test } from '@jest/globals';
import { type AdjustAct, mustBeRight } from '../../../src/acts/runs/adjust.js';
import { defaultPolicy, parsePolicy, type Policy } from '../../../src/journal/policy/policy.js';
import { company } from '../../factories/facts.js';
import { outcomeOf } from './refused.js';

const line = (account: string, amount: string) => ({ account, amount });
const levy = [line('405', '125.00'), line('814', '-125.00')];
const who = { actor: 'Ann', trigger: 'page', companies: null } as const;

function asked(act: Partial<AdjustAct>, changes: Partial<Policy> = {}) {
  const policy = parsePolicy({ ...company.policy, ...changes });
  return outcomeOf(() =>
    mustBeRight(
      { company: { ...company, policy }, year: 2026, period: 6 },
      { who, reason: 'As billed', kind: 'levy', number: 2, lines: levy, ...act },
    ),
  );
}

test('an adjustment is a set of its tax month', () => {
  const set = asked({ lines: [line('405-12', '1125.00'), line('814', '-1125')], dueOn: '2025-12-01' });
  expect(set).toMatchObject({
    dueOn: '2025-12-01',
    journal: {
      datedOn: '2025-11-05',
      tag: 'counterfoil:2026-06:levy-2',
      description: expect.stringContaining('As billed'),
      entries: [{ category: '405-12' }, { category: '814' }],
    },
  });
});

const digits = 'is not a nominal code';
const money = 'is not an amount in pounds and pence';
test.each<[string, Partial<AdjustAct>, string]>([
  ['an account of two digits', { lines: [line('40', '1.00'), line('814', '-1.00')] }, `"40" ${digits}`],
  ['an account of five digits', { lines: [line('40555', '1.00'), line('814', '-1.00')] }, `"40555" ${digits}`],
  ['an account with words before', { lines: [line('on 405', '1.00'), line('814', '-1.00')] }, `"on 405" ${digits}`],
  ['an account with words after', { lines: [line('405 x', '1.00'), line('814', '-1.00')] }, `"405 x" ${digits}`],
  [
    'an account below one without a number',
    { lines: [line('405-', '1.00'), line('814', '-1.00')] },
    `"405-" ${digits}`,
  ],
  ['an account below one by a letter', { lines: [line('405-a', '1.00'), line('814', '-1.00')] }, `"405-a" ${digits}`],
  [
    'an account of persons',
    { lines: [line('902', '1.00'), line('814', '-1.00')] },
    "account 902 is a person's, and an adjustment names no person",
  ],
  ['no money', { lines: [line('405', '1.005'), line('814', '-1.00')] }, `"1.005" ${money}`],
  [
    'several things, and nothing of a balance',
    { lines: [line('x', 'y'), line('814', '-1.00')] },
    `"x" ${digits}; "y" ${money}`,
  ],
  [
    'a set out of balance',
    { lines: [line('405', '1.00'), line('814', '-0.50')] },
    'the lines must balance: they come to £0.50',
  ],
  ['a due date that is none', { dueOn: '2025-11-31' }, 'the due date is a date, such as 2026-07-22'],
  [
    'no lines, and a due date that is none',
    { lines: [], dueOn: '2025-11-31' },
    'the due date is a date, such as 2026-07-22; an adjustment has at least two lines that are not nil',
  ],
])('an adjustment is refused for %s', (_, act, why) => {
  expect(asked(act)).toStrictEqual({
    title: 'This adjustment cannot be posted',
    detail: `Elm Ltd: ${why}.`,
    todo: 'Correct it and enter it again. Debits are positive, credits negative: 404=125.00 and 814=-125.00.',
    status: 400,
    exitCode: 2,
  });
});

test('an adjustment is not dated before the cut-over', () => {
  expect(asked({}, { postFrom: '2025-11-05' })).toMatchObject({ journal: { datedOn: '2025-11-05' } });
  expect(asked({}, { postFrom: '2025-11-06' })).toMatchObject({
    title: 'This adjustment cannot be posted',
    detail: 'Elm Ltd: it would be dated 5 Nov 2025, before the cut-over on 6 Nov 2025.',
  });
});

test.each<[string, Partial<Policy['controls']>, string]>([
  ['on the 22nd', {}, '2025-11-22'],
  ['by direct debit', { collectionDay: 3 }, '2025-12-03'],
  ['with the quarter', { payePeriod: 'quarterly' }, '2026-01-22'],
])('an adjustment is due when the PAYE of its month is: %s', (_, changes, dueOn) => {
  expect(asked({}, { controls: { ...defaultPolicy.controls, ...changes } })).toMatchObject({ dueOn });
});
