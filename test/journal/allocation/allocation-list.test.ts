import { allocationsFrom, begunBy, listed, withRule } from '../../../src/journal/allocation/allocation-list.js';
import type { Allocations } from '../../../src/journal/nouns/allocation-of-cost.js';

const one = 'https://api.example/v2/users/1';
const two = 'https://api.example/v2/users/2';
const half = [
  { percent: '60', accounts: { salaries: '150', employerNics: '152' } },
  { percent: '40', accounts: {} },
];
const allocations: Allocations = {
  [one]: [
    { from: '2025-04-06', parts: half },
    { from: '2026-04-06', parts: [{ percent: '100', accounts: {} }] },
  ],
  [two]: [{ from: '2025-04-06', parts: half, directors: true }],
};

test('a list has a row for each part, and is read back as the same allocations', () => {
  expect(listed(allocations)).toHaveLength(5);
  expect(listed(allocations)[0]).toEqual({
    ...{ user: one, from: '2025-04-06', percent: '60' },
    ...{ salaries: '150', employerNics: '152' },
  });
  expect(allocationsFrom(listed(allocations))).toEqual(allocations);
});

test('rows come in any order; one row with the flag is enough for its rule, and for no other', () => {
  const rows = [
    { user: two, from: '2026-04-06', percent: '100' },
    { user: one, from: '2025-04-06', percent: '60', salaries: '150' },
    { user: two, from: '2025-04-06', percent: '70', staffPensions: '154' },
    { user: two, from: '2025-04-06', percent: '30', directors: true },
  ];
  expect(allocationsFrom(rows)).toStrictEqual({
    [two]: [
      { from: '2026-04-06', parts: [{ percent: '100', accounts: {} }] },
      {
        from: '2025-04-06',
        parts: [
          { percent: '70', accounts: { staffPensions: '154' } },
          { percent: '30', accounts: {} },
        ],
        directors: true,
      },
    ],
    [one]: [{ from: '2025-04-06', parts: [{ percent: '60', accounts: { salaries: '150' } }] }],
  });
  expect(listed(allocations).map((row) => row.directors)).toEqual([...Array(3).fill(undefined), true, true]);
  expect(listed({ [one]: allocations[one] ?? [] }).some((row) => 'directors' in row)).toBe(false);
});

test('a rule replaces the same user’s rule from the same day; a rule without parts ends it', () => {
  const rule = { from: '2025-04-06', parts: [{ percent: '100', accounts: { salaries: '150' } }] };
  const changed = withRule(allocations, '/v2/users/1', rule);
  expect(changed[one]).toEqual([rule, allocations[one]?.[1]]);
  expect(changed[two]).toEqual(allocations[two]);
  expect(withRule(allocations, two, { from: '2025-04-06', parts: [] })).toEqual({ [one]: allocations[one] });
  const later = withRule(allocations, two, { ...rule, from: '2024-04-06' });
  expect(later[two]?.map(({ from }) => from)).toEqual(['2024-04-06', '2025-04-06']);
  expect(withRule({}, one, rule)).toEqual({ [one]: [rule] });
  expect(withRule({}, one, { ...rule, parts: [] })).toEqual({});
  // A user with rules keeps the url under which the policy has them.
  expect(Object.keys(changed)).toEqual([two, one]);
  const last = withRule(allocations, one, { ...rule, from: '2027-04-06' });
  expect(last[one]?.map(({ from }) => from)).toEqual(['2025-04-06', '2026-04-06', '2027-04-06']);
});

test('a preview lets the last rule begin no later than the day it is shown for', () => {
  const begun = begunBy(allocations, '2025-10-31');
  expect(begun[one]).toEqual([{ from: '2025-10-31', parts: [{ percent: '100', accounts: {} }] }]);
  expect(begun[two]).toEqual(allocations[two]);
  const [first, last] = allocations[one] ?? [];
  const turned: Allocations = { [one]: [last, first].flatMap((rule) => rule ?? []) };
  expect(begunBy(turned, '2025-10-31')[one]).toEqual([{ ...last, from: '2025-10-31' }]);
  // A rule has begun on its own first day.
  expect(begunBy(turned, '2026-04-06')).toEqual(turned);
});
