import { describeOnDatabases } from '../harness/databases.js';
import { AuditRecord } from '../../src/record/audit.entity.js';
import { Money } from '../../src/journal/nouns/money.js';
import { act, type Books, booksOn, levy } from './rig.js';
import { remove, type, typed, typedBooks } from './typed.js';

const audited = async ({ db, company }: Books) =>
  db.read((rows) => rows.findOneByOrFail(AuditRecord, { companyId: company.id, year: 2026 }));
const verdicts = async (books: Books) =>
  Object.fromEntries((await audited(books)).answer.runs.map(({ datedOn, verdict }) => [datedOn, verdict]));

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

  it('tells what payroll has changed since we posted it from what others got wrong', async () => {
    const books = await booksOn(open);
    await books.sync();
    const document = await books.period(2026, 6);
    document.payslips[0]!.basic_pay = '2123.45';
    await books.setPeriod(2026, 6, document);
    await books.sync({ audit: 2026 });
    const { answer } = await audited(books);
    expect(answer.runs.map(({ verdict, causes }) => [verdict, causes.map(({ cause }) => cause)])).toEqual([
      ['right', []],
      ['right', []],
      ['wrong', ['payroll_changed']],
    ]);
  });

  it('counts no adjustment of ours among what others posted', async () => {
    const books = await booksOn(open);
    await books.sync();
    await books.acts.adjust(books.ref(6), { ...act('Levy of October'), ...levy });
    expect((await books.sets()).map(({ tag }) => tag)).toHaveLength(4);
    await books.sync({ audit: 2026 });
    expect(new Set(Object.values(await verdicts(books)))).toEqual(new Set(['right']));
    expect((await audited(books)).answer.other).toEqual([]);
  });
});
