import { receiveFile } from '../../../src/acts/payrolls/receive-file.js';
import { withdrawFile } from '../../../src/acts/payrolls/withdraw-file.js';
import { type PersonInFile } from '../../payrolls/files/fps-files.js';
import { type Books, booksOn, elm } from '../../sync/rig.js';

/** A company whose payroll comes as files, and Ada, who is paid in them. */

export const who = { actor: 'Ruth', trigger: 'command' as const, companies: null };
export const people = (books: Books) => ({
  payrollPeople: { E1: `${books.rig.baseUrl}/v2/users/2`, D1: `${books.rig.baseUrl}/v2/users/1` },
});
/** No one has a pension. */
export const ofFiles = { payroll: { from: 'files' as const }, employerPensions: { '*': '0.00' } };
export const reference = { controls: { payeReference: '123/AB456' } };

/** A company whose payroll is run elsewhere, with everybody in it matched. */
export async function booksOfFiles(
  open: Parameters<typeof booksOn>[0],
  over: object = {},
  options: Pick<NonNullable<Parameters<typeof booksOn>[1]>, 'around'> = {},
): Promise<Books> {
  const books = await booksOn(open, { scenario: elm({ payroll: {} }), ...options });
  await books.policy({ ...ofFiles, ...reference, ...people(books), ...over });
  return books;
}

export async function companyNow(books: Books) {
  return books.rig.companies.find(books.company.id);
}

export async function receive(books: Books, bytes: Uint8Array, name = 'october.xml') {
  const tools = { database: books.db, log: books.log };
  return receiveFile(tools, async () => [await companyNow(books)], { who, name, bytes });
}

/** Ada's payment, with the NI that is due of it and the year to date after it. */
export function ada(paidOn: string, taxable: number, toDate: number, rest: PersonInFile = {}): PersonInFile {
  const money = (amount: number) => amount.toFixed(2);
  const [tax, taxToDate] = [taxable / 10, toDate / 10].map(money);
  return {
    ...{ paidOn, taxable: money(taxable), tax, toDate: { taxable: money(toDate), tax: taxToDate } },
    period: `<MonthNo>${((Number(paidOn.slice(5, 7)) + 8) % 12) + 1}</MonthNo>`,
    ni: [{ earnings: money(taxable), employer: money(Math.max(0, taxable - 417) * 0.15) }],
    ...rest,
  };
}

export const niOf = (earnings: number, earningsToDate: number, employer: number, employerToDate: number) => ({
  ...{ earnings: earnings.toFixed(2), earningsToDate: earningsToDate.toFixed(2) },
  ...{ employer: employer.toFixed(2), employerToDate: employerToDate.toFixed(2) },
});

/** Ada's payment in a file whose NI to date goes on, as that of real programs does. */
export const running = (paidOn: string, taxable: number, toDate: number, employerToDate: number): PersonInFile =>
  ada(paidOn, taxable, toDate, { ni: [niOf(taxable, toDate, 327.45, employerToDate)] });

export const actTools = (books: Books) => ({
  ...{ database: books.db, companies: books.rig.companies, log: books.log, decisions: books.decisions },
  ...{ syncs: books.syncs, reruns: new Map() },
});

export const states = async (books: Books) =>
  (await books.runs()).map((run) => `${run.datedOn} ${run.state} ${run.gross.toString()}`);
export const paid = async (books: Books) =>
  (await books.sets()).map(
    (set) => `${set.dated_on} ${set.journal_entries.find(({ category }) => category.endsWith('401'))?.debit_value}`,
  );

export const withdraw = async (books: Books, id: string) =>
  withdrawFile({ database: books.db, log: books.log }, await companyNow(books), { id, who, reason: 'The wrong file' });
