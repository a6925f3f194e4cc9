import { expect, it } from '@jest/globals';
import { sayHmrcPaid } from '../../src/acts/companies/say-hmrc-paid.js';
import { Money } from '../../src/journal/nouns/money.js';
import { HmrcPaid } from '../../src/record/hmrc-paid.entity.js';
import { hmrcDue } from '../../src/views/month/hmrc-due.js';
import { booksInWords, inBooks } from '../../src/views/month/hmrc-said-paid.js';
import { describeOnDatabases } from '../harness/databases.js';
import { payHmrcShort, payMonth, rigged } from './rig.js';

const who = { actor: 'Ruth', trigger: 'page', companies: null } as const;
const september = 'paye 2026-06';

describeOnDatabases('what a person says was paid to HMRC', (open) => {
  async function begun() {
    const books = await rigged(open);
    const viewer = { companies: null, pay: true };
    const dues = (of: Parameters<typeof hmrcDue>[1] = viewer) =>
      books.db.read((rows) => hmrcDue(rows, of, '2025-10-01', '2025-11-30'));
    const paid = async () => (await dues()).find(({ id }) => id === september)?.paid;
    const say = (paidOn: string | null, item = september) =>
      sayHmrcPaid({ database: books.db, log: books.log }, books.company, { who, item, paidOn });
    const lines = async () =>
      (await books.log.page({}, 100))
        .filter(({ act }) => act === 'hmrc_paid')
        .map(({ outcome, actor, answer }) => [outcome, actor, answer].join(' '))
        .reverse();
    return { ...books, dues, paid, say, lines };
  }

  it('is a statement: with a name and a day, in the log, and of no amount', async () => {
    const on = await begun();
    await on.sync();
    const before = (await on.dues()).map(({ amount, dueOn }) => [amount?.toString(), dueOn]);
    await on.say('2025-10-21');
    await on.say('2025-10-21');
    expect(await on.paid()).toEqual({ on: '2025-10-21', by: 'Ruth', at: expect.any(Date), books: 'not_compared' });
    expect((await on.dues()).map(({ amount, dueOn }) => [amount?.toString(), dueOn])).toEqual(before);
    await on.say('2025-10-22');
    await on.say(null);
    await on.say(null);
    expect(await on.paid()).toBeUndefined();
    expect(await on.lines()).toEqual([
      'done Ruth PAYE and NI, September 2025: on 21 October 2025',
      'done Ruth PAYE and NI, September 2025: on 22 October 2025',
      'withdrawn Ruth PAYE and NI, September 2025',
    ]);
    expect(await on.db.read((rows) => rows.find(HmrcPaid))).toHaveLength(2);
  });

  it('is refused of a day to come, and of what is not due', async () => {
    const on = await begun();
    await on.sync();
    await expect(on.say('2099-01-01')).rejects.toMatchObject({ title: 'It cannot have been paid yet' });
    await expect(on.say('2025-10-21', 'paye 2019-01')).rejects.toMatchObject({ status: 404 });
    expect(await on.lines()).toEqual([]);
  });

  it('is confirmed where exactly that came off the account, and by the word alone never', async () => {
    const on = await begun();
    await on.sync();
    await payMonth(on, '2025-08-29', '2025-09-22');
    await payMonth(on, '2025-09-30', '2025-10-22');
    await payMonth(on, '2025-10-31');
    await on.say('2025-10-22');
    expect(await on.paid()).toMatchObject({ books: 'not_compared' });
    await on.controls('2025-11-05');
    expect(await on.paid()).toMatchObject({ books: 'in_books', readOn: '2025-11-05' });
  });

  it('is confirmed where it was paid ahead, in its tax month', async () => {
    const on = await begun();
    await on.sync();
    await payMonth(on, '2025-08-29', '2025-09-22');
    await payMonth(on, '2025-09-30', '2025-10-09');
    await payMonth(on, '2025-10-31');
    await on.say('2025-10-09');
    await on.controls('2025-11-05');
    expect(await on.paid()).toMatchObject({ books: 'in_books' });
  });

  it('is contradicted where the books still show it open, paid in part or not at all', async () => {
    const on = await begun();
    await payHmrcShort(on);
    await on.say('2025-10-22');
    await on.controls('2025-11-05');
    const paid = await on.paid();
    expect(paid).toMatchObject({ books: 'not_in_books', readOn: '2025-11-05' });
    expect(paid && booksInWords(paid)).toBe('the books do not have it yet, read on 5 November 2025');
    const [hidden] = (await on.dues({ companies: null, pay: false })).filter(({ id }) => id === september);
    expect(hidden).toMatchObject({ paid: { books: 'not_in_books' } });
    expect(hidden).not.toHaveProperty('amount');
    expect(await on.dues({ companies: ['oak'], pay: true })).toEqual([]);
  });
});

const amount = Money.parse('578.81');
const said = { paidOn: '2025-10-22', amount };
const due = { id: september, dueOn: '2025-10-22', amount };
const account = { account: '814', name: 'PAYE/NI', balance: '0.00', notDue: '0.00', known: '0.00', open: [] };
const open = (state: string) => ({
  ...account,
  open: [{ id: september, item: 'PAYE', due: '2025-10-22', amount: '578.81', state, hints: [] }],
});
const read = (one: object, asOn = '2025-11-05') => ({ asOn, problem: null, accounts: [one] }) as never;
const cleared = { ...account, cleared: [{ id: september, amount: '578.81' }] };

it.each<[string, Parameters<typeof inBooks>, string]>([
  ['never read', [due, said, undefined], 'not_compared'],
  ['read, and gone from what is open, which is no evidence', [due, said, read(account)], 'not_compared'],
  ['cleared by exactly that', [due, said, read(cleared)], 'in_books'],
  [
    'cleared by another amount',
    [due, said, read({ ...cleared, cleared: [{ id: september, amount: '5.00' }] })],
    'not_compared',
  ],
  [
    'another month cleared',
    [due, said, read({ ...cleared, cleared: [{ id: 'paye 2026-07', amount: '578.81' }] })],
    'not_compared',
  ],
  ['no payment posted', [due, said, read(open('no_payment_posted'))], 'not_in_books'],
  ['part paid', [due, said, read(open('part_paid'))], 'not_in_books'],
  ['open, and the bank may not be there yet', [due, said, read(open('due'))], 'not_compared'],
  ['open, and it cannot be told yet', [due, said, read(open('cannot_tell_yet'))], 'not_compared'],
  ['open, read on the due day', [due, said, read(open('no_payment_posted'), '2025-10-22')], 'not_compared'],
  [
    'open, read before the day said',
    [due, { ...said, paidOn: '2025-11-06' }, read(open('no_payment_posted'))],
    'not_compared',
  ],
  ['said when another amount was due', [due, { ...said, amount: Money.zero }, read(cleared)], 'not_compared'],
  [
    'the books could not be read again',
    [due, said, { ...(read(cleared) as object), problem: 'x' } as never],
    'not_compared',
  ],
])('the books of what was said: %s', (_, of, books) => {
  expect(inBooks(...of).books).toBe(books);
});
