import { everything } from '../../../src/access/viewer.js';
import { expect, it } from '@jest/globals';
import { erasePerson } from '../../../src/acts/erasing/erase-person.js';
import { receiveFile } from '../../../src/acts/payrolls/receive-file.js';
import { receiveReport } from '../../../src/acts/payrolls/receive-report.js';
import { withdrawFile } from '../../../src/acts/payrolls/withdraw-file.js';
import { entities } from '../../../src/app/entities.js';
import { verifyLog } from '../../../src/record/log/log-verify.js';
import type { PayrollFile } from '../../../src/record/runs/payroll-file.entity.js';
import { receivedFiles } from '../../../src/views/company/received-files.js';
import { workbook } from '../../../src/views/files/workbook.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { fpsFile } from '../../payrolls/files/fps-files.js';
import { act, type Books, booksOn, elm } from '../../sync/rig.js';

const who = { actor: 'Ruth', trigger: 'command' as const, companies: null };
const fields = { Basic: 'basic_pay', PAYE: 'tax_deducted', NI: 'employee_ni', 'ER NI': 'employer_ni' };
const columns = { person: 'Ref', name: 'Employee', fields, net: 'Net', totals: 'Total' };

async function booksOfReports(open: Parameters<typeof booksOn>[0], over: object = {}): Promise<Books> {
  const books = await booksOn(open, { scenario: elm({ payroll: {} }) });
  const [ada, ben] = [2, 1].map((user) => `${books.rig.baseUrl}/v2/users/${user}`);
  await books.policy({
    ...{ payroll: { from: 'files' }, controls: { payeReference: '123/AB456' }, payrollColumns: columns },
    ...{ payrollPeople: { E1: ada, D1: ben }, employerPensions: { '*': '0.00' }, ...over },
  });
  return books;
}

const header = 'Ref,Employee,NI number,Address,Basic,PAYE,NI,ER NI,Net';
const ada = 'E1,"Ash, Ada",AB123456C,1 High Street,2600.00,260.00,124.16,327.45,2215.84';
const ben = 'D1,Ben Birch,CD123456C,2 High Street,2600.00,260.00,124.16,327.45,2215.84';
const total = (people: number) =>
  ['Total,,,', ...[2600, 260, 124.16, 327.45, 2215.84].map((one) => (one * people).toFixed(2))].join(',');
const reportOf = (...rows: readonly string[]) =>
  new TextEncoder().encode([header, ...rows, total(rows.length)].join('\n'));

const company = (books: Books) => books.rig.companies.find(books.company.id);
const tools = ({ db: database, log }: Books) => ({ database, log });
async function receive(books: Books, bytes: Uint8Array, over: object = {}) {
  const given = { who, name: 'october.csv', bytes, paidOn: '2025-10-31', ...over };
  return receiveReport(tools(books), await company(books), given);
}
const receiveFps = async (books: Books, bytes: Uint8Array) =>
  receiveFile(tools(books), async () => [await company(books)], { who, name: 'october.xml', bytes });
const paid = async (books: Books) =>
  (await books.sets()).map(
    (set) => `${set.dated_on} ${set.journal_entries.find(({ category }) => category.endsWith('401'))?.debit_value}`,
  );
const listed = (books: Books) => books.db.read((rows) => receivedFiles(rows, everything, books.company));

describeOnDatabases('payroll that comes as reports', (open) => {
  it('is posted once, however often it comes, and the same figures on another pay date are another month', async () => {
    const books = await booksOfReports(open);
    expect(await receive(books, reportOf(ada))).toMatchObject({ isKnown: false });
    expect(await books.sync()).toMatchObject({ posted: 1, held: 0 });
    expect(await receive(books, reportOf(ada))).toMatchObject({ isKnown: true });
    expect(await books.sync()).toMatchObject({ posted: 0, unchanged: 1, requests: 0 });

    expect(await receive(books, reportOf(ada), { paidOn: '2025-11-28' })).toMatchObject({ isKnown: false });
    expect(await books.sync()).toMatchObject({ posted: 1, unchanged: 1 });
    expect(await paid(books)).toEqual(['2025-10-31 2600.0', '2025-11-28 2600.0']);
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('may be an Excel workbook', async () => {
    const books = await booksOfReports(open);
    const cells = [header, ada.replace('"Ash, Ada"', 'Ada Ash'), total(1)].map((line) =>
      line.split(',').map((one) => (/^\d+\.\d\d$/.test(one) ? Number(one) : one)),
    );
    await receive(books, await workbook([{ name: 'October', rows: cells.map((row) => ({ cells: row })) }]));
    expect(await books.sync()).toMatchObject({ posted: 1, held: 0 });
  });

  it('refuses a second report for the same person and pay date, and takes what is new', async () => {
    const books = await booksOfReports(open, { mode: 'approve' });
    const { file } = await receive(books, reportOf(ada));
    const both = reportOf(ada, ben);
    const again = receive(books, both, { name: 'again.csv' });
    await expect(again).rejects.toMatchObject({
      detail: expect.stringContaining('1 of 2 people are paid on 31 Oct 2025 by october.csv already'),
    });
    await receive(books, reportOf(ben), { name: 'ben.csv' });
    await withdrawFile(tools(books), await company(books), { id: file.id, who, reason: 'The wrong file' });
    await receive(books, reportOf(ada), { name: 'ada.csv' });
    expect((await listed(books)).filter(({ withdrawnAt }) => withdrawnAt === undefined)).toHaveLength(2);
    await books.sync();
    await books.acts.post(books.ref(6), act());
    const [{ id } = { id: '' }] = await listed(books);
    await expect(
      withdrawFile(tools(books), await company(books), { id, who, reason: 'The wrong file' }),
    ).rejects.toThrow('was posted');
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('is read again where its columns were mapped wrongly: what was posted is asked about', async () => {
    const books = await booksOfReports(open);
    const wrong = { ...fields, NI: 'employer_ni', 'ER NI': 'employee_ni', Net: 'information' };
    await receive(books, reportOf(ada), { columns: { ...columns, fields: wrong, net: undefined } });
    expect(await books.sync()).toMatchObject({ posted: 1 });
    expect(await receive(books, reportOf(ada))).toMatchObject({ isKnown: false });
    expect(await books.sync()).toMatchObject({ posted: 0, changed: 1 });
    expect(await listed(books)).toHaveLength(1);
  });

  it('holds who is paid by an FPS as well', async () => {
    const books = await booksOfReports(open);
    await receiveFps(books, fpsFile([{ ni: [{ earnings: '2600.00', employer: '327.45' }] }]));
    await receive(books, reportOf(ada));
    expect(await books.sync()).toMatchObject({ posted: 0, held: 1 });
    expect((await books.run(6)).holdCodes).toContain('paid_by_two_sources');
  });

  it('has the employer’s pension that an FPS lacks', async () => {
    const books = await booksOfReports(open);
    const pension = { person: 'Ref', fields: { 'Pension ER': 'employer_pension', Basic: 'information' } };
    const given = (id: string) => new TextEncoder().encode(`Ref,Basic,Pension ER\n${id},2600.00,78.00`);
    await receiveFps(
      books,
      fpsFile([
        {
          payment: '<EmpeePenContribnsPaid>50.00</EmpeePenContribnsPaid>',
          ni: [{ earnings: '2650.00', employer: '334.95' }],
        },
      ]),
    );
    const { file } = await receive(books, given('E7'), { columns: pension });
    expect(await books.sync()).toMatchObject({ posted: 0, held: 1 });
    expect((await books.run(6)).holdCodes).toContain('employer_pension_unknown');
    await withdrawFile(tools(books), await company(books), { id: file.id, who, reason: 'The wrong file' });
    await receive(books, given('E1'), { columns: pension });
    expect(await books.sync()).toMatchObject({ posted: 1, held: 0 });
    const entries = (await books.sets()).flatMap((set) => set.journal_entries);
    expect(entries.map((one) => `${one.category.slice(-3)} ${one.debit_value}`)).toContain('403 78.0');
  });

  it('refuses what is another’s way, what is not known and what does not add up, and keeps nothing of it', async () => {
    const books = await booksOfReports(open, { payrollColumns: null });
    await expect(receive(books, reportOf(ada))).rejects.toMatchObject({
      detail: expect.stringContaining('can be guessed'),
    });
    await books.policy({ payrollColumns: columns });
    const wrong = new TextEncoder().encode([header, ada, total(2)].join('\n'));
    await expect(receive(books, wrong)).rejects.toMatchObject({ detail: expect.stringContaining('own total') });
    const bonus = new TextEncoder().encode([`${header},Sundry`, `${ada},5.00`, `${total(1)},5.00`].join('\n'));
    await expect(receive(books, bonus)).rejects.toMatchObject({ detail: expect.stringContaining('“Sundry”') });
    await expect(receive(books, reportOf(ada), { paidOn: '31/10/2025' })).rejects.toThrow('refused');
    await books.policy({ payroll: { from: 'service' } });
    await expect(receive(books, reportOf(ada))).rejects.toMatchObject({
      detail: expect.stringContaining('comes from the accounting service'),
    });
    expect(await listed(books)).toEqual([]);
  });

  it.each([
    ['all that hold amounts among them', reportOf(ada)],
    ['not “Thingummy”', new TextEncoder().encode([`${header},Thingummy`, `${ada},5.00`].join('\n'))],
  ])('says what can be guessed of columns that no one has said: %s', async (words, bytes) => {
    const books = await booksOfReports(open, { payrollColumns: null });
    await expect(receive(books, bytes)).rejects.toMatchObject({
      detail: expect.stringContaining(`guessed, ${words}.`),
    });
  });

  it('keeps nothing of a report that the journal does not need, and forgets who is erased', async () => {
    const books = await booksOfReports(open);
    await receive(books, reportOf(ada, ben));
    expect(await books.sync()).toMatchObject({ posted: 1 });
    const stored = JSON.stringify(await everythingStored(books));
    expect(stored).toContain('Birch');
    for (const one of ['AB123456C', 'High Street']) expect(stored).not.toContain(one);

    books.clock.advance(400 * 86_400_000);
    await erasePerson(tools(books), await company(books), { who, person: `${books.rig.baseUrl}/v2/users/1` });
    const left = JSON.stringify(await everythingStored(books));
    expect(left).toContain('Ash');
    expect(left).not.toContain('Birch');
    await expect(books.sync({ full: true })).rejects.toThrow('What was received for 2026 is erased');
    expect(await verifyLog(books.db)).toEqual([]);
  });
});

/** Every row of every table, with the documents unpacked. */
async function everythingStored({ db }: Books): Promise<unknown> {
  return db.read(async (rows) => {
    const found: unknown[] = [];
    for (const entity of entities) found.push(await rows.find(entity as typeof PayrollFile, {}));
    return found.map((table) =>
      (table as unknown as { document?: { text: string } | null }[]).map((row) => ({
        ...row,
        document: row.document?.text,
      })),
    );
  });
}
