import { typedDecision } from '../../../src/doors/review/run/typed-decision.js';

test.each([
  [{}, 'deduct'],
  [{ account: ' ', 'split-rest': '' }, 'deduct'],
  [{ account: '816' }, { as: 'deduct', account: '816' }],
  [
    { 'split-amount-1': '£1,001.00', 'split-account-1': '049', 'split-rest': '815', account: '816' },
    {
      as: 'deduct',
      split: [
        { account: '049', amount: '1001.00' },
        { account: '815', rest: true },
      ],
    },
  ],
  // An incomplete split is passed on, so that the act names what is wrong with it.
  [{ 'split-amount-2': '1.00' }, { as: 'deduct', split: [{ account: '', amount: '1.00' }] }],
  [{ 'split-rest': '815' }, { as: 'deduct', split: [{ account: '815', rest: true }] }],
])('what a form holds: %j', (typed, decision) => {
  expect(typedDecision('deduct', typed as Record<string, string>)).toEqual(decision);
});
