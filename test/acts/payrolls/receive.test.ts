import { everything } from '../../../src/access/viewer.js';
import { expect, it } from '@jest/globals';
import { policyPreview } from '../../../src/acts/companies/policy-preview.js';
import { previewFile } from '../../../src/acts/payrolls/preview-file.js';
import { receiveFile, returnGiven } from '../../../src/acts/payrolls/receive-file.js';
import { withdrawFile } from '../../../src/acts/payrolls/withdraw-file.js';
import { erasePerson } from '../../../src/acts/erasing/erase-person.js';
import { entities } from '../../../src/app/entities.js';
import { PayPeriodRecord } from '../../../src/record/runs/pay-period.entity.js';
import { PayrollFile } from '../../../src/record/runs/payroll-file.entity.js';
import { LogEntry } from '../../../src/record/log/log-entry.entity.js';
import { verifyLog } from '../../../src/record/log/log-verify.js';
import { receivedFiles } from '../../../src/views/company/received-files.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { epsFile, unpaid } from '../../payrolls/files/eps-files.js';
import { fpsFile, type PersonInFile } from '../../payrolls/files/fps-files.js';
import { Proxy } from '../../sync/proxy.js';
import { act, type Books, booksOn, connectedOn } from '../../sync/rig.js';
import {
  ada,
  booksOfFiles,
  companyNow,
  ofFiles,
  paid,
  people,
  receive,
  reference,
  states,
  who,
  withdraw,
} from './files-rig.js';

async function previewOf(books: Books) {
  const seen = await companyNow(books);
  return policyPreview(toolsOf(books), { pay: true }, seen, {
    ...seen.policy,
    payroll: { ...seen.policy.payroll, ...ofFiles.payroll },
  });
}

const toolsOf = ({ db: database, rig: { companies }, log, decisions }: Books) => ({
  ...{ database, companies, log, decisions },
});

const isOfReports = ({ url }: { readonly url: string }) => url.includes('/v2/final_accounts_reports');
const october = ada('2025-10-31', 2600, 2600);

describeOnDatabases('payroll that comes as files', (open) => {
  it('is held until someone says who its people are, and is then posted once, however often it comes', async () => {
    const books = await booksOfFiles(open, { payrollPeople: {} });
    const file = fpsFile([october]);
    expect(await receive(books, file)).toMatchObject({ isKnown: false });
    expect(await books.sync()).toMatchObject({ posted: 0, held: 1 });
    expect((await books.runs()).flatMap((run) => run.holdCodes)).toEqual(['person_unmapped']);

    await books.policy(people(books));
    expect(await books.sync()).toMatchObject({ posted: 1, held: 0 });
    expect(await receive(books, file)).toMatchObject({ isKnown: true });
    expect(await books.sync()).toMatchObject({ posted: 0, unchanged: 1, requests: 0 });
    expect(await paid(books)).toEqual(['2025-10-31 2600.0']);
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('counts files in the order in which they came, also while the clock is set back', async () => {
    const books = await booksOfFiles(open);
    await receive(books, fpsFile([october]), 'october.xml');
    books.clock.advance(-3_600_000);
    await receive(books, fpsFile([ada('2025-10-31', 2700, 2700)]), 'corrected.xml');
    await books.sync();
    expect(await paid(books)).toEqual(['2025-10-31 2700.0']);
  });

  it('is taken once by two who bring it at the same moment', async () => {
    const books = await booksOfFiles(open);
    const tools = { database: books.db, log: books.log };
    const companies = [await companyNow(books)];
    // The pool of PostgreSQL makes its connections with the first of them.
    for (const taxable of [2600, 2700, 2800]) {
      const bytes = fpsFile([ada('2025-10-31', taxable, taxable)]);
      const names = ['a.xml', 'b.xml', 'c.xml', 'd.xml'];
      const taken = await Promise.all(
        names.map((name) => receiveFile(tools, async () => companies, { who, name, bytes })),
      );
      expect(taken.filter(({ isKnown }) => !isKnown)).toHaveLength(1);
    }
    expect(await books.db.read((rows) => receivedFiles(rows, everything, books.company))).toHaveLength(3);
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('asks before a setting changes what was posted', async () => {
    const books = await booksOfFiles(open);
    const shares = { ...october, ni: [{ earnings: '2600.00', employer: '327.45', employee: '124.16' }] };
    await receive(books, fpsFile([shares]));
    await books.sync();
    await books.policy({ payroll: { from: 'files', bothShares: 'yes' } });
    expect(await books.sync()).toMatchObject({ changed: 1, amended: 0 });
    await books.policy({ payroll: { from: 'files', bothShares: 'no' } });
    expect(await books.sync()).toMatchObject({ changed: 0, unchanged: 1 });
    await books.policy({ payrollPeople: { E1: `${books.rig.baseUrl}/v2/users/1` } });
    expect(await books.sync()).toMatchObject({ changed: 1, amended: 0 });
    expect(await paid(books)).toEqual(['2025-10-31 2600.0']);
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('takes no one’s pay out of the books because they are erased, even if someone asks', async () => {
    const books = await booksOfFiles(open);
    const ben = ada('2025-10-31', 3500, 3500, { payId: 'D1', fore: 'Ben', sur: 'Birch' });
    await receive(books, fpsFile([october, ben]));
    expect(await books.sync()).toMatchObject({ posted: 1 });
    books.clock.advance(400 * 86_400_000);
    const tools = { database: books.db, log: books.log };
    await erasePerson(tools, await companyNow(books), { who, person: `${books.rig.baseUrl}/v2/users/1` });
    const stored = JSON.stringify(await everythingStored(books));
    expect(stored).toContain('Ash');
    expect(stored).not.toContain('Birch');
    await expect(books.sync({ full: true })).rejects.toThrow('What was received for 2026 is erased');
    const error = { detail: 'What was received for 2026 is erased' };
    expect(await books.acts.amend(books.ref(6), act())).toMatchObject({ sync: { amended: 0, error } });
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('asks about a correction, amends what was posted, and leaves the weeks before as they are', async () => {
    const books = await booksOfFiles(open);
    const week = (paidOn: string, toDate: number, number: number, rest: PersonInFile = {}): PersonInFile => ({
      ...ada(paidOn, 600, toDate, { frequency: 'W1', period: `<WeekNo>${number}</WeekNo>` }),
      ni: [{ earnings: '600.00', employer: '75.60' }],
      ...rest,
    });
    await receive(books, fpsFile([week('2025-10-10', 600, 28)]), 'week28.xml');
    await receive(books, fpsFile([week('2025-10-17', 1200, 29)]), 'week29.xml');
    expect(await books.sync()).toMatchObject({ posted: 2 });
    const corrected = {
      ...week('2025-10-17', 1300, 29),
      taxable: '700.00',
      tax: '70.00',
      early: '<LateReason>H</LateReason>',
    };
    await receive(
      books,
      fpsFile([{ ...corrected, ni: [{ earnings: '700.00', employer: '90.60' }] }]),
      'week29-again.xml',
    );
    expect(await books.sync()).toMatchObject({ posted: 0, changed: 1, unchanged: 1 });
    expect(await states(books)).toEqual(['2025-10-10 posted 600.00', '2025-10-17 changed 700.00']);

    await books.acts.amend(books.ref(6, '2025-10-17'), act());
    expect(await paid(books)).toEqual(['2025-10-10 600.0', '2025-10-17 700.0']);
    await receive(books, fpsFile([{ ...week('2025-10-24', 1900, 30) }]), 'week30.xml');
    expect(await books.sync()).toMatchObject({ posted: 1, changed: 0, unchanged: 2 });
  });

  it('holds what a missing file would explain, and lets it go once that comes', async () => {
    const books = await booksOfFiles(open);
    await receive(books, fpsFile([ada('2025-08-29', 2600, 2600)]), 'august.xml');
    await receive(books, fpsFile([ada('2025-10-31', 2600, 7800)]), 'october.xml');
    expect(await books.sync()).toMatchObject({ posted: 1, held: 1 });
    expect((await books.run(6)).holdCodes).toEqual(['year_to_date_differs']);
    await receive(books, fpsFile([ada('2025-09-30', 2600, 5200)]), 'september.xml');
    expect(await books.sync()).toMatchObject({ posted: 2, held: 0, unchanged: 1 });
  });

  it('misses the first file of a tax year where files came for the year before', async () => {
    const books = await booksOfFiles(open);
    await receive(books, fpsFile([october]));
    await books.sync();
    await books.advance(200 * 86_400);
    const april = ada('2026-04-30', 2600, 2600);
    const may = fpsFile([ada('2026-05-29', 2600, 5200)], { years: '26-27' });
    const given = await returnGiven(
      async () => [await companyNow(books)],
      { name: 'may.xml', bytes: may },
      '2026-05-29',
    );
    expect(await previewFile(toolsOf(books), { pay: true }, given)).toMatchObject({
      runs: [{ holds: [{ code: 'year_to_date_differs' }] }],
    });
    await receive(books, may, 'may.xml');
    expect(await books.sync()).toMatchObject({ posted: 0, held: 1 });
    await receive(books, fpsFile([april], { years: '26-27' }), 'april.xml');
    expect(await books.sync()).toMatchObject({ posted: 2, held: 0 });
    expect(await states(books)).toEqual(
      ['2025-10-31', '2026-04-30', '2026-05-29'].map((day) => `${day} posted 2600.00`),
    );
  });

  it('takes a late correction under an id that was changed in the tax year after for the same person’s', async () => {
    const books = await booksOfFiles(open);
    const users = (id: number) => `${books.rig.baseUrl}/v2/users/${id}`;
    await books.policy({ payrollPeople: { E1: users(2), N1: users(2) } });
    await receive(books, fpsFile([october]));
    await books.sync();
    await books.advance(200 * 86_400);
    await receive(books, fpsFile([{ ...ada('2025-10-31', 2700, 2700), payId: 'N1' }]), 'corrected.xml');
    await books.sync();
    expect(await states(books)).toEqual(['2025-10-31 changed 5300.00']);
    const renamed =
      '<PayIdChgd><PayrollIdChangedIndicator>yes</PayrollIdChangedIndicator><OldPayrollId>E1</OldPayrollId></PayIdChgd>';
    const april = { ...ada('2026-04-30', 2600, 2600), payId: 'N1', employment: renamed };
    await receive(books, fpsFile([april], { years: '26-27' }), 'april.xml');
    await books.sync();
    expect(await states(books)).toEqual(['2025-10-31 changed 2700.00', '2026-04-30 posted 2600.00']);
  });

  it('takes a file back before it is posted, and not after', async () => {
    const books = await booksOfFiles(open, { mode: 'approve' });
    const { file } = await receive(books, fpsFile([october]));
    expect(await books.sync()).toMatchObject({ ready: 1 });
    const tools = { database: books.db, log: books.log };
    await withdrawFile(tools, await companyNow(books), { id: file.id, who, reason: 'The wrong file' });
    await books.sync();
    expect(await states(books)).toEqual([]);

    const again = await receive(books, fpsFile([october]));
    expect(again.isKnown).toBe(false);
    await books.sync();
    await books.acts.post(books.ref(6), act());
    await expect(
      withdrawFile(tools, await companyNow(books), { id: again.file.id, who, reason: 'The wrong file' }),
    ).rejects.toThrow('What is in the file was posted');
    expect(await paid(books)).toEqual(['2025-10-31 2600.0']);
    const listed = await books.db.read((rows) => receivedFiles(rows, everything, books.company));
    expect(listed.map(({ payments, paidOn, withdrawnAt }) => [payments, paidOn, withdrawnAt !== undefined])).toEqual([
      [1, ['2025-10-31'], false],
    ]);
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('puts a file that was taken back by mistake where it was, and not behind what came since', async () => {
    const books = await booksOfFiles(open, { mode: 'approve' });
    // The first file of a year that had begun: nothing but its place tells that October's further pay comes after it.
    const { file } = await receive(books, fpsFile([ada('2025-10-31', 2600, 5200)]), 'october.xml');
    await receive(books, fpsFile([ada('2025-11-28', 2600, 7800)]), 'november.xml');
    const more = ada('2025-10-31', 600, 8400, { ni: [{ earnings: '600.00', employer: '90.00' }] });
    await receive(books, fpsFile([more]), 'more.xml');
    await books.sync();
    const asBefore = await states(books);
    expect(asBefore).toEqual(['2025-10-31 ready 3200.00', '2025-11-28 ready 2600.00']);

    await withdrawFile({ database: books.db, log: books.log }, await companyNow(books), {
      id: file.id,
      who,
      reason: 'The wrong file',
    });
    await books.sync();
    await receive(books, fpsFile([ada('2025-10-31', 2600, 5200)]), 'october.xml');
    await books.sync();
    expect(await states(books)).toEqual(asBefore);
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('asks how much statutory pay came before the first file, and goes by the answer for that tax year alone', async () => {
    const books = await booksOfFiles(open);
    const maternity = { payment: '<SMPYTD>700.00</SMPYTD>' };
    await receive(books, fpsFile([ada('2025-10-31', 2600, 5200, maternity)]));
    expect(await books.sync()).toMatchObject({ posted: 0, held: 1 });
    expect((await books.run(6)).holdCodes).toEqual(['year_to_date_differs']);

    await books.policy({ paidBeforeFiles: { E1: { '2026/27': { statutory_maternity_pay: '200.00' } } } });
    expect(await books.sync()).toMatchObject({ posted: 0, held: 1 });
    await books.policy({ paidBeforeFiles: { E1: { '2025/26': { statutory_maternity_pay: '200.00' } } } });
    expect(await books.sync()).toMatchObject({ posted: 1, held: 0 });
    expect(await payIn(books)).toEqual({ basic_pay: '2100.00', statutory_maternity_pay: '500.00' });
    expect(await paid(books)).toEqual(['2025-10-31 2600.0']);
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('looks at a year that is over once a file of it comes', async () => {
    const books = await booksOfFiles(open);
    await receive(books, fpsFile([october]));
    await books.sync();
    await books.advance(300 * 86_400);
    expect(await books.sync()).toMatchObject({ posted: 0 });
    await receive(books, fpsFile([ada('2025-11-28', 2600, 5200)]), 'november.xml');
    expect(await books.sync()).toMatchObject({ posted: 1 });
  });

  it('looks at a year that is over once a file of it was taken back, and once it comes again', async () => {
    const books = await booksOfFiles(open, { mode: 'approve' });
    const { file } = await receive(books, fpsFile([october]));
    await books.sync();
    await books.advance(300 * 86_400);
    await books.sync();
    await withdraw(books, file.id);
    await books.sync();
    expect(await states(books)).toEqual([]);
    await receive(books, fpsFile([october]));
    await books.sync();
    expect(await states(books)).toEqual(['2025-10-31 ready 2600.00']);
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('looks at a year that is over once more, where a file of it came while it was read', async () => {
    const proxy = new Proxy();
    const books = await booksOfFiles(open, {}, { around: proxy.around });
    await receive(books, fpsFile([october]));
    await books.sync();
    await books.advance(300 * 86_400);
    // It pays no one, so nothing is sent, and payroll is not listed once more before that.
    await receive(books, epsFile(unpaid('2025-12-06', '2026-01-05')), 'eps.xml');
    proxy.once(isOfReports, async (_, send) => {
      await receive(books, fpsFile([ada('2025-11-28', 2600, 5200)]), 'november.xml');
      return send();
    });
    expect(await books.sync()).toMatchObject({ posted: 0 });
    expect(await books.sync()).toMatchObject({ posted: 1 });
    expect(await states(books)).toEqual(['2025-10-31 posted 2600.00', '2025-11-28 posted 2600.00']);
  });

  it('is taken back once by two who do it at the same moment', async () => {
    const books = await booksOfFiles(open, { mode: 'approve' });
    for (const taxable of [2600, 2700, 2800]) {
      const bytes = fpsFile([ada('2025-10-31', taxable, taxable)]);
      const { file } = await receive(books, bytes);
      await Promise.all([withdraw(books, file.id), withdraw(books, file.id), withdraw(books, file.id)]);
    }
    const entries = await books.db.read((rows) => rows.findBy(LogEntry, { act: 'withdraw_file' }));
    expect(entries).toHaveLength(3);
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('refuses what is another’s, or would be posted twice, and keeps nothing of it', async () => {
    const books = await booksOfFiles(open);
    const given = (bytes: Uint8Array) => receive(books, bytes, 'given.xml');
    const text = new TextDecoder().decode(fpsFile([october]));
    const put = (found: string, by: string) => new TextEncoder().encode(text.replace(found, by));
    await expect(given(put('AB456', 'ZZ999'))).rejects.toThrow('123/ZZ999, which no client here has');
    await expect(given(put('<MonthNo>7', '<MonthNo>13'))).rejects.toThrow('MonthNo: a whole number from 1 to 12');
    await books.policy({ controls: { payeReference: '123/AB456', accountsOffice: '123PA00099999' } });
    await expect(given(fpsFile([october]))).rejects.toThrow('of another Accounts Office reference');
    await books.policy({ ...reference, payroll: { from: 'service' } });
    await expect(given(fpsFile([october]))).rejects.toThrow('whose payroll comes from the accounting service');
    expect(await books.db.read((rows) => receivedFiles(rows, everything, books.company))).toEqual([]);
  });

  it('comes from elsewhere from the beginning, or not at all', async () => {
    const books = await booksOn(open);
    await books.sync();
    await expect(books.policy(ofFiles)).rejects.toThrow('Payroll of this company was posted already');
    // What was found in the books, after the database was lost, is as good as posted.
    const again = await connectedOn(books.rig, await open(books.clock), books.clock);
    await again.sync();
    await expect(again.policy(ofFiles)).rejects.toThrow('Payroll of this company was posted already');
    await expect(previewOf(again)).rejects.toThrow('Payroll of this company was posted already');
  });

  it('promises nothing about the last pay run, which would not come from there', async () => {
    const books = await booksOn(open, { mode: 'approve' });
    expect(await books.sync()).toMatchObject({ posted: 0, ready: 3 });
    expect(await previewOf(books)).toBeUndefined();
  });

  it('keeps nothing of a file that the journal does not need', async () => {
    const books = await booksOfFiles(open);
    const file = fpsFile([october]);
    const given = ['AB123456C', 'High Street', 'LS1 1AA', '1990-02-03'];
    for (const one of given) expect(new TextDecoder().decode(file)).toContain(one);
    await receive(books, file);
    await books.sync();
    const stored = JSON.stringify(await everythingStored(books));
    expect(stored).toContain('october.xml');
    for (const one of given) expect(stored).not.toContain(one);
  });
});

/** October's pay, as its document has it. */
async function payIn({ db, company }: Books) {
  const at = { companyId: company.id, year: 2026, period: 6 };
  const { document } = await db.read((rows) => rows.findOneByOrFail(PayPeriodRecord, at));
  const [payslip] = (JSON.parse(document?.text ?? '{}') as { payslips: Record<string, string>[] }).payslips;
  const { basic_pay, statutory_maternity_pay } = payslip ?? {};
  return { basic_pay, statutory_maternity_pay };
}

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
