import { expect, it } from '@jest/globals';
import { changePolicy } from '../../../src/acts/companies/change-policy.js';
import { parsePolicy } from '../../../src/journal/policy/policy.js';
import { verifyLog } from '../../../src/record/log/log-verify.js';
import { payrollPeople } from '../../../src/views/company/payroll-people.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { fpsFile, type PersonInFile } from '../../payrolls/files/fps-files.js';
import type { Books } from '../../sync/rig.js';
import { ada as payment, actTools, booksOfFiles, companyNow, niOf, receive, who, withdraw } from './files-rig.js';

/** A father and a daughter, whose payroll program sends no payroll ids. */
const ada = (paidOn: string, taxable: number, toDate: number, months: number): PersonInFile => {
  const due = (taxable - 417) * 0.15;
  return payment(paidOn, taxable, toDate, { payId: '', ni: [niOf(taxable, taxable * months, due, due * months)] });
};
const october = [ada('2025-10-31', 2600, 18_200, 7), ada('2025-10-31', 1800, 1800, 1)];
const november = [ada('2025-11-28', 1800, 3600, 2), ada('2025-11-28', 2600, 20_800, 8)];

const holdsOf = async (books: Books) => (await books.runs()).map(({ holdCodes }) => holdCodes.join());
const inFiles = async (books: Books) => {
  const company = await companyNow(books);
  return (await books.db.read((rows) => payrollPeople(rows, company))).people;
};
const userOf = (books: Books, at: number) => `${books.rig.baseUrl}/v2/users/${at}`;
async function say(books: Books, said: Readonly<Record<string, string>>) {
  const company = await companyNow(books);
  const payees = { ...company.policy.payrollPeople, ...said };
  const policy = parsePolicy({ ...company.policy, payrollPeople: payees });
  return changePolicy(actTools(books), company, {
    who,
    policy,
    reason: `Asked the client: ${Object.keys(said).join('; ')}`,
  });
}
/** What is owed on each person’s 902, by pay date. */
const owed = async (books: Books) =>
  (await books.sets()).flatMap(({ dated_on, journal_entries }) =>
    journal_entries
      .filter(({ category }) => /\/902(-\d+)?$/.test(category))
      .map(({ user, debit_value }) => `${dated_on} ${user?.split('/').at(-1)} ${debit_value}`),
  );

describeOnDatabases('two people of one name, neither with a payroll id', (open) => {
  it('are asked who is who, posted once that is said, and known in the next month', async () => {
    const books = await booksOfFiles(open, { payrollPeople: {} });
    await receive(books, fpsFile(october));
    expect(await books.sync()).toMatchObject({ posted: 0, held: 1 });
    expect(await holdsOf(books)).toEqual(['who_is_who']);
    const people = await inFiles(books);
    expect(people).toMatchObject([
      { name: 'Ada Ash', toDate: '£18,200.00 of pay this tax year by 31 October 2025' },
      { name: 'Ada Ash', toDate: '£1,800.00 of pay this tax year by 31 October 2025' },
    ]);
    const [father = '', daughter = ''] = people.map(({ id }) => id);
    const asked = ((await books.run(6)).mapped?.holds ?? []).map(({ message }) => message);
    expect(asked.join()).toContain(
      `Say who the one is that was paid £1,800.00 on 31 October 2025 and has £1,800.00 of pay this tax year: “${daughter}”.`,
    );

    await say(books, { [father]: userOf(books, 1) });
    expect(await books.sync()).toMatchObject({ posted: 0, held: 1 });
    await say(books, { [daughter]: userOf(books, 2) });
    expect(await books.sync()).toMatchObject({ posted: 1, held: 0 });
    await receive(books, fpsFile(november), 'november.xml');
    expect(await books.sync()).toMatchObject({ posted: 1, held: 0 });
    expect((await owed(books)).sort()).toEqual([
      '2025-10-31 1 -2340.0',
      '2025-10-31 2 -1620.0',
      '2025-11-28 1 -2340.0',
      '2025-11-28 2 -1620.0',
    ]);
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('are another question in another file: an answer is of the file that was seen', async () => {
    const books = await booksOfFiles(open, { payrollPeople: {}, mode: 'approve' });
    const { file } = await receive(books, fpsFile(october));
    await books.sync();
    const [one, other] = await inFiles(books);
    await say(books, { [one?.id ?? '']: userOf(books, 1), [other?.id ?? '']: userOf(books, 2) });
    await books.sync();
    expect(await holdsOf(books)).toEqual(['']);
    await withdraw(books, file.id);
    await receive(books, fpsFile([ada('2025-10-31', 1800, 1800, 1), ada('2025-10-31', 2700, 18_300, 7)]), 'again.xml');
    await books.sync();
    expect(await holdsOf(books)).toEqual(['who_is_who']);
  });

  it('leave alone what was posted when there was one of that name', async () => {
    const books = await booksOfFiles(open, { payrollPeople: {} });
    await say(books, { 'Ada Ash': userOf(books, 1) });
    await receive(books, fpsFile([ada('2025-09-30', 2600, 15_600, 6)]), 'september.xml');
    expect(await books.sync()).toMatchObject({ posted: 1 });
    await receive(books, fpsFile(october));
    expect(await books.sync()).toMatchObject({ posted: 0, changed: 0, held: 1 });
    const free = (await inFiles(books)).filter(({ user }) => user === undefined);
    expect(free.map(({ toDate }) => toDate)).toEqual(['£1,800.00 of pay this tax year by 31 October 2025']);
    await say(books, { [free[0]?.id ?? '']: userOf(books, 2) });
    expect(await books.sync()).toMatchObject({ posted: 1, changed: 0, held: 0 });
    expect((await owed(books)).sort()).toEqual([
      '2025-09-30 1 -2340.0',
      '2025-10-31 1 -2340.0',
      '2025-10-31 2 -1620.0',
    ]);
  });
});
