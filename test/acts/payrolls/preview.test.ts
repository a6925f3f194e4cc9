import { expect, it } from '@jest/globals';
import { previewFile } from '../../../src/acts/payrolls/preview-file.js';
import { receiveFile, returnGiven } from '../../../src/acts/payrolls/receive-file.js';
import { receiveReport, reportGiven } from '../../../src/acts/payrolls/receive-report.js';
import { withdrawFile } from '../../../src/acts/payrolls/withdraw-file.js';
import { Money } from '../../../src/journal/nouns/money.js';
import { LogEntry } from '../../../src/record/log/log-entry.entity.js';
import { PayrollFile } from '../../../src/record/runs/payroll-file.entity.js';
import type { FilePreview } from '../../../src/views/company/file-preview.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { allowance, epsFile, levy, unpaid } from '../../payrolls/files/eps-files.js';
import { fpsFile, type PersonInFile } from '../../payrolls/files/fps-files.js';
import { type Books, booksOn, elm } from '../../sync/rig.js';

const who = { actor: 'Ruth', trigger: 'command' as const, companies: null };
const columns = {
  ...{ person: 'Ref', name: 'Employee', net: 'Net' },
  fields: { Basic: 'basic_pay', PAYE: 'tax_deducted', NI: 'employee_ni', 'ER NI': 'employer_ni' },
};

async function booksOfFiles(open: Parameters<typeof booksOn>[0], over: object = {}): Promise<Books> {
  const books = await booksOn(open, { scenario: elm({ payroll: {} }) });
  await books.policy({
    ...{ payroll: { from: 'files' }, controls: { payeReference: '123/AB456' }, payrollColumns: columns },
    payrollPeople: { E1: `${books.rig.baseUrl}/v2/users/2`, D1: `${books.rig.baseUrl}/v2/users/1` },
    employerPensions: { '*': '0.00' },
    ...over,
  });
  return books;
}

const companyNow = (books: Books) => books.rig.companies.find(books.company.id);
const toolsOf = ({ db: database, rig: { companies }, decisions, log }: Books) => ({
  ...{ database, companies, decisions, log },
});
const receive = async (books: Books, bytes: Uint8Array, name = 'file.xml') =>
  receiveFile(toolsOf(books), async () => [await companyNow(books)], { who, name, bytes });
const look = async (books: Books, bytes: Uint8Array, pay = true) =>
  previewFile(
    toolsOf(books),
    { pay },
    await returnGiven(async () => [await companyNow(books)], { name: 'file.xml', bytes }, '2025-11-10'),
  );

/** One payment a month of 2,600.00, with the NI that is due of it. */
const paidIn = (month: number, paidOn: string, over: PersonInFile = {}): PersonInFile => ({
  ...{ paidOn, taxable: '2600.00', tax: '260.00', period: `<MonthNo>${month}</MonthNo>` },
  toDate: { taxable: `${month * 2600}.00`, tax: `${month * 260}.00` },
  ni: [{ earnings: '2600.00', employer: '327.45', employee: '124.16' }],
  ...over,
});
const april = (over: PersonInFile = {}) => paidIn(1, '2025-04-30', over);
const ben = { payId: 'D1', fore: 'Ben', sur: 'Birch' };

const counted = (books: Books) =>
  books.db.read(async (rows) => [await rows.countBy(PayrollFile, {}), await rows.countBy(LogEntry, {})]);

/** Debits by account, as they are in the books. */
async function inBooks(books: Books, tag: string): Promise<Record<string, string>> {
  const entries = (await books.sets()).filter((set) => set.tag === tag).flatMap((set) => set.journal_entries);
  const sums: Record<string, string> = {};
  for (const { category, debit_value } of entries) {
    const [, code = ''] = /(\d{3})(?:-\d+)?$/.exec(category) ?? [];
    sums[code] = Money.parse(sums[code] ?? '0')
      .plus(Money.parse(debit_value))
      .toString();
  }
  return sums;
}
const ofPreview = (preview: FilePreview, at = 0) =>
  Object.fromEntries((preview.runs[at]?.accounts ?? []).map(({ account, debit }) => [account, debit]));

describeOnDatabases('a preview of a file', (open) => {
  it('shows a file that was taken back as if it had never come', async () => {
    const books = await booksOfFiles(open);
    const file = fpsFile([april()]);
    const { file: kept } = await receive(books, file);
    await withdrawFile(toolsOf(books), await companyNow(books), { id: kept.id, who, reason: 'The wrong file' });
    expect(await look(books, file)).toMatchObject({ isKnown: false, runs: [{ change: 'new', would: 'post' }] });
  });

  it('shows an FPS as the sync then posts it, and keeps nothing', async () => {
    const books = await booksOfFiles(open);
    const file = fpsFile([april(), april(ben)]);
    const before = [await counted(books), await books.requests()];
    const preview = await look(books, file);
    expect([await counted(books), await books.requests()]).toEqual(before);
    expect(preview).toMatchObject({ outcome: 'preview', isKnown: false, company: 'Elm Ltd', payments: 2, months: [] });
    expect(preview.notes[0]).toContain(
      'The books have not been read yet: the sync will check that the people and accounts are there.',
    );
    const [run, ...more] = preview.runs;
    expect(more).toEqual([]);
    expect(run).toMatchObject({
      ...{ what: 'Payroll', datedOn: '2025-04-30', change: 'new', would: 'post', people: 2, holds: [] },
      totals: { gross: '5200.00', net: '4431.68', taxAuthority: '1423.22', pension: '0.00', other: '0.00' },
      paid: [
        { name: 'Ada Ash', gross: '2600.00', net: '2215.84' },
        { name: 'Ben Birch', gross: '2600.00', net: '2215.84' },
      ],
    });
    await receive(books, file);
    await books.sync();
    const tag = 'counterfoil:2026-00:2025-04-30';
    // Its books were read by now, and say that Ben is a director.
    expect(ofPreview(await look(books, file))).toEqual(await inBooks(books, tag));
    expect(await look(books, file)).toMatchObject({ isKnown: true, runs: [{ change: 'same', would: 'posted' }] });
  });

  it('says what a correction changes, and which holds another file brings or ends', async () => {
    const books = await booksOfFiles(open);
    await receive(books, fpsFile([april()]));
    await books.sync();
    const corrected = fpsFile([april({ taxable: '2700.00', toDate: { taxable: '2700.00', tax: '260.00' } })]);
    const [run] = (await look(books, corrected)).runs;
    expect(run).toMatchObject({ change: 'changed', would: 'changed', totals: { gross: '2700.00' } });

    const june = fpsFile([paidIn(3, '2025-06-30')]);
    const [early] = (await look(books, june)).runs;
    expect(early).toMatchObject({ change: 'new', would: 'held', holds: [{ code: 'year_to_date_differs' }] });
    await receive(books, june);
    const may = await look(books, fpsFile([paidIn(2, '2025-05-30')]));
    expect(may.runs.map(({ datedOn, change, holds }) => [datedOn, change, holds.length])).toEqual([
      ['2025-05-30', 'new', 0],
      ['2025-06-30', 'changed', 0],
    ]);
  });

  it('names neither people nor what few of them are paid to anyone who may not see pay', async () => {
    const books = await booksOfFiles(open);
    const file = fpsFile([april({ payId: 'E9' }), april(ben)]);
    const preview = await look(books, file, false);
    expect(preview.runs).toMatchObject([
      { people: 2, holds: [{ code: 'person_unmapped', message: 'Not matched to anyone in the books' }] },
    ]);
    for (const hidden of ['Ada', 'Ben', '2600', '2215.84', '5200'])
      expect(JSON.stringify(preview)).not.toContain(hidden);
    expect(JSON.stringify(await look(books, file))).toContain('Ada');
  });

  it('shows the months that an EPS changes, and what of it is posted', async () => {
    const books = await booksOfFiles(open, { payroll: { from: 'files', levyAccount: '405' } });
    await receive(books, fpsFile([april()]));
    await books.sync();
    await receive(books, epsFile(levy(1, 75)));
    const preview = await look(books, epsFile(levy(2, 175) + allowance('yes')));
    expect(preview.months).toEqual([
      {
        ...{ year: 2026, period: 0 },
        amounts: [{ what: 'Employment allowance, worked out', before: '0.00', after: '327.45' }],
      },
      { year: 2026, period: 1, amounts: [{ what: 'Apprenticeship levy', before: '0.00', after: '100.00' }] },
    ]);
    expect(preview.runs).toMatchObject([
      { what: 'Employment allowance', period: 0, change: 'new', would: 'post' },
      { what: 'Apprenticeship levy', period: 1, change: 'new', would: 'post' },
    ]);
    expect(preview.runs.map((_, at) => ofPreview(preview, at))).toEqual([
      { '402': '-327.45', '814': '327.45' },
      { '405': '100.00', '814': '-100.00' },
    ]);
    expect(await look(books, epsFile(unpaid('2025-11-06', '2025-12-05')))).toMatchObject({ runs: [], months: [] });
  });

  it('shows a report, and refuses what receiving refuses', async () => {
    const books = await booksOfFiles(open);
    const bytes = new TextEncoder().encode('Ref,Employee,Basic,PAYE,NI,ER NI,Net\nE1,Ada Ash,2600,260,0,327.45,2340\n');
    const given = { name: 'report.csv', bytes, paidOn: '2025-10-31' };
    const lookAt = async (over: object = {}) =>
      previewFile(toolsOf(books), { pay: true }, await reportGiven(await companyNow(books), { ...given, ...over }));
    expect((await lookAt()).runs).toMatchObject([{ datedOn: '2025-10-31', change: 'new', totals: { net: '2340.00' } }]);
    await receiveReport(toolsOf(books), await companyNow(books), { who, ...given });
    expect(await lookAt()).toMatchObject({ isKnown: true });
    const another = new TextEncoder().encode('Ref,Employee,Basic,PAYE,NI,ER NI,Net\nE1,Ada Ash,10,0,0,0,10\n');
    await expect(lookAt({ bytes: another })).rejects.toThrow('does not say whether it replaces or adds');
    await expect(look(books, fpsFile([april()]).subarray(0, 300))).rejects.toThrow('not well-formed XML');
  });
});
