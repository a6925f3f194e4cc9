import { sayPensions } from '../../../src/acts/payrolls/say-pensions.js';
import { verifyLog } from '../../../src/record/log/log-verify.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { fpsFile, type PersonInFile } from '../../payrolls/files/fps-files.js';
import type { Books } from '../../sync/rig.js';
import { actTools, ada, booksOfFiles, companyNow, ofFiles, people, receive, reference, who } from './files-rig.js';

/** Nobody has said anything about pensions. */
const unsaid = { employerPensions: {} };
const own = (amount: string) => `<EmpeePenContribnsNotPaid>${amount}</EmpeePenContribnsNotPaid>`;
const october = (rest: PersonInFile = {}) => ada('2025-10-31', 2600, 2600, rest);
const november = (rest: PersonInFile = {}) => ada('2025-11-28', 2600, 5200, rest);

const say = async (books: Books, id: string, pays: string, from?: string) =>
  sayPensions(actTools(books), await companyNow(books), {
    ...{ who, reason: 'The scheme’s schedule' },
    said: [{ id, pays, ...(from !== undefined && { from }) }],
  });
const confirm = async (books: Books, year: string) =>
  sayPensions(actTools(books), await companyNow(books), { who, said: [], confirm: year, reason: 'Still right' });

const states = async (books: Books) =>
  (await books.runs()).map(({ datedOn, state, holdCodes }) => [datedOn, state, ...holdCodes].join(' '));
/** By pay date: the employer's pension in the books. */
const pensions = async (books: Books) =>
  (await books.sets()).map(
    (set) =>
      `${set.dated_on} ${set.journal_entries.find(({ category }) => category.endsWith('403'))?.debit_value ?? '-'}`,
  );

describeOnDatabases('the employer’s pension of payroll that comes as files', (open) => {
  it('of someone who pays nothing in is asked, and posted once someone has said it', async () => {
    const books = await booksOfFiles(open, unsaid);
    await receive(books, fpsFile([october()]));
    expect(await books.sync()).toMatchObject({ posted: 0, held: 1 });
    expect(await states(books)).toEqual(['2025-10-31 held employer_pension_unknown']);
    expect((await books.run(6)).mapped?.holds).toMatchObject([
      { message: expect.stringMatching(/^Ada Ash \(E1\) pays nothing into a pension, and no one has said/) },
    ]);

    await say(books, 'E1', '3% before sacrifice + 100.00 sacrificed');
    expect(await books.sync()).toMatchObject({ posted: 1, held: 0 });
    expect(await pensions(books)).toEqual(['2025-10-31 181.0']);
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('is known of a starter by the rule for who pays nothing in, and not of one who pays in', async () => {
    const books = await booksOfFiles(open, unsaid);
    await say(books, '*', '0.00');
    await receive(books, fpsFile([october(), ada('2025-10-31', 1000, 1000, { payId: 'D1', fore: 'Ben' })]));
    expect(await books.sync()).toMatchObject({ posted: 1, held: 0 });
    await receive(
      books,
      fpsFile([november(), ada('2025-11-28', 1000, 2000, { payId: 'D1', fore: 'Ben', payment: own('50.00') })]),
      'november.xml',
    );
    expect(await books.sync()).toMatchObject({ posted: 0, held: 1 });
    await say(books, '+', '3% of qualifying earnings');
    expect(await books.sync()).toMatchObject({ posted: 1, held: 0 });
    expect(await pensions(books)).toEqual(['2025-10-31 -', '2025-11-28 14.4']);
  });

  it('is asked again when own contributions stop, and posted months stay as they are', async () => {
    const books = await booksOfFiles(open, unsaid);
    await say(books, 'E1', '71.40');
    await receive(books, fpsFile([october({ payment: own('60.00') })]));
    expect(await books.sync()).toMatchObject({ posted: 1, held: 0 });
    await receive(books, fpsFile([november()]), 'november.xml');
    expect(await books.sync()).toMatchObject({ posted: 0, held: 1, changed: 0 });
    expect(await states(books)).toEqual(['2025-10-31 posted', '2025-11-28 held employer_pension_unknown']);

    await say(books, 'E1', '0.00', '2025-11-28');
    expect((await companyNow(books)).policy.employerPensions).toEqual({ E1: '71.40; 0.00 from 2025-11-28' });
    expect(await books.sync()).toMatchObject({ posted: 1, held: 0, changed: 0 });
    expect(await pensions(books)).toEqual(['2025-10-31 71.4', '2025-11-28 -']);
  });

  it('posted before anyone was asked is asked about, and nothing in the books changes until someone approves', async () => {
    const books = await booksOfFiles(open);
    await receive(books, fpsFile([october()]));
    expect(await books.sync()).toMatchObject({ posted: 1 });
    // As the settings of a company are that was connected to release 1.0.
    await books.policy({ ...ofFiles, ...reference, ...people(books), ...unsaid });
    expect(await books.sync()).toMatchObject({ posted: 0, amended: 0, changed: 1 });
    expect(await pensions(books)).toEqual(['2025-10-31 -']);
    await say(books, '*', '0.00');
    expect(await books.sync()).toMatchObject({ changed: 0 });
    expect(await states(books)).toEqual(['2025-10-31 posted']);

    await say(books, 'E1', '160.00');
    expect(await books.sync()).toMatchObject({ amended: 0, changed: 1 });
    expect(await pensions(books)).toEqual(['2025-10-31 -']);
    await books.acts.amend(books.ref(6), { who, reason: 'Salary sacrifice since April' });
    expect(await pensions(books)).toEqual(['2025-10-31 160.0']);
  });

  it('is compared with what the provider takes for the month, once its last pay date is there', async () => {
    const books = await booksOfFiles(open, unsaid);
    await say(books, 'E1', '71.40');
    const total = async (amount: string) =>
      sayPensions(actTools(books), await companyNow(books), {
        ...{ who, said: [], totals: { '2025-10': amount }, reason: 'The schedule of October' },
      });
    await total('262.80');
    await receive(books, fpsFile([ada('2025-10-17', 1000, 1000, { payment: own('60.00') })]));
    expect(await books.sync()).toMatchObject({ posted: 0, held: 1 });
    await receive(books, fpsFile([ada('2025-10-31', 1000, 2000, { payment: own('60.00') })]), 'second.xml');
    expect(await books.sync()).toMatchObject({ posted: 2, held: 0 });

    await total('262.81');
    expect(await books.sync()).toMatchObject({ posted: 0, amended: 0, changed: 1 });
    expect(await states(books)).toEqual(['2025-10-17 posted', '2025-10-31 changed pension_total_differs']);
    expect((await books.run(6, '2025-10-31')).mapped?.holds).toMatchObject([
      {
        amount: '-0.01',
        message: expect.stringMatching(/takes £262\.81 for October 2025, and payroll comes to £262\.80: £120\.00 of/),
      },
    ]);
    await total('');
    expect(await books.sync()).toMatchObject({ changed: 0 });
  });

  it('waits with the total while someone is not answered for', async () => {
    const books = await booksOfFiles(open, { ...unsaid, pensionTotals: { '2025-10': '71.40' } });
    await receive(books, fpsFile([october()]));
    await books.sync();
    expect(await states(books)).toEqual(['2025-10-31 held employer_pension_unknown']);
    await say(books, '*', '70.40');
    expect(await books.sync()).toMatchObject({ posted: 0, held: 1 });
    await books.acts.approve(books.ref(6), { who, hold: 'pension_total_differs', reason: 'A pound of last month' });
    expect(await pensions(books)).toEqual(['2025-10-31 70.4']);
  });

  it('is confirmed once for a new tax year', async () => {
    const books = await booksOfFiles(open, { ...unsaid, postFrom: '2025-04-06' });
    await say(books, 'E1', '71.40', '2025-10-31');
    await say(books, '*', '0.00', '2025-04-06');
    await receive(books, fpsFile([october()]));
    expect(await books.sync()).toMatchObject({ posted: 1, held: 0 });
    await books.advance(180 * 86_400);
    const april = [
      ada('2026-04-30', 2600, 2600, { period: '<MonthNo>1</MonthNo>' }),
      ada('2026-04-30', 1000, 1000, { payId: 'D1', fore: 'Ben', period: '<MonthNo>1</MonthNo>' }),
    ];
    await receive(books, fpsFile(april, { years: '26-27' }), 'april.xml');
    expect(await books.sync()).toMatchObject({ posted: 0, held: 1 });
    const [, held] = await books.runs();
    expect(held?.mapped?.holds).toMatchObject([
      { code: 'employer_pension_unknown', message: expect.stringContaining('for 2026/27 it is not yet') },
    ]);
    await confirm(books, '2026/27');
    expect(await books.sync()).toMatchObject({ posted: 1, held: 0 });
    expect(await states(books)).toEqual(['2025-10-31 posted', '2026-04-30 posted']);
  });
});
