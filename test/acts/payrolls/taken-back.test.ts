import { describe, expect, it } from '@jest/globals';
import { receiveReport } from '../../../src/acts/payrolls/receive-report.js';
import type { Clock } from '../../../src/ground/clock.js';
import type { PayrollFile } from '../../../src/record/runs/payroll-file.entity.js';
import { describeOnDatabases, openFresh } from '../../harness/databases.js';
import { fpsFile, type PersonInFile } from '../../payrolls/files/fps-files.js';
import { isPost, isPut, json, Proxy } from '../../sync/proxy.js';
import { act, type Books } from '../../sync/rig.js';
import { ada, booksOfFiles, companyNow, paid, people, receive, states, who, withdraw } from './files-rig.js';

const october = 6;
const window = 600;

const came = async (books: Books, person: PersonInFile, name: string): Promise<PayrollFile> =>
  (await receive(books, fpsFile([person]), name)).file;
/** What it is refused with; undefined: it was taken back. */
const refusalOf = (books: Books, { id }: PayrollFile): Promise<string | undefined> =>
  withdraw(books, id).then(
    () => undefined,
    (error: { detail: string; todo: string }) => `${error.detail} ${error.todo}`,
  );

const ofOctober = (amount: number) => ada('2025-10-31', amount, amount);
const weekly: PersonInFile = {
  ...ada('2025-10-31', 600, 600, { payId: 'D1', fore: 'Ben', sur: 'Birch' }),
  ...{ frequency: 'W1', period: '<WeekNo>30</WeekNo>', ni: [{ earnings: '600.00', employer: '75.60' }] },
};

describeOnDatabases('a file is taken back', (open) => {
  it('while nothing of its own pay date and source is posted, whatever else is posted of that day', async () => {
    const books = await booksOfFiles(open);
    const posted = await came(books, weekly, 'week30.xml');
    await books.sync();
    await books.policy({ mode: 'approve' });
    const monthly = await came(books, ofOctober(2600), 'october.xml');
    await books.sync();
    expect(await refusalOf(books, monthly)).toBeUndefined();
    expect(await refusalOf(books, posted)).toContain(
      'pay of 31 Oct 2025 (weekly), which is in this file, is in the books',
    );
  });

  it('not while its journal stands, even if the pay run is ignored', async () => {
    const books = await booksOfFiles(open);
    const file = await came(books, ofOctober(2600), 'october.xml');
    await books.sync();
    await came(books, ofOctober(2700), 'corrected.xml');
    await books.sync();
    await books.acts.ignore(books.ref(october), act());
    expect(await states(books)).toEqual(['2025-10-31 ignored 2700.00']);
    expect(await refusalOf(books, file)).toContain('is in the books');
  });

  it('once its journal is reversed', async () => {
    const books = await booksOfFiles(open);
    const file = await came(books, ofOctober(2600), 'october.xml');
    await books.sync();
    await books.acts.reverse(books.ref(october), act());
    expect(await refusalOf(books, file)).toBeUndefined();
    await books.sync();
    expect(await books.sync()).toMatchObject({ posted: 0, changed: 0 });
  });

  it('where it is a correction that is not posted, the last one first', async () => {
    const books = await booksOfFiles(open);
    const file = await came(books, ofOctober(2600), 'october.xml');
    await books.sync();
    const [first, second] = [
      await came(books, ofOctober(2700), 'first.xml'),
      await came(books, ofOctober(2800), 'second.xml'),
    ];
    await books.sync();
    expect(await refusalOf(books, file)).toContain('is in the books. Receive');
    expect(await refusalOf(books, first)).toContain('is in the books, and second.xml came after this file');
    expect(await refusalOf(books, second)).toBeUndefined();
    expect(await refusalOf(books, first)).toBeUndefined();
    expect(await books.sync()).toMatchObject({ changed: 0, posted: 0 });
    expect(await states(books)).toEqual(['2025-10-31 posted 2600.00']);
    const third = await came(books, ofOctober(2900), 'third.xml');
    await books.sync();
    await books.acts.amend(books.ref(october), act());
    expect(await refusalOf(books, third)).toContain('is in the books');
    expect(await paid(books)).toEqual(['2025-10-31 2900.0']);
  });

  it('not while its own post is in doubt; a correction that came since can be', async () => {
    const proxy = new Proxy();
    const books = await booksOfFiles(open, {}, { around: proxy.around });
    const file = await came(books, ofOctober(2600), 'october.xml');
    proxy.once(isPost, async () => ({ status: 504, headers: {}, body: '' }));
    await books.sync();
    const correction = await came(books, ofOctober(2700), 'corrected.xml');
    expect(await refusalOf(books, file)).toContain('is on its way to the books');
    expect(await refusalOf(books, correction)).toBeUndefined();
  });

  it('where it is a correction, while the reversal of what was posted before is in doubt', async () => {
    const proxy = new Proxy();
    const books = await booksOfFiles(open, {}, { around: proxy.around });
    await came(books, ofOctober(2600), 'october.xml');
    await books.sync();
    const correction = await came(books, ofOctober(2700), 'corrected.xml');
    await books.sync();
    proxy.once(isPost, async () => ({ status: 504, headers: {}, body: '' }));
    await books.acts.reverse(books.ref(october), act());
    expect(await states(books)).toEqual(['2025-10-31 in_doubt 2700.00']);
    expect(await refusalOf(books, correction)).toBeUndefined();
  });

  it('where it has the pensions of a payment that is not posted, and not once that is', async () => {
    const books = await booksOfFiles(open, { mode: 'approve' });
    await came(books, weekly, 'week30.xml');
    await came(books, ofOctober(2600), 'october.xml');
    const pensionOf = async (id: string) => {
      const bytes = new TextEncoder().encode(`Ref,Pension ER\n${id},25.00`);
      const columns = { person: 'Ref', fields: { 'Pension ER': 'employer_pension' } };
      const given = { who, name: `${id}.csv`, bytes, paidOn: '2025-10-31', columns };
      return (await receiveReport({ database: books.db, log: books.log }, await companyNow(books), given)).file;
    };
    const [ofMonthly, ofWeekly] = [await pensionOf('E1'), await pensionOf('D1')];
    await books.sync();
    await books.acts.post({ ...books.ref(october), paid: '2025-10-31.weekly' }, act());
    expect((await books.sets()).map(({ tag }) => tag)).toEqual(['counterfoil.weekly:2026-06:2025-10-31']);
    expect(await refusalOf(books, ofWeekly)).toContain('pay of 31 Oct 2025 (weekly)');
    expect(await refusalOf(books, ofMonthly)).toBeUndefined();
  });

  it('where the program made it once more, and it says nothing new', async () => {
    const books = await booksOfFiles(open);
    const file = await came(books, ofOctober(2600), 'october.xml');
    const bytes = new TextEncoder().encode(`${new TextDecoder().decode(fpsFile([ofOctober(2600)]))}\n`);
    const again = (await receive(books, bytes, 'again.xml')).file;
    await books.sync();
    expect(await refusalOf(books, again)).toBeUndefined();
    expect(await refusalOf(books, file)).toContain('is in the books');
    expect(await books.sync()).toMatchObject({ changed: 0 });
  });
});

/** On SQLite only: PostgreSQL uses its own clock, which a test cannot move. */
describe('a file is taken back', () => {
  const open = (clock: Clock) => openFresh('sqlite', clock);

  it('not while a refused amendment of it may still be made, and after its second look', async () => {
    const proxy = new Proxy();
    const books = await booksOfFiles(open, {}, { around: proxy.around });
    await came(books, ofOctober(2600), 'october.xml');
    await books.sync();
    const correction = await came(books, ofOctober(2700), 'corrected.xml');
    await books.sync();
    proxy.once(isPut, async () => json(422, { errors: [{ message: 'no' }] }));
    await books.acts.amend(books.ref(october), act());
    expect(await states(books)).toEqual(['2025-10-31 refused 2700.00']);
    expect(await refusalOf(books, correction)).toContain('is on its way to the books');
    for (const seconds of [window, window, window]) {
      await books.advance(seconds + 1);
      await books.sync({ trigger: 'settle' });
    }
    expect(await refusalOf(books, correction)).toBeUndefined();
    await books.sync();
    expect(await states(books)).toEqual(['2025-10-31 posted 2600.00']);
  });
});

describeOnDatabases('of two sources that pay someone the same', (open) => {
  const pair = async (mode: 'auto' | 'approve') => {
    const books = await booksOfFiles(open, { mode });
    const same = people(books).payrollPeople.E1;
    await books.policy({ payrollPeople: { E1: same, W1: same } });
    return books;
  };
  const byWeek = (paidOn: string): PersonInFile => ({
    ...ada(paidOn, 2600, 2600, { payId: 'W1', fore: 'Ada', sur: 'Ash', frequency: 'W1' }),
    ...{ period: '<WeekNo>29</WeekNo>', ni: [{ earnings: '2600.00', employer: '375.60' }] },
  });
  const holdsOf = async (books: Books) =>
    (await books.runs()).map(({ datedOn, state, holdCodes }) => [datedOn, state, ...holdCodes].join(' '));

  it('the one that is not posted is held, although its pay date is earlier', async () => {
    const books = await pair('auto');
    await came(books, ofOctober(2600), 'october.xml');
    await books.sync();
    const file = await came(books, byWeek('2025-10-17'), 'week28.xml');
    await books.sync();
    expect(await holdsOf(books)).toEqual(['2025-10-17 held paid_by_two_sources', '2025-10-31 posted']);
    const [held] = await books.runs();
    expect(held?.mapped?.holds[0]?.message).toContain(
      'on 31 October 2025 (monthly), which is posted: this may be one payment',
    );
    expect(await refusalOf(books, file)).toBeUndefined();
    await books.sync();
    expect(await holdsOf(books)).toEqual(['2025-10-31 posted']);
    expect(await paid(books)).toEqual(['2025-10-31 2600.0']);
  });

  it('of two that are not posted the later is held', async () => {
    const books = await pair('approve');
    await came(books, ofOctober(2600), 'october.xml');
    await came(books, byWeek('2025-10-17'), 'week28.xml');
    await books.sync();
    expect(await holdsOf(books)).toEqual(['2025-10-17 ready', '2025-10-31 held paid_by_two_sources']);
  });
});
