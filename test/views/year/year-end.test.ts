import type { Database } from '../../../src/ground/database.js';
import { Money } from '../../../src/journal/nouns/money.js';
import { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import { Posting } from '../../../src/record/runs/posting.entity.js';
import { YearEnds } from '../../../src/views/year/year-end.js';
import { insertCompany } from '../../factories/companies.js';
import { payrollOf, type Slip } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { describeOnDatabases } from '../../harness/databases.js';

const everything = { companies: null, pay: true };
const one: Slip = { id: 1, name: 'Employee One', basic: '2000.00', tax: '275.20', ni: '167.76', employerNi: '194.71' };
const director: Slip = { ...one, id: 2, name: 'Director Two', role: 'Director', basic: '1000.00' };

describeOnDatabases('The year end', (open) => {
  let database: Database;
  let years: YearEnds;
  beforeEach(async () => {
    database = await open();
    years = new YearEnds(database);
    await insertCompany(database, { name: 'Dale' });
  });

  test('sums what is in the books, by month and account, with directors apart', async () => {
    await insertRun(database, 'dale', payrollOf([one, director]), { state: 'posted', datedOn: '2025-04-30' });
    await insertRun(database, 'dale', payrollOf([one]), { state: 'posted', datedOn: '2025-05-30' });
    await insertRun(database, 'dale', payrollOf([one]), { state: 'held', datedOn: '2025-06-30' });
    await insertRun(database, 'dale', payrollOf([one]), { state: 'posted', datedOn: '2025-03-31' });

    const year = await years.find(everything, 'dale', 2026);

    expect(year?.accounts).toEqual(['401', '402', '407', '408', '814', '902']);
    expect(year?.totals.get('401')?.toString()).toBe('4000.00');
    expect(year?.months[0]?.amounts.get('407')?.toString()).toBe('1000.00');
    expect(year?.months[1]?.amounts.get('407')).toBeUndefined();
    expect(year?.months.map((month) => month.notInBooks)).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  test('a run that was ignored after posting still counts with what is in the books', async () => {
    const set = 'https://books.example/v2/journal_sets/9';
    await insertRun(database, 'dale', payrollOf([one]), { state: 'ignored', datedOn: '2025-04-30', journalSet: set });
    await insertRun(database, 'dale', payrollOf([one]), { state: 'ignored', datedOn: '2025-05-30' });
    const year = await years.find(everything, 'dale', 2026);
    expect(year?.totals.get('401')?.toString()).toBe('2000.00');
    expect(year?.months.slice(0, 2).map(({ inBooks, notInBooks }) => [inBooks, notInBooks])).toEqual([
      [1, 0],
      [0, 0],
    ]);
  });

  test('a run that was reversed and not posted again is not in the books', async () => {
    const run = await insertRun(database, 'dale', payrollOf([one]), { state: 'posted', datedOn: '2025-04-30' });
    await database.work(async (rows) => {
      const [posted] = await rows.findBy(Posting, { runTag: run.tag });
      const reversal = (posted as Posting).lines.map((line) => ({
        ...line,
        debit: Money.parse(line.debit).negated().toString(),
      }));
      await rows.insert(Posting, {
        ...(posted as Posting),
        id: 'reversal',
        tag: `${run.tag}:r`,
        kind: 'reversal',
        lines: reversal,
      });
      await rows.update(PayRunRecord, { companyId: 'dale', tag: run.tag }, { state: 'held' });
    });
    const year = await years.find(everything, 'dale', 2026);
    expect(year?.months[0]).toMatchObject({ inBooks: 0, notInBooks: 1 });
    expect(year?.totals.get('401')?.toString()).toBe('0.00');
  });

  test('a viewer without pay sees how much of a month is in the books, and no amount', async () => {
    await insertRun(database, 'dale', payrollOf([one]), { state: 'posted', datedOn: '2025-04-30' });
    const year = await years.find({ companies: null, pay: false }, 'dale', 2026);
    expect(year?.months[0]).toMatchObject({ inBooks: 1, amounts: new Map() });
    expect(year?.accounts).toEqual([]);
  });

  test('a company that the viewer may not see has none', async () => {
    expect(await years.find({ companies: ['other'], pay: true }, 'dale', 2026)).toBeUndefined();
  });
});
