import { expect, it } from '@jest/globals';
import { type BooksFinding, Posting } from '../../src/record/runs/posting.entity.js';
import { describeOnDatabases } from '../harness/databases.js';
import { act, type Books, booksOn } from './rig.js';

const [september, october] = [5, 6];
const by = { actor: 'Ruth', trigger: 'command' } as const;
const hour = 3600;

describeOnDatabases('when a set was last read', (open) => {
  const setOf = async (books: Books, period: number) => {
    const { companyId, tag: runTag } = await books.run(period);
    return books.db.read((rows) => rows.findOneByOrFail(Posting, { companyId, runTag, kind: 'post' }));
  };
  const readOf = async (books: Books, period: number): Promise<readonly [Date, BooksFinding | null]> => {
    const { readAt, finding } = await setOf(books, period);
    return [readAt, finding];
  };
  const control = (books: Books, method: string, { journalSet }: Posting, body?: object) =>
    books.rig.control(method, `companies/elm/journal_sets/${journalSet.split('/').at(-1)}`, body);

  it('is when it was made, whatever was rechecked before that', async () => {
    const books = await booksOn(open, { mode: 'approve' });
    await books.sync();
    await books.acts.post(books.ref(september), act());
    await books.advance(hour);
    await books.verify.run(books.company, by);
    const [rechecked] = await readOf(books, september);
    await books.advance(hour);
    await books.acts.post(books.ref(october), act());
    const [made] = await readOf(books, october);
    expect(made.getTime() - rechecked.getTime()).toBeGreaterThanOrEqual(hour * 1000);
    expect((await readOf(books, september))[0]).toEqual(rechecked);
  });

  it('is when someone altered it was noticed, and when it was put back', async () => {
    const books = await booksOn(open);
    await books.sync();
    const posted = await setOf(books, october);
    expect(posted.finding).toBeNull();
    await books.advance(hour);
    await control(books, 'PUT', posted, { journal_set: { dated_on: '2025-11-03' } });
    await books.sync({ recheck: true, year: 2026, period: october });
    const [noticed, finding] = await readOf(books, october);
    expect(finding).toBe('edited');
    expect(noticed.getTime() - posted.readAt.getTime()).toBeGreaterThanOrEqual(hour * 1000);

    await books.advance(hour);
    await control(books, 'PUT', posted, { journal_set: { dated_on: posted.datedOn } });
    await books.sync({ recheck: true, year: 2026, period: october });
    expect((await books.run(october)).state).toBe('posted');
    const [seen, nothing] = await readOf(books, october);
    expect(nothing).toBeNull();
    expect(seen.getTime() - noticed.getTime()).toBeGreaterThanOrEqual(hour * 1000);
  });

  it('stays when a recheck that began before it ends after it', async () => {
    const books = await booksOn(open);
    await books.sync();
    const { id } = await setOf(books, october);
    const later = new Date(books.clock.now().getTime() + hour * 1000);
    await books.db.work((rows) => rows.update(Posting, { id }, { readAt: later }));
    await books.verify.run(books.company, by);
    expect((await readOf(books, october))[0]).toEqual(later);
    expect((await readOf(books, september))[0].getTime()).toBeLessThan(later.getTime());
  });
});
