import { describe, expect, it } from '@jest/globals';
import { findAdjustments } from '../../src/record/runs/find-adjustments.js';
import {
  copy,
  dropOnce,
  ed,
  isDue,
  later,
  month,
  open,
  overAndThis,
  quick,
  setOf,
  since,
  stateOf,
  window,
  without,
} from './refusals.js';
import { act, type Books, booksOn, elm, levy, type PeriodDocument } from './rig.js';

const march = 'counterfoil:2024-11:2024-03-29';
const ref = (books: Books) => books.ref(11, '2024-03-29', 2024);

/** A company with a pay run in a year that is over, and a service that answers nothing while it is away. */
async function setUp(away: { now: boolean }) {
  const around = without(
    () => true,
    403,
    () => away.now,
  );
  return booksOn(open, { env: quick, scenario: overAndThis, postFrom: '2024-01-01', around });
}

const unpaid = ({ user, dated_on }: PeriodDocument['payslips'][number]) => ({ user, dated_on, basic_pay: '0.0' });

async function journalOfMarch(books: Books) {
  const category = (code: string) => `${books.rig.baseUrl}/v2/categories/${code}`;
  const journal_entries = [
    { category: category('401'), debit_value: '2000.0' },
    { category: category('814'), debit_value: '-2000.0' },
  ];
  const journal_set = { dated_on: '2024-03-20', description: 'By hand', journal_entries };
  await books.rig.control('POST', 'companies/elm/journal_sets', { journal_set });
}

const waitsForService = async (books: Books, away: { now: boolean }, ask: () => Promise<unknown>) => {
  away.now = true;
  await ask().catch(() => undefined);
  away.now = false;
  for (let syncs = 0; syncs < 2; syncs++) await later(books, window);
};

describe('a year that is over, and what could not be done in it', () => {
  it('a run that was free when the service gave no access to the accounts', async () => {
    const access = { none: true };
    const around = without(
      ({ url }) => url.includes('trial_balance'),
      403,
      () => access.none,
    );
    const books = await booksOn(open, { env: quick, scenario: overAndThis, postFrom: '2024-01-01', around });
    await later(books, 0);
    expect(await since(books, '2024')).toEqual([]);
    access.none = false;
    for (let syncs = 0; syncs < 2; syncs++) await later(books, window);
    expect(await since(books, '2024')).toEqual(['2024-11:2024-03-29', '2026-06:2025-10-31']);
  });

  it('an approval given while the service was away', async () => {
    const away = { now: false };
    const books = await setUp(away);
    await journalOfMarch(books);
    await books.sync();
    expect(await books.run(11, '2024-03-29', 2024)).toMatchObject({ state: 'held', holdCodes: ['already_in_books'] });
    await waitsForService(books, away, () => books.acts.approve(ref(books), { ...act(), hold: 'already_in_books' }));
    expect(await stateOf(books, march)).toBe('posted');
  });

  it('an adjustment entered while the service was away', async () => {
    const away = { now: false };
    const books = await setUp(away);
    await books.sync();
    await waitsForService(books, away, () => books.acts.adjust(ref(books), { ...act(), ...levy }));
    const [row] = await books.db.read((rows) => findAdjustments(rows, {}));
    expect([row?.state, await since(books, '2024-11:l')]).toEqual([
      'posted',
      expect.arrayContaining(['2024-11:levy-1']),
    ]);
  });

  it.each([
    ['nothing', ({ payslips }: PeriodDocument) => ({ payslips: payslips.map(unpaid) })],
    ['not filed', () => ({ status: 'unfiled' })],
  ])('a reversal asked for while the service was away, when payroll is %s', async (_, change) => {
    const away = { now: false };
    const books = await setUp(away);
    await books.sync();
    const document = await books.period(2024, 11);
    await books.setPeriod(2024, 11, { ...document, ...change(document) });
    await books.sync({ full: true });
    expect(await stateOf(books, march)).toBe('changed');
    await waitsForService(books, away, () => books.acts.reverse(ref(books), act()));
    expect(await since(books, '2024')).toContain('2024-11:2024-03-29:reversal-1');
  });

  it('a reversal, lost once, of a set whose tag someone made up: looked for again, and no more than that', async () => {
    const around = dropOnce('by-hand:reversal');
    const books = await booksOn(open, { env: quick, scenario: overAndThis, postFrom: '2024-01-01', around });
    await books.sync();
    await copy(books, { ...(await setOf(books, march)), tag: 'counterfoil:by-hand', dated_on: '2024-03-15' });
    await books.sync({ full: true, recheck: true });
    await books.acts.reverse(books.ref(11, '2024-03-15', 2024), act()).catch(() => undefined);
    let syncs = 0;
    for (let minutes = 0; minutes < 180; minutes++) {
      await books.advance(60);
      if (!(await isDue(books))) continue;
      await later(books, 0, 'settle');
      syncs += 1;
    }
    // Once a minute while it is in doubt, and once after that.
    expect([await stateOf(books, 'counterfoil:by-hand'), syncs < 20]).toEqual(['nothing', true]);
  });

  describe('and the cut-over, which is moved back into it', () => {
    const twoPaid = elm({
      payroll: {
        '2024': { periods: [month(10, '2024-02-29', [ed]), month(11, '2024-03-29', [ed])] },
        '2026': { periods: [month(6, '2025-10-31', [ed])] },
      },
    });
    const listed = (books: Books) => books.rig.asked('GET', /payroll\/2024$/);

    it('posts what was paid from then on by the next sync, and asks for that year no more after that', async () => {
      const books = await booksOn(open, { env: quick, scenario: twoPaid, postFrom: '2024-03-15' });
      await books.sync();
      const states = async () => (await books.runs()).map(({ datedOn, state }) => `${datedOn} ${state}`);
      expect(await states()).toEqual(['2024-02-29 before_cutover', '2024-03-29 posted', '2025-10-31 posted']);
      const asked = await listed(books);
      await books.policy({ postFrom: '2024-03-01' });
      await later(books, 0);
      // Nothing was paid between the two days, so there is nothing to ask.
      expect([await listed(books), (await states())[0]]).toEqual([asked, '2024-02-29 before_cutover']);
      await books.policy({ postFrom: '2024-02-06' });
      await later(books, 0);
      expect(await states()).toEqual(['2024-02-29 posted', '2024-03-29 posted', '2025-10-31 posted']);
      const after = await listed(books);
      await later(books, 0);
      expect([after > asked, await listed(books)]).toEqual([true, after]);
    });
  });
});
