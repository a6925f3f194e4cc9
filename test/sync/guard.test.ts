import { describe, expect, it } from '@jest/globals';
import type { JournalSet } from '../../src/books/journal-set.js';
import type { Line } from '../../src/journal/nouns/identity.js';
import { Money } from '../../src/journal/nouns/money.js';
import { defaultPolicy } from '../../src/journal/policy/policy.js';
import { type GuardCase, judge } from '../../src/sync/steps/movement.js';
import { describeOnDatabases } from '../harness/databases.js';
import { Proxy } from './proxy.js';
import { journalByHand as journalledByHand } from './refusals.js';
import { act, type Books, booksOn } from './rig.js';

const pounds = (text: string) => Money.parse(text);
const lines = (of: Record<string, string>): Line[] =>
  Object.entries(of).map(([category, debit]) => ({ category, debit: pounds(debit) }));
const payroll = lines({ '401': '2000.00', '402': '194.71', '814': '-637.67', '902': '-1557.04' });

const set = (tag: string | undefined, datedOn: string, of: Record<string, string>): JournalSet => ({
  url: `https://books.test/v2/journal_sets/${tag ?? 'foreign'}`,
  datedOn,
  tag,
  description: 'x',
  entries: lines(of).map((line, index) => ({
    ...line,
    url: `https://books.test/v2/journal_entries/${index}`,
    description: '',
  })),
});

const given = (balance: Record<string, string>, over: Partial<GuardCase> = {}): GuardCase => ({
  prefix: 'counterfoil',
  policy: defaultPolicy,
  range: { from: '2025-10-06', to: '2025-11-05' },
  sets: [],
  balance: Object.entries(balance).map(([code, total]) => ({ code, total: pounds(total) })),
  run: payroll,
  period: payroll,
  people: [{ gross: pounds('2000.00'), net: pounds('1457.04') }],
  expected: {},
  ...over,
});

const ours = set('counterfoil:2026-06:2025-10-24', '2025-10-24', { '401': '900.00', '902': '-900.00' });

const table: readonly (readonly [string, GuardCase, string])[] = [
  ['nothing moved', given({}), 'clear'],
  ['only other accounts moved', given({ '250': '999.00', '814': '-5.00' }), 'clear'],
  ['what moved is ours', given({ '401': '900.00' }, { sets: [ours] }), 'clear'],
  ['ours lies outside the range', given({ '401': '900.00' }, { sets: [{ ...ours, datedOn: '2025-11-06' }] }), 'small'],
  ['the whole cost is there', given({ '401': '2000.00', '402': '194.71' }), 'already_in_books'],
  ['the whole cost on other cost accounts', given({ '404': '1557.04', '405': '637.67' }), 'already_in_books'],
  ['one person’s gross', given({ '401': '2000.00' }), 'already_in_books'],
  ['one person’s net', given({ '404': '1457.04' }), 'already_in_books'],
  [
    'the gross of the whole period',
    given({ '401': '5000.00' }, { period: lines({ '401': '5000.00', '902': '-5000.00' }) }),
    'already_in_books',
  ],
  [
    'a foreign set within a larger movement',
    given({ '401': '2300.00' }, { sets: [set(undefined, '2025-10-31', { '401': '2000.00', '902': '-2000.00' })] }),
    'already_in_books',
  ],
  ['as much as the smallest gross', given({ '403': '2100.00' }), 'unexplained_movement'],
  ['credits count as movement', given({ '401': '-2100.00' }), 'unexplained_movement'],
  ['less than the smallest gross', given({ '403': '150.00' }), 'small'],
  ['expected every month', given({ '403': '150.00' }, { expected: { '403': '150.00' } }), 'clear'],
  [
    'more than what is expected',
    given({ '403': '3150.00' }, { expected: { '403': '150.00' } }),
    'unexplained_movement',
  ],
  ['another set of ours in doubt is not known here', given({ '402': '0.01' }), 'small'],
];

describe('the double-posting guard', () => {
  it.each(table)('%s', (_, facts, expected) => {
    const verdict = judge(facts);
    expect(verdict.is === 'held' ? verdict.hold.code : verdict.is).toBe(expected);
  });
});

const journalByHand = (books: Books, amount: string, account = '401') =>
  books.rig.control('POST', 'companies/elm/journal_sets', {
    journal_set: {
      dated_on: '2025-10-31',
      description: 'By hand',
      journal_entries: [
        { category: `/v2/categories/${account}`, debit_value: amount },
        { category: '/v2/categories/251', debit_value: pounds(amount).negated().toString() },
      ],
    },
  });

describeOnDatabases('before posting', (open) => {
  it('holds what the books show already, and posts it when someone approves those figures', async () => {
    const books = await booksOn(open);
    await journalByHand(books, '2000.00');
    expect(await books.sync()).toMatchObject({ posted: 2, held: 1 });
    const run = await books.run(6);
    expect(run).toMatchObject({ state: 'held', holdCodes: ['already_in_books'] });
    expect(run.mapped?.holds[0]?.message).toContain('401 £2,000.00 between 6 Oct 2025 and 5 Nov 2025. Posting');
    expect(await books.sync()).toMatchObject({ posted: 0, held: 1 });
    const approved = await books.acts.approve(books.ref(6), { ...act('a bonus by hand'), hold: 'already_in_books' });
    expect(approved.run.state).toBe('posted');
  });

  it('reads once more before it holds: someone may have been at work between the two reads', async () => {
    const proxy = new Proxy();
    const books = await booksOn(open, { around: proxy.around });
    proxy.once(
      ({ url }) => url.includes('trial_balance'),
      async (_request, send) => {
        const made = await journalledByHand(books, '2000.00');
        const answer = await send();
        await books.rig.control('DELETE', `companies/elm/journal_sets/${made}`);
        return answer;
      },
    );
    expect(await books.sync({ year: 2026, period: 6 })).toMatchObject({ posted: 1, held: 0 });
  });

  it('asks again when the figures have moved since they were approved', async () => {
    const books = await booksOn(open, { mode: 'approve' });
    await journalByHand(books, '7000.00');
    await books.sync();
    const held = await books.acts.post(books.ref(6), act());
    expect(held.run).toMatchObject({ state: 'held', holdCodes: ['unexplained_movement'] });
    await journalByHand(books, '500.00', '403');
    const approved = await books.acts.approve(books.ref(6), { ...act(), hold: 'unexplained_movement' });
    expect(approved.run).toMatchObject({ state: 'held', holdCodes: ['unexplained_movement'] });
    expect(await books.sets()).toHaveLength(0);
  });

  it('warns of small movement and posts', async () => {
    const books = await booksOn(open);
    await journalByHand(books, '12.00', '403');
    expect(await books.sync()).toMatchObject({ posted: 3, held: 0 });
    expect((await books.run(6)).warningCodes).toContain('small_movement');
  });
});
