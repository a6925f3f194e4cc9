import { expect, it } from '@jest/globals';
import type { Answer } from '../../src/controls/answer.js';
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
  const { causes, accounts } = answerShown(answer, { pay: true }, true);
  expect([causes, accounts]).toEqual([answer.causes, answer.accounts]);
});

it.each([true, false])('no one’s pay is in what others see, whether they see totals or not: %s', (isSeen) => {
  const shown = answerShown(answer, { pay: false }, isSeen);
  expect(JSON.stringify(shown)).not.toMatch(/Ann|1,733|1733|2,733|users/);
  expect(shown.accounts.map(({ balance }) => balance)).toEqual([isSeen ? '1000.00' : undefined]);
  expect(shown.causes.map(({ what }) => what)).toEqual([answer.causes[0]?.inTotals]);
});
