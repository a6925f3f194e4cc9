import { expect, it } from '@jest/globals';
import { recheck } from '../../src/acts/companies/recheck.js';
import { RunViews } from '../../src/views/run/run-view.js';
import { describeOnDatabases } from '../harness/databases.js';
import { act, type Books, booksOn } from '../sync/rig.js';

const october = 6;
const everything = { companies: null, pay: true };
const by = { actor: 'Ruth', trigger: 'page' } as const;

describeOnDatabases('a recheck', (open) => {
  const rechecked = (books: Books) => recheck({ database: books.db, verify: books.verify }, books.ref(october), by);
  const shown = async (books: Books) => {
    const { companyId, year, period, datedOn } = await books.run(october);
    return new RunViews(books.db).find(everything, { companyId, year, period, datedOn });
  };

  it('moves the time beside the tick, which until then is the time of the posting', async () => {
    const books = await booksOn(open, { postFrom: '2025-10-06' });
    await books.sync();
    const { postedAt } = await books.run(october);
    expect((await shown(books))?.checks.books).toEqual({
      answer: 'yes',
      of: 'posted',
      asAt: postedAt,
      finding: undefined,
    });
    await books.advance(3 * 86_400);
    const { findings, run, readAt } = await rechecked(books);
    expect([findings, run.state]).toEqual([[], 'posted']);
    expect(readAt.getTime()).toBeGreaterThan(postedAt?.getTime() ?? Number.NaN);
    const read = (await shown(books))?.checks.books;
    expect(read?.answer).toBe('yes');
    expect(read?.asAt?.getTime()).toBeGreaterThanOrEqual(readAt.getTime());
  });

  it('shows a doubled journal until the younger one is removed', async () => {
    const books = await booksOn(open, { postFrom: '2025-10-06' });
    await books.sync();
    await double(books);
    expect((await shown(books))?.row.state).toBe('posted');
    const { run, findings } = await rechecked(books);
    expect([run.state, findings.map(({ problem }) => problem)]).toEqual(['drift', ['doubled']]);
    const view = await shown(books);
    expect([view?.checks.books.finding, view?.plan?.kind === 'drift' && view.plan.what]).toEqual([
      'doubled',
      'doubled',
    ]);
    expect(await books.sets()).toHaveLength(2);
    await books.acts.amend(books.ref(october), act());
    expect(await books.sets()).toHaveLength(1);
    expect(await shown(books)).toMatchObject({ row: { state: 'posted' }, checks: { books: { answer: 'yes' } } });
  });

  it('writes an entry in the log, and nothing in the books', async () => {
    const books = await booksOn(open, { postFrom: '2025-10-06' });
    await books.sync();
    const before = await books.sets();
    await rechecked(books);
    expect(await books.sets()).toEqual(before);
    const [entry] = await books.log.page({ act: 'verify' }, 1);
    expect(entry).toMatchObject({ actor: 'Ruth', trigger: 'page', outcome: 'done' });
  });
});

/** Someone copies the set in the books, including its tag. */
async function double(books: Books): Promise<void> {
  const [set] = await books.sets();
  if (!set) throw new Error('Nothing is posted.');
  const entries = set.journal_entries.map(({ url: _, ...entry }) => entry);
  const { accessToken } = books.rig.sandbox.credentials().companies[0] ?? {};
  const answer = await fetch(`${books.rig.baseUrl}/v2/journal_sets`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${accessToken}`,
      'user-agent': 'test',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      journal_set: { dated_on: set.dated_on, description: 'copied', tag: set.tag, journal_entries: entries },
    }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
}
