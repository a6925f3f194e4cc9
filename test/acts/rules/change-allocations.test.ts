import { expect, test } from '@jest/globals';
import { policyWith } from '../../../src/acts/companies/change-allocations.js';
import type { Allocations } from '../../../src/journal/nouns/allocation-of-cost.js';
import { company } from '../../factories/facts.js';
import { outcomeOf } from './refused.js';

const [ann, ben] = ['https://books.test/v2/users/1', 'https://books.test/v2/users/2'] as const;
const parts = (first: string, accounts: object = { salaries: '101' }) => [
  { percent: first, accounts },
  { percent: '40', accounts: {} },
];
const rule = (from: string, given: readonly object[] = parts('60')) => ({ from, parts: given });

const asked = (allocations: object) => outcomeOf(() => policyWith(company, allocations as Allocations));

test('the policy has other allocations, and is as it was besides', () => {
  const allocations = { [ann]: [rule('2025-10-06')] };
  expect(asked(allocations)).toMatchObject({ ...company.policy, allocations });
});

test.each<[string, object, string]>([
  [
    'percentages that miss the whole',
    { [ben]: [rule('2025-10-06')], [ann]: [rule('2025-10-06'), rule('2026-04-06', parts('59.99'))] },
    `${ann} from 6 April 2026: the percentages sum to 99.99, not to exactly 100`,
  ],
  [
    'an account of persons, in the second part',
    {
      [ann]: [
        rule(
          '2025-10-06',
          [...parts('60', {})].reverse().map((part, at) => ({ ...part, accounts: at ? { salaries: '902' } : {} })),
        ),
      ],
    },
    `${ann} from 6 October 2025, part 2, accounts.salaries: an account of persons (900 to 910) bears no cost`,
  ],
  [
    'someone of a longer number',
    { [ann]: [rule('2025-10-06')], [`${ann}2`]: [rule('2025-10-06', parts('1'))] },
    `${ann}2 from 6 October 2025: the percentages sum to 41, not to exactly 100`,
  ],
  [
    'two things at once',
    { [ann]: [rule('6 October')], [ben]: [rule('2025-10-06', parts('x'))] },
    `${ann} from 6 October, from: a date is expected, such as "2026-04-06"; ${ben} from 6 October 2025, part 1, percent: a percentage is expected as text, such as "33.33"`,
  ],
  [
    'no parts',
    { [ann]: [{ from: '2025-10-06' }] },
    `${ann} from 6 October 2025: Invalid input: expected array, received undefined`,
  ],
  ['no day', { [ann]: [{ parts: parts('60') }] }, `${ann}, from: Invalid input: expected string, received undefined`],
  [
    'a part that is none',
    { [ann]: [rule('2025-10-06', ['x'] as never)] },
    `${ann} from 6 October 2025, part 1: Invalid input: expected object, received string`,
  ],
  ['no allocations at all', { [ann]: [] }, `${ann}: Too small: expected array to have >=1 items`],
  ['nothing that names anybody', 'x' as never, 'Invalid input: expected record, received string'],
  [
    'the eleventh of several, in its eleventh part',
    {
      [ann]: [
        ...Array.from({ length: 10 }, (_, month) => rule(`2025-${String(month + 1).padStart(2, '0')}-01`)),
        rule('2025-11-01', [
          ...Array.from({ length: 10 }, () => ({ percent: '9', accounts: {} })),
          { percent: 'x', accounts: {} },
        ]),
      ],
    },
    `${ann} from 1 November 2025, part 11, percent: a percentage is expected as text, such as "33.33"`,
  ],
  [
    'two on one day',
    { [ann]: [rule('2025-10-06'), rule('2025-10-06')] },
    `${ann}: two allocations begin on 2025-10-06`,
  ],
])('is named with whom it is about: %s', (_, allocations, why) => {
  expect(asked(allocations)).toStrictEqual({
    title: 'These allocations cannot be used',
    detail: `Elm Ltd: ${why}.`,
    todo: 'Correct what is named. Nothing was changed.',
    status: 400,
    exitCode: 2,
  });
});
