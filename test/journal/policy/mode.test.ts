import { modeFor } from '../../../src/journal/policy/mode.js';

const fresh = { isAdjustment: false, lookedAt: false };
const lookedAt = { isAdjustment: false, lookedAt: true };
const adjustment = { isAdjustment: true, lookedAt: true };
const one = { approval: 'one', clientApproval: 'after' } as const;
const two = { approval: 'two', clientApproval: 'after' } as const;
const client = { approval: 'one', clientApproval: 'before' } as const;
const twoAndClient = { approval: 'two', clientApproval: 'before' } as const;

test.each([
  ['one person', one, fresh, { auto: 'auto', approve: 'approve', check: 'check' }],
  ['one person, who looked', one, lookedAt, { auto: 'auto', approve: 'approve', check: 'check' }],
  ['two, and no one had to look', two, fresh, { auto: 'auto', approve: 'approve', check: 'check' }],
  ['two, of whom one looked', two, lookedAt, { auto: 'approve', approve: 'approve', check: 'check' }],
  ['the client first', client, fresh, { auto: 'approve', approve: 'approve', check: 'check' }],
  [
    'the client first, after a person looked',
    client,
    lookedAt,
    { auto: 'approve', approve: 'approve', check: 'check' },
  ],
  ['the client first, and two', twoAndClient, fresh, { auto: 'approve', approve: 'approve', check: 'check' }],
  ['an adjustment', one, adjustment, { auto: 'auto', approve: 'auto', check: 'approve' }],
  [
    'an adjustment, for which the client is not asked',
    client,
    adjustment,
    { auto: 'auto', approve: 'auto', check: 'approve' },
  ],
  ['an adjustment and two', two, adjustment, { auto: 'approve', approve: 'approve', check: 'approve' }],
] as const)('%s', (_, policy, seen, expected) => {
  const modes = (['auto', 'approve', 'check'] as const).map((mode) => [mode, modeFor({ ...policy, mode }, seen)]);
  expect(Object.fromEntries(modes)).toEqual(expected);
});
