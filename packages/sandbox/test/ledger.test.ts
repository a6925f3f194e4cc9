import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { outOfBalance } from './books.js';
import { ASH, type Client, start, stopAll } from './client.js';
import { cases } from './cases.js';

/** Whatever moves the ledger, in whatever order, the trial balance must sum to zero. */
const HISTORIES = cases(30, 300);
let client: Client;

beforeAll(async () => {
  const entries = [{ category: '970', debit_value: '-100' }];
  const opening_balances = {
    journal_entries: entries,
    bank_accounts: [{ description: 'Current', debit_value: '100' }],
  };
  const company = { ...ASH.companies[0]!, fields: { sales_tax_registration_status: 'Registered' }, opening_balances };
  client = await start({ scenario: { companies: [company] }, limits: false });
});
afterAll(stopAll);

interface Act {
  readonly what:
    | 'journal'
    | 'expense'
    | 'explanation'
    | 'transfer'
    | 'asset'
    | 'statement'
    | 'account'
    | 'change'
    | 'remove';
  readonly pence: number;
  readonly day: number;
  readonly choice: number;
}

const acts = fc.array(
  fc.record<Act>({
    what: fc.constantFrom(
      'journal',
      'expense',
      'explanation',
      'transfer',
      'asset',
      'statement',
      'account',
      'change',
      'remove',
    ),
    pence: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    day: fc.integer({ min: 0, max: 1_400 }),
    choice: fc.nat(1_000),
  }),
  { minLength: 5, maxLength: 25 },
);

const EXPLAINED = '/v2/bank_transaction_explanations';
const CODES = ['001', '291', '280', '310', '401', '814', '813'];
const pounds = (pence: number) => (pence / 100).toFixed(2);
const dayOf = (day: number) => new Date(Date.UTC(2022, 0, 1) + day * 86_400_000).toISOString().slice(0, 10);

test('in random histories of everything that moves it, the trial balance always sums to zero', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (history) => {
      await client.control('POST', '/reset');
      const accounts = ['/v2/bank_accounts/1'];
      const made: string[] = [];
      for (const act of history) {
        const answer = await play(act, accounts, made);
        const location = answer?.headers.get('location');
        if (act.what === 'account') accounts.push(new URL(location!).pathname);
        else if (location) made.push(new URL(location).pathname);
        expect(await outOfBalance(client)).toBe(0n);
      }
    }),
    { numRuns: HISTORIES },
  );
});

async function play(act: Act, accounts: readonly string[], made: string[]) {
  const pick = <T>(from: readonly T[]) => from[act.choice % from.length]!;
  const gross = act.pence === 0 ? 1 : act.pence;
  const common = {
    dated_on: dayOf(act.day),
    gross_value: pounds(gross),
    description: 'x',
    bank_account: pick(accounts),
  };
  const category = `/v2/categories/${pick(CODES)}`;
  switch (act.what) {
    case 'journal': {
      const journal_entries = [
        { category, debit_value: pounds(gross) },
        { category: '/v2/categories/902', user: '/v2/users/2', debit_value: pounds(-gross) },
      ];
      return client.call('POST', '/v2/journal_sets', { journal_set: { ...common, journal_entries } });
    }
    case 'expense':
      return client.call('POST', '/v2/expenses', { expense: { ...common, user: '/v2/users/2', category } });
    case 'explanation':
      return client.call('POST', EXPLAINED, { ...common, category });
    case 'transfer':
      return client.call('POST', EXPLAINED, {
        ...common,
        transfer_bank_account: accounts[(act.choice + 1) % accounts.length],
      });
    case 'asset':
      return client.call('POST', EXPLAINED, {
        ...common,
        category: '/v2/categories/602-1',
        asset_life_years: pick([2, 3, 4, 5, 7]),
      });
    case 'statement': {
      const statement = [{ dated_on: common.dated_on, description: 'line', amount: gross / 100 }];
      return client.call('POST', `/v2/bank_transactions/statement?bank_account=${common.bank_account}`, { statement });
    }
    case 'account':
      return client.call('POST', '/v2/bank_accounts', { name: 'Another', opening_balance: pounds(gross) });
    case 'change': {
      const path = made.length > 0 ? pick(made) : undefined;
      const root = path?.startsWith('/v2/expenses')
        ? 'expense'
        : path?.startsWith('/v2/journal')
          ? 'journal_set'
          : 'bank_transaction_explanation';
      return path === undefined
        ? undefined
        : client.call('PUT', path, {
            [root]: { dated_on: common.dated_on, ...(root !== 'journal_set' && { gross_value: common.gross_value }) },
          });
    }
    case 'remove': {
      const path = made.length > 0 ? pick(made) : undefined;
      return path === undefined ? undefined : client.call('DELETE', path);
    }
  }
}
