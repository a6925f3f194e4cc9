import { expect, it } from '@jest/globals';
import { Posting } from '../../src/record/runs/posting.entity.js';
import { describeOnDatabases } from '../harness/databases.js';
import { act, type Books, booksOn } from '../sync/rig.js';

const october = 6;

describeOnDatabases('the books count as read for a run', (open) => {
  async function changed() {
    const books = await booksOn(open);
    await books.sync();
    const before = await books.period(2026, october);
    const [first, ...others] = before.payslips;
    if (!first) throw new Error('No one is paid.');
    await books.setPeriod(2026, october, { ...before, payslips: [{ ...first, basic_pay: '2100.0' }, ...others] });
    await books.sync();
    return { books, before };
  }
  const readOf = async (books: Books) => {
    const { companyId, tag: runTag } = await books.run(october);
    return books.db.read((rows) => rows.findOneByOrFail(Posting, { companyId, runTag }));
  };

  it('that is amended', async () => {
    const { books } = await changed();
    const { readAt } = await readOf(books);
    expect((await books.acts.amend(books.ref(october), act())).run.state).toBe('posted');
    const after = await readOf(books);
    expect(after.readAt.getTime()).toBeGreaterThan(readAt.getTime());
    expect(after.finding).toBeNull();
  });

  it('unless payroll is by then what is posted, and no one looked', async () => {
    const { books, before } = await changed();
    await books.setPeriod(2026, october, before);
    const { readAt } = await readOf(books);
    expect((await books.acts.amend(books.ref(october), act())).run.state).toBe('posted');
    expect((await readOf(books)).readAt).toEqual(readAt);
  });
});
