import { describe, expect, it } from '@jest/globals';
import { act, type Books, booksOn } from './rig.js';
import { later, october, open, paidOn, quick, setOf, stateOf, window } from './refusals.js';

const november = 'counterfoil:2026-07:2025-11-07';

/** Someone gives October's set another tag in the books; what it says stays as it was. */
async function reTagged(tag: string): Promise<Books> {
  const books = await booksOn(open, { env: quick });
  await books.sync();
  const { url } = await setOf(books, october);
  await books.rig.control('PUT', `companies/elm/journal_sets/${url.split('/').at(-1)}`, { journal_set: { tag } });
  return books;
}

describe('a set whose tag someone changed in the books', () => {
  it('is shown as edited, although it says what payroll says, and bears its tag again once it is amended', async () => {
    const books = await reTagged('adjusted');
    await books.sync({ recheck: true });
    const { state, plan } = await books.run(6);
    expect({ state, plan }).toMatchObject({ state: 'drift', plan: { what: 'edited' } });
    await books.acts.amend(books.ref(6), act());
    expect(await stateOf(books)).toBe('posted');
    expect(await setOf(books, october)).toMatchObject({ tag: october });
    expect(await books.verify.run(books.company, { actor: 'Ruth', trigger: 'command' })).toEqual([]);
  });

  it('is not recorded under the tag of another run, whose own set would have no place any more', async () => {
    const books = await reTagged(november);
    const { payslips, ...document } = await books.period(2026, 6);
    const paid = paidOn(
      '2025-11-07',
      payslips.map((slip) => ({ ...slip, basic_pay: '2345.67' })),
    );
    await books.setPeriod(2026, 7, { ...document, ...paid });
    for (let syncs = 0; syncs < 2; syncs++) {
      const { error } = await books.sync({ recheck: true });
      expect(error).toBeUndefined();
      await later(books, window);
    }
    expect(await stateOf(books)).toBe('drift');
  });
});
