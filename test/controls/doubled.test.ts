import { expect, it } from '@jest/globals';
import { describeOnDatabases } from '../harness/databases.js';
import { act, levy, withMaternityPay } from '../sync/rig.js';
import { payMonth, type Rigged, rigged } from './rig.js';

const september = 5;
const on = '2025-11-10';

describeOnDatabases('control accounts with a journal that is in the books twice', (open) => {
  /** Someone posts it a second time. */
  async function double(books: Rigged, tag: string) {
    const set = (await books.sets()).find((one) => one.tag === tag);
    const journal_entries = set?.journal_entries.map(({ url: _, ...entry }) => entry);
    const journal_set = { ...set, journal_entries, url: undefined, description: 'again' };
    await books.rig.control('POST', 'companies/elm/journal_sets', { journal_set });
  }
  const paidInFull = async (books: Rigged) => {
    await payMonth(books, '2025-08-29', '2025-09-22');
    await payMonth(books, '2025-09-30', '2025-10-22');
    await payMonth(books, '2025-10-31');
  };

  it('of a pay run: one cause, and no one was paid twice', async () => {
    const books = await rigged(open);
    await books.sync();
    await paidInFull(books);
    await double(books, 'counterfoil:2026-05:2025-09-30');
    await books.acts.rerun(books.ref(september), act());
    expect(await books.controlLines(on)).toEqual([
      'open',
      '! Pay run of 30 September 2025 is in the books twice: 814 PAYE/NI 578.81, 902 Ed Employee 1733.64, 902 Ann Elm 1000.00',
    ]);
    await books.acts.amend(books.ref(september), act());
    expect((await books.controlLines(on))[0]).toBe('clear');
  });

  it('of an adjustment: HMRC is owed it once', async () => {
    const books = await rigged(open);
    await books.sync();
    await books.acts.adjust(books.ref(september), { ...act(), ...levy });
    await paidInFull(books);
    await books.pay('2025-10-22', '125.00', '814');
    await double(books, 'counterfoil:2026-05:levy-1');
    await books.acts.rerun({ ...books.ref(september), adjustment: 'levy-1' }, act());
    expect(await books.controlLines(on)).toEqual([
      'open',
      '! Apprenticeship levy 2025/26 month 6: one of its journals is in the books twice: 814 PAYE/NI 125.00',
    ]);
  });

  it('of a recovery that was reversed: HMRC is due what payroll says', async () => {
    const books = await rigged(open);
    const recovery = 'counterfoil:2026-05:2025-09-30:recovery';
    await books.policy({ recovery: { from: '2025-08-06' } });
    await withMaternityPay(books, '500.0');
    await books.sync();
    await books.acts.recover(books.ref(september), { ...act(), rate: 'small_employer' });
    const ofHmrc = async () => (await books.controlLines(on)).filter((line) => /814 .*(month 6|542)/.test(line));
    const due = '814 PAYE/NI: PAYE 2025/26 month 6: no_payment_posted 36.31';
    expect(await ofHmrc()).toEqual([expect.stringContaining(due)]);
    await books.acts.reverse({ ...books.ref(september), adjustment: 'recovery' }, act());
    const gap =
      '! HMRC is due less than the journals of PAYE 2025/26 month 6: recovered statutory pay is in no journal: 814 PAYE/NI 542.50';
    expect(await ofHmrc()).toEqual([gap, expect.stringContaining(due)]);
    await double(books, `${recovery}:reversal-1`);
    await books.acts.rerun({ ...books.ref(september), adjustment: 'recovery' }, act());
    const twice = '! Recovery 2025/26 month 6: one of its journals is in the books twice: 814 PAYE/NI 542.50';
    expect(await ofHmrc()).toEqual([twice, gap, expect.stringContaining(due)]);
  });
});
