import { allocationsFrom, begunBy, listed, withRule } from '../../src/journal/allocation-list.js';
import type { Allocations } from '../../src/journal/allocation-of-cost.js';

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

test('a list has a row for each part, and comes back as the allocations it was made of', () => {
  expect(listed(allocations)).toHaveLength(5);
  expect(listed(allocations)[0]).toEqual({
    ...{ user: one, from: '2025-04-06', percent: '60' },
    ...{ salaries: '150', employerNics: '152' },
  });
  expect(allocationsFrom(listed(allocations))).toEqual(allocations);
});

test('a rule takes the place of one from the same day, known by the path of its user; without parts that one ends', () => {
  const rule = { from: '2025-04-06', parts: [{ percent: '100', accounts: { salaries: '150' } }] };
  const changed = withRule(allocations, '/v2/users/1', rule);
  expect(changed[one]).toEqual([rule, allocations[one]?.[1]]);
  expect(changed[two]).toEqual(allocations[two]);
  expect(withRule(allocations, two, { from: '2025-04-06', parts: [] })).toEqual({ [one]: allocations[one] });
  const later = withRule(allocations, two, { ...rule, from: '2024-04-06' });
  expect(later[two]?.map(({ from }) => from)).toEqual(['2024-04-06', '2025-04-06']);
  expect(withRule({}, one, rule)).toEqual({ [one]: [rule] });
});

test('a preview lets the last rule begin by the day it is shown on', () => {
  const begun = begunBy(allocations, '2025-10-31');
  expect(begun[one]).toEqual([{ from: '2025-10-31', parts: [{ percent: '100', accounts: {} }] }]);
  expect(begun[two]).toEqual(allocations[two]);
});
