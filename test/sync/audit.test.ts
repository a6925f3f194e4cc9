import { describeOnDatabases, type OpenDatabase, openFresh } from '../harness/databases.js';
import { AuditRecord } from '../../src/record/audit.entity.js';
import { Money } from '../../src/journal/nouns/money.js';
import { type Books, booksOn, connectedOn, type SandboxSet } from './rig.js';

const audited = async ({ db, company }: Books) =>
  db.read((rows) => rows.findOneByOrFail(AuditRecord, { companyId: company.id, year: 2026 }));
const verdicts = async (books: Books) =>
  Object.fromEntries((await audited(books)).answer.runs.map(({ datedOn, verdict }) => [datedOn, verdict]));

/** Every set of ours becomes one that a bookkeeper typed: the same lines, and no tag. */
async function asTyped(books: Books): Promise<void> {
  for (const set of await books.sets()) {
    await remove(books, set.url);
    await type(books, set);
  }
}

async function type(books: Books, { dated_on, journal_entries: entries }: SandboxSet): Promise<void> {
  const lines = entries.map(({ category, debit_value, user }) => ({ category, debit_value, user }));
  await books.rig.control('POST', 'companies/elm/journal_sets', {
    journal_set: { dated_on, description: 'Wages', journal_entries: lines },
  });
}

async function remove(books: Books, url: string): Promise<void> {
  await books.rig.control('DELETE', `companies/elm/journal_sets/${url.slice(url.lastIndexOf('/') + 1)}`);
}

/** A company whose bookkeeper typed each month; nothing of it was ever synced. */
async function typedBooks(open: OpenDatabase): Promise<Books> {
  const posted = await booksOn(open);
  await posted.sync();
  await asTyped(posted);
  expect(await posted.sets()).toEqual([]);
  return connectedOn(posted.rig, await openFresh(posted.db.kind), posted.clock, { mode: 'auto' });
}

async function typed({ rig }: Books): Promise<readonly SandboxSet[]> {
  const [first] = rig.sandbox.credentials().companies;
  const headers = { authorization: `Bearer ${first?.accessToken}`, 'user-agent': 'test' };
  const answer = await fetch(`${rig.baseUrl}/v2/journal_sets?per_page=100`, { headers });
  const { journal_sets: sets } = (await answer.json()) as { journal_sets: SandboxSet[] };
  return sets.filter((set) => set.dated_on !== undefined);
}

describeOnDatabases('an audit of a company', (open) => {
  it('agrees to what a bookkeeper typed as payroll says, for the requests of payroll and three more', async () => {
    const books = await typedBooks(open);
    const before = await typed(books);
    const { requests } = await books.sync({ audit: 2026 });
    expect(await verdicts(books)).toEqual({ '2025-08-29': 'right', '2025-09-30': 'right', '2025-10-31': 'right' });
    expect(await audited(books)).toMatchObject({ wrong: 0 });
    // The company, the list of payroll, and three periods; then people, journal sets and the trial balance.
    expect(requests).toBe(8);
    // Nothing was posted, though the company posts by itself, and nothing is known of its pay runs.
    expect(await typed(books)).toEqual(before);
    expect(await books.runs()).toEqual([]);
    expect((await books.rig.companies.find(books.company.id)).lastSyncedAt).toBeUndefined();
  });

  it('tells a month that is missing and one that is there twice, in pounds', async () => {
    const books = await typedBooks(open);
    const [august, , october] = [...(await typed(books))].sort((a, b) => (a.dated_on < b.dated_on ? -1 : 1));
    await type(books, august!);
    await remove(books, october!.url);
    await books.sync({ audit: 2026 });
    expect(await verdicts(books)).toEqual({ '2025-08-29': 'doubled', '2025-09-30': 'right', '2025-10-31': 'missing' });
    const { answer, wrong, misstated } = await audited(books);
    expect(wrong).toBe(2);
    expect(answer.causes.map(({ cause, runs }) => [cause, runs])).toEqual([
      ['doubled', 1],
      ['missing', 1],
    ]);
    const sum = answer.runs.reduce((all, { amount }) => all.plus(Money.parse(amount)), Money.zero);
    expect(misstated.toString()).toBe(sum.toString());
  });
});
