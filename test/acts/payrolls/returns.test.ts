import { everything } from '../../../src/access/viewer.js';
import { expect, it } from '@jest/globals';
import { erasePerson } from '../../../src/acts/erasing/erase-person.js';
import { receiveFile } from '../../../src/acts/payrolls/receive-file.js';
import { withdrawFile } from '../../../src/acts/payrolls/withdraw-file.js';
import { isAdjustment } from '../../../src/record/runs/adjustment.js';
import { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import { verifyLog } from '../../../src/record/log/log-verify.js';
import { hmrcDue } from '../../../src/views/month/hmrc-due.js';
import { receivedFiles } from '../../../src/views/company/received-files.js';
import { fileInWords } from '../../../src/views/words/file-in-words.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { allowance, epsFile, levy, recovered, unpaid } from '../../payrolls/files/eps-files.js';
import { fpsFile } from '../../payrolls/files/fps-files.js';
import { act, type Books, booksOn, connectedOn, elm } from '../../sync/rig.js';

const who = { actor: 'Ruth', trigger: 'command' as const, companies: null };
const april = 0;

/** Ada, paid 2,600.00 at the end of April, with 327.45 of employer's NI. */
const adasApril = (over: { payment?: string } = {}) =>
  fpsFile([
    {
      ...{ paidOn: '2025-04-30', period: '<MonthNo>1</MonthNo>' },
      ...{ taxable: '2600.00', tax: '260.00', toDate: { taxable: '2600.00', tax: '260.00' } },
      ni: [{ earnings: '2600.00', employer: '327.45' }],
      ...over,
    },
  ]);

async function booksWithApril(open: Parameters<typeof booksOn>[0], over: { payment?: string } = {}): Promise<Books> {
  const books = await booksOn(open, { scenario: elm({ payroll: {} }) });
  await settings(books);
  await receive(books, adasApril(over));
  return books;
}

const settings = (books: Books) =>
  books.policy({
    payroll: { from: 'files' },
    employerPensions: { '*': '0.00' },
    controls: { payeReference: '123/AB456' },
    payrollPeople: { E1: `${books.rig.baseUrl}/v2/users/2` },
    recovery: { from: '2025-04-06' },
  });

async function receive(books: Books, bytes: Uint8Array, name = 'april.xml', month?: number) {
  const companies = [await books.rig.companies.find(books.company.id)];
  return receiveFile({ database: books.db, log: books.log }, async () => companies, { who, name, bytes, month });
}

const adjustments = async (books: Books) =>
  (await books.db.read((rows) => rows.find(PayRunRecord, { order: { tag: 'ASC' } }))).filter(isAdjustment);
const states = async (books: Books) =>
  (await adjustments(books)).map(({ tag, state, holdCodes }) => [tag, state, ...holdCodes].join(' '));
const posted = async (books: Books, tag: string) =>
  (await books.sets())
    .filter((set) => set.tag === tag)
    .flatMap((set) => [
      set.dated_on,
      ...set.journal_entries.map(({ category, debit_value }) => `${category.replace(/.*\//, '')} ${debit_value}`),
    ]);

const allowanceTag = 'counterfoil:2026-00:allowance-1';
const levyTag = 'counterfoil:2026-00:levy-1';

describeOnDatabases('what an employer’s returns say', (open) => {
  it('posts the levy once the account that bears it is known, and once, however often its return comes', async () => {
    const books = await booksWithApril(open);
    const file = epsFile(levy(1, 75));
    expect(await receive(books, file, 'eps.xml')).toMatchObject({ isKnown: false });
    expect(await books.sync()).toMatchObject({ posted: 1, held: 1 });
    expect(await states(books)).toEqual([`${levyTag} held levy_account_unknown`]);

    await books.policy({ payroll: { from: 'files', levyAccount: '405' } });
    expect(await books.sync()).toMatchObject({ held: 0 });
    expect(await posted(books, levyTag)).toEqual(['2025-05-05', '405 75.0', '814 -75.0']);
    expect(await receive(books, file, 'eps.xml')).toMatchObject({ isKnown: true });
    expect(await books.sync()).toMatchObject({ posted: 0 });

    await receive(books, epsFile(levy(1, 80)), 'corrected.xml');
    expect(await books.sync()).toMatchObject({ posted: 0, changed: 1 });
    await books.acts.amend({ ...books.ref(april), adjustment: 'levy-1' }, act());
    expect(await posted(books, levyTag)).toEqual(['2025-05-05', '405 80.0', '814 -80.0']);
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('leaves a levy that someone entered alone', async () => {
    const books = await booksWithApril(open);
    await books.policy({ payroll: { from: 'files', levyAccount: '405' } });
    const lines = [
      { account: '405', amount: '75.00' },
      { account: '814', amount: '-75.00' },
    ];
    await books.sync();
    await books.acts.adjust(books.ref(april), { ...act('April’s levy'), kind: 'levy', lines });
    await receive(books, epsFile(levy(1, 75)), 'eps.xml');
    await books.sync();
    expect(await states(books)).toEqual([`${levyTag} posted`]);
  });

  const aprilsLevy = (amount: string) => ({
    ...{ ...act('April’s levy'), kind: 'levy' as const },
    lines: [
      { account: '405', amount },
      { account: '814', amount: `-${amount}` },
    ],
  });
  const dueOfLevies = async (books: Books) => {
    const viewer = { pay: true, companies: null } as never;
    const due = await books.db.read((rows) => hmrcDue(rows, viewer, '2025-05-01', '2025-06-30'));
    return due.map(({ what, amount }) => `${what} ${amount?.toString()}`);
  };

  it('adds what a return has beyond the levy that someone entered, and HMRC is due both once', async () => {
    const books = await booksWithApril(open);
    await books.policy({ payroll: { from: 'files', levyAccount: '405' } });
    await books.sync();
    await books.acts.adjust(books.ref(april), aprilsLevy('60.00'));
    await receive(books, epsFile(levy(1, 75)), 'eps.xml');
    await books.sync();
    expect(await states(books)).toEqual([`${levyTag} posted`, 'counterfoil:2026-00:levy-2 posted']);
    expect(await posted(books, 'counterfoil:2026-00:levy-2')).toEqual(['2025-05-05', '405 15.0', '814 -15.0']);
    expect((await adjustments(books)).map(({ note }) => note)).toEqual([
      'April’s levy',
      'as returned to HMRC, less £60.00 that was entered',
    ]);
    // Tax 260.00 and employer's NI 327.45, with 15.00 of levy; the rest of it is a bill of its own.
    expect(await dueOfLevies(books)).toEqual(['paye 602.45', 'levy 60.00']);
  });

  it('takes the levy of all months of a return off that someone entered', async () => {
    const books = await booksWithApril(open);
    await books.policy({ payroll: { from: 'files', levyAccount: '405' } });
    await books.sync();
    await books.acts.adjust(books.ref(april), aprilsLevy('60.00'));
    await receive(books, epsFile(levy(2, 150)), 'may-eps.xml');
    await books.sync();
    expect(await states(books)).toEqual([`${levyTag} posted`, 'counterfoil:2026-01:levy-1 posted']);
    expect(await posted(books, 'counterfoil:2026-01:levy-1')).toEqual(['2025-06-05', '405 90.0', '814 -90.0']);
    expect(await dueOfLevies(books)).toEqual(['paye 587.45', 'levy 60.00', 'paye 90.00']);
    // Its CIS is since April, its levy since the return before it.
    await receive(books, epsFile(recovered(3, 0, 50) + levy(3, 200)), 'june-eps.xml');
    await books.sync();
    expect(await posted(books, 'counterfoil:2026-02:levy-1')).toEqual(['2025-07-05', '405 50.0', '814 -50.0']);
  });

  it('sets the allowance against the employer’s NI of a month that is over', async () => {
    const books = await booksWithApril(open);
    await receive(books, epsFile(allowance('yes')), 'eps.xml');
    expect(await books.sync()).toMatchObject({ posted: 1 });
    expect(await posted(books, allowanceTag)).toEqual(['2025-05-05', '814 327.45', '402 -327.45']);
    const [row] = await adjustments(books);
    expect(row).toMatchObject({ kind: 'allowance', warningCodes: ['allowance_worked_out'], enteredBy: 'returns' });
    const november = { paidOn: '2025-11-07', period: '<MonthNo>8</MonthNo>', taxable: '2600.00', tax: '260.00' };
    const toDate = { taxable: '5200.00', tax: '520.00' };
    await receive(
      books,
      fpsFile([{ ...november, toDate, ni: [{ earnings: '2600.00', employer: '327.45' }] }]),
      'nov.xml',
    );
    expect(await books.sync()).toMatchObject({ posted: 1 });
    expect(await states(books)).toEqual([`${allowanceTag} posted`]);
    await books.advance(30 * 86_400);
    await books.sync();
    expect(await states(books)).toEqual([`${allowanceTag} posted`, 'counterfoil:2026-07:allowance-1 posted']);
    expect(await books.sync()).toMatchObject({ posted: 0 });

    // All of it is withdrawn: what is in the books is asked about.
    await receive(books, epsFile(allowance('no')), 'no.xml');
    await books.sync();
    await books.advance(700);
    await books.sync();
    expect(await states(books)).toEqual([`${allowanceTag} changed`, 'counterfoil:2026-07:allowance-1 changed']);
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('sets the allowance against a month that has a pay date which was made void', async () => {
    const books = await booksWithApril(open);
    const april = { period: '<MonthNo>1</MonthNo>', tax: '260.00' };
    const nothing = { taxable: '0.00', tax: '0.00', toDate: { taxable: '0.00', tax: '0.00' } };
    const again = { taxable: '2600.00', toDate: { taxable: '2600.00', tax: '260.00' } };
    const moved = fpsFile([
      { ...april, ...nothing, paidOn: '2025-04-30', ni: [{ earnings: '0.00', employer: '0.00' }] },
      { ...april, ...again, paidOn: '2025-04-28', ni: [{ earnings: '2600.00', employer: '327.45' }] },
    ]);
    await receive(books, moved, 'moved.xml');
    await receive(books, epsFile(allowance('yes')), 'eps.xml');
    await books.sync();
    expect((await books.sets()).map(({ tag }) => tag).sort()).toEqual(['counterfoil:2026-00:2025-04-28', allowanceTag]);
    expect(await posted(books, allowanceTag)).toEqual(['2025-05-05', '814 327.45', '402 -327.45']);
  });

  it('finds its own allowance in the books when the record is lost', async () => {
    const books = await booksWithApril(open);
    await receive(books, epsFile(allowance('yes')), 'eps.xml');
    await books.sync();
    const again = await connectedOn(books.rig, await open(books.clock), books.clock);
    await settings(again);
    await receive(again, adasApril());
    await receive(again, epsFile(allowance('yes')), 'eps.xml');
    expect(await again.sync()).toMatchObject({ posted: 0, adopted: 1 });
    expect(await again.sync()).toMatchObject({ posted: 0 });
    expect(await states(again)).toEqual([`${allowanceTag} posted`]);
    expect((await again.sets()).map(({ tag }) => tag).sort()).toEqual(['counterfoil:2026-00:2025-04-30', allowanceTag]);
  });

  it('takes an allowance that was found in the books twice for the return’s own, with a line that the log verifies', async () => {
    const books = await booksWithApril(open);
    await receive(books, epsFile(allowance('yes')), 'eps.xml');
    await books.sync();
    const [made] = (await books.sets()).filter(({ tag }) => tag === allowanceTag);
    const { dated_on, tag, journal_entries } = made!;
    const lines = journal_entries.map(({ category, debit_value }) => ({ category, debit_value }));
    await books.rig.control('POST', 'companies/elm/journal_sets', {
      journal_set: { dated_on, tag, description: 'Twice', journal_entries: lines },
    });
    const again = await connectedOn(books.rig, await open(books.clock), books.clock);
    await settings(again);
    await receive(again, adasApril());
    await again.sync();
    expect(await states(again)).toEqual([`${allowanceTag} drift`]);
    await receive(again, epsFile(allowance('yes')), 'eps.xml');
    await again.sync();
    expect((await adjustments(again)).map(({ state, enteredBy }) => [state, enteredBy])).toEqual([
      ['drift', 'returns'],
    ]);
    expect(await verifyLog(again.db)).toEqual([]);
  });

  it('gives back of statutory pay what the return says, at its own rate', async () => {
    const smp = { payment: '<SMPYTD>700.00</SMPYTD>' };
    const books = await booksWithApril(open, smp);
    await books.sync();
    await receive(books, epsFile(recovered(1, 640)), 'eps.xml');
    await books.sync();
    // Compensation of 64.00 beside 640.00 is no rate of 700.00: it is asked.
    expect(await states(books)).toEqual([]);
    const usual = epsFile(
      '<RecoverableAmountsYTD><TaxMonth>1</TaxMonth><SMPRecovered>644.00</SMPRecovered></RecoverableAmountsYTD>',
    );
    await receive(books, usual, 'corrected.xml');
    await books.sync();
    const tag = 'counterfoil:2026-00:2025-04-30:recovery';
    expect(await posted(books, tag)).toEqual(['2025-04-30', '814 644.0', '401 -644.0']);
  });

  it('works out what HMRC is due, and says so', async () => {
    const books = await booksWithApril(open);
    await books.policy({ payroll: { from: 'files', levyAccount: '405' } });
    await receive(books, epsFile(allowance('yes') + recovered(1, 0, 50) + levy(1, 75)), 'eps.xml');
    await books.sync();
    const viewer = { pay: true, companies: null } as never;
    const [due, ...more] = await books.db.read((rows) => hmrcDue(rows, viewer, '2025-05-01', '2025-05-31'));
    expect(more).toEqual([]);
    expect(due).toMatchObject({
      what: 'paye',
      month: { year: 2026, period: april },
      dueOn: '2025-05-22',
      isWorkedOut: true,
    });
    // Tax 260.00 and employer's NI 327.45, less the allowance of 327.45 and 50.00 of CIS, with 75.00 of levy.
    expect(due?.amount?.toString()).toBe('285.00');
  });

  it('asks for the month of a return that names none, once its year is over', async () => {
    const books = await booksWithApril(open);
    const unnamed = epsFile(
      '<RecoverableAmountsYTD><CISDeductionsSuffered>50.00</CISDeductionsSuffered></RecoverableAmountsYTD>',
    );
    const inYear = await receive(books, unnamed, 'in-year.xml');
    // 1 November is of the tax month that ends on the 5th.
    expect(inYear.file.taken).toMatchObject([{ recoveredTo: 7, monthByDay: true }]);
    await books.advance(200 * 86_400);
    const late = epsFile(
      '<RecoverableAmountsYTD><CISDeductionsSuffered>80.00</CISDeductionsSuffered></RecoverableAmountsYTD>',
    );
    await expect(receive(books, late, 'late.xml')).rejects.toMatchObject({
      todo: expect.stringContaining('--month 12'),
    });
    expect((await receive(books, late, 'late.xml', 12)).file.taken).toMatchObject([{ recoveredTo: 12 }]);
    expect(await receive(books, late, 'late.xml', 12)).toMatchObject({ isKnown: true });
    const files = await books.db.read((rows) => receivedFiles(rows, everything, books.company));
    expect(files.map(fileInWords)[0]).toBe('EPS, since 6 April, to March 2026: CIS suffered £80.00');
  });

  it('knows of a month in which no one was paid, and posts nothing for it', async () => {
    const books = await booksWithApril(open);
    await receive(books, epsFile(unpaid('2025-11-06', '2025-12-05')), 'eps.xml');
    expect(await books.sync()).toMatchObject({ posted: 1, held: 0 });
    expect(await states(books)).toEqual([]);
    const files = await books.db.read((rows) => receivedFiles(rows, everything, books.company));
    expect(files.map(fileInWords).sort()).toEqual([
      '1 payment of 30 Apr 2025',
      'EPS, no one paid from 6 Nov 2025 to 5 Dec 2025',
    ]);
  });

  it('takes a return back until what it says is posted', async () => {
    const books = await booksWithApril(open);
    await books.policy({ payroll: { from: 'files', levyAccount: '405' } });
    const tools = { database: books.db, log: books.log };
    const { file } = await receive(books, epsFile(levy(1, 75)), 'eps.xml');
    const company = await books.rig.companies.find(books.company.id);
    await withdrawFile(tools, company, { id: file.id, who, reason: 'The wrong file' });
    await books.sync();
    expect(await states(books)).toEqual([]);
    const again = await receive(books, epsFile(levy(1, 75)), 'eps.xml');
    await books.sync();
    await expect(withdrawFile(tools, company, { id: again.file.id, who, reason: 'The wrong file' })).rejects.toThrow(
      'What is in the file was posted',
    );
  });

  it('takes a return back of whose months nothing is posted, whatever else was posted since it came', async () => {
    const books = await booksWithApril(open);
    await books.policy({ payroll: { from: 'files', levyAccount: '405' } });
    await receive(books, epsFile(levy(1, 75)), 'april-eps.xml');
    const { file } = await receive(books, epsFile(recovered(2, 0, 50)), 'may-eps.xml');
    await books.sync();
    expect(await states(books)).toEqual([`${levyTag} posted`]);
    const tools = { database: books.db, log: books.log };
    const company = await books.rig.companies.find(books.company.id);
    await withdrawFile(tools, company, { id: file.id, who, reason: 'The wrong file' });
    await books.sync();
    expect(await states(books)).toEqual([`${levyTag} posted`]);
  });

  it('keeps a return, which names no one, when someone is erased', async () => {
    const books = await booksWithApril(open);
    await receive(books, epsFile(levy(1, 75)), 'eps.xml');
    await books.sync();
    await books.advance(400 * 86_400);
    const company = await books.rig.companies.find(books.company.id);
    const person = `${books.rig.baseUrl}/v2/users/2`;
    await erasePerson({ database: books.db, log: books.log }, company, { who, person });
    const files = await books.db.read((rows) => receivedFiles(rows, everything, books.company));
    expect(files.map(fileInWords).sort()).toEqual([
      '0 payments',
      'EPS, since 6 April, to April 2025: apprenticeship levy £75.00',
    ]);
  });

  it('asks for the return before the first, where the year had begun without us', async () => {
    const books = await booksOn(open, { scenario: elm({ payroll: {} }) });
    await settings(books);
    await books.policy({ payroll: { from: 'files', levyAccount: '405' } });
    await receive(books, fpsFile([{ ni: [{ earnings: '2600.00', employer: '327.45' }] }]));
    await receive(books, epsFile(levy(7, 525)), 'eps.xml');
    expect(await books.sync()).toMatchObject({ posted: 1, held: 1 });
    expect(await states(books)).toEqual(['counterfoil:2026-06:levy-1 held return_before_unknown']);
    await receive(books, epsFile(levy(6, 450)), 'september.xml');
    await books.sync();
    expect(await states(books)).toEqual([
      'counterfoil:2026-05:levy-1 held return_before_unknown',
      'counterfoil:2026-06:levy-1 posted',
    ]);
  });
});
