import { expect, it } from '@jest/globals';
import type { Answer } from '../../src/record/control-answer.js';
import { answerShown } from '../../src/controls/show/readings.js';
import { account, openAccount } from '../factories/balances.js';

const paye = openAccount('814', '1000.00');
const hints = ['902 Ann Elm was cleared of the same £1,000.00 from 6 October 2025 to 5 November 2025.'];
const answer: Answer = {
  state: 'open',
  causes: [
    {
      what: 'Wages of 31 October 2025, paid in all £2,733.64: one person’s on the account of Ann Elm',
      inTotals: 'Wages of 31 October 2025 are paid in all, but not each on its own account',
      todo: 'Split the payment.',
      accounts: [{ account: '902', user: '/v2/users/1', name: 'Ann Elm', amount: '-1733.64' }],
    },
  ],
  accounts: [
    { ...paye, open: paye.open.map((part) => ({ ...part, hints })) },
    account('902', { user: '/v2/users/1', name: 'Ann Elm', balance: '-1733.64' }),
  ],
};

it('whoever may see pay sees all of it', () => {
  const { causes, accounts } = answerShown(answer, { pay: true });
  expect([causes, accounts]).toEqual([answer.causes, answer.accounts]);
});

it('no amount is in what others see', () => {
  const shown = answerShown(answer, { pay: false });
  expect(JSON.stringify(shown)).not.toMatch(/Ann|\.\d\d|users/);
  expect(shown.accounts.map(({ account: code }) => code)).toEqual(['814']);
  expect(shown.causes.map(({ what }) => what)).toEqual([answer.causes[0]?.inTotals]);
});
