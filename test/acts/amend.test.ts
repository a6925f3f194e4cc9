import { expect, it } from '@jest/globals';
import { BooksRead } from '../../src/record/books-read.entity.js';
import { describeOnDatabases } from '../harness/databases.js';
import { act, type Books, booksOn } from '../sync/rig.js';

const october = 6;

describeOnDatabases('the books count as read for a run', (open) => {
  async function changed() {
    const books = await booksOn(open);
    await books.sync();
    const before = await books.period(2026, october);
    const [first, ...others] = before.payslips;
    if (!first) throw new Error('Nobody is paid.');
    await books.setPeriod(2026, october, { ...before, payslips: [{ ...first, basic_pay: '2100.0' }, ...others] });
    await books.sync();
    return { books, before };
  }
  const readsOf = (books: Books) => books.db.read((rows) => rows.find(BooksRead));

  it('that is amended', async () => {
    const { books } = await changed();
    expect((await books.acts.amend(books.ref(october), act())).run.state).toBe('posted');
    expect(await readsOf(books)).toMatchObject([{ runTag: (await books.run(october)).tag, finding: null }]);
  });

  it('unless payroll is by then what is posted, and nobody looked', async () => {
    const { books, before } = await changed();
    await books.setPeriod(2026, october, before);
    expect((await books.acts.amend(books.ref(october), act())).run.state).toBe('posted');
    expect(await readsOf(books)).toEqual([]);
  });
});
