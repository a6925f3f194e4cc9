import { IsNull } from 'typeorm';
import type { Company } from '../../companies/company.js';
import { oneLine } from '../../ground/printable.js';
import { type Problem, problem } from '../../ground/problem.js';
import type { ReadRows } from '../../ground/rows.js';
import { dayInWords, isDate, taxYearOf } from '../../journal/nouns/dates.js';
import { comesAsFiles } from '../../journal/policy/moves.js';
import type { ColumnMap } from '../../journal/policy/column-map.js';
import { type Guess, leftOpen } from '../../payrolls/files/guess-columns.js';
import { paidKept } from '../../payrolls/files/kept-file.js';
import { refused } from '../../payrolls/files/or-refuse.js';
import { readFile } from '../../payrolls/files/reader.js';
import type { GivenFor, ReadOf } from '../../payrolls/files/reading.js';
import { keyOf } from '../../payrolls/files/year-to-date.js';
import { PayrollFile } from '../../record/runs/payroll-file.entity.js';
import type { Who } from '../act.js';
import type { CompanyTools } from '../act-tools.js';
import { type FileRead, keepFile } from './keep-file.js';
import { type FileGiven, nameLengthMax, type Received } from './receive-file.js';

/** What doors show of a report whose columns are not known. */
export type { Guess } from '../../payrolls/files/guess-columns.js';

interface ReportGiven extends FileGiven {
  readonly paidOn: string;
  /** What its columns are, if not what the company's policy says. */
  readonly columns?: ColumnMap;
}

/** Takes in one payslip report of a company, for one pay date. */
export async function receiveReport(
  tools: Pick<CompanyTools, 'database' | 'log'>,
  company: Company,
  { who, ...given }: ReportGiven & { readonly who: Who },
): Promise<Received> {
  return { company, ...(await keepFile(tools, who, await reportGiven(company, given))) };
}

/**
 * Nothing in a report says which client it belongs to, so the person who brings it does. It has no year to date either, so what was received
 * for a person and pay date is never received again.
 */
export async function reportGiven(company: Company, { name, bytes, paidOn, columns }: ReportGiven): Promise<FileRead> {
  const file = oneLine(name).slice(0, nameLengthMax);
  mustComeAsFiles(file, company);
  if (!isDate(paidOn))
    throw problem('file-refused', { detail: `${file}: its pay date is not a date.`, todo: 'Give it as 2025-10-31.' });
  const map = columns ?? company.policy.payrollColumns ?? (await notYetKnown(file, company, bytes));
  const { taken, payIds } = await takenOf(file, { bytes, map, paidOn });
  return {
    company,
    kind: 'report',
    year: taxYearOf(paidOn),
    name: file,
    bytes,
    paidOn,
    taken,
    answer: `Report, ${taken.length} payments`,
    mustFit: (stored, id) => mustBeNew(stored, company, { file, payIds, paidOn, id }),
  };
}

/** What the columns of a report seem to be; nothing is kept. */
export function guessReport(name: string, bytes: Uint8Array): Promise<Guess> {
  return readFile('guess', { bytes }).catch((error: unknown) => refused(name, error));
}

function mustComeAsFiles(file: string, { name, policy }: Company): void {
  if (comesAsFiles(policy)) return;
  throw problem('file-refused', {
    detail: `${file}: ${name}’s payroll comes from the accounting service, and taking both would post its pay twice. Nothing was taken from it.`,
    todo: `If its payroll is run elsewhere, say so in its settings. At the terminal: \`counterfoil policy "${name}" --set payroll.from=files\`.`,
  });
}

async function notYetKnown(file: string, { name }: Company, bytes: Uint8Array): Promise<never> {
  const guess = await guessReport(file, bytes);
  const open = leftOpen(guess);
  const found = guess.columns.filter(({ as }) => as !== undefined).length;
  const words = open.length === 0 ? 'all that hold amounts among them' : `not ${open.map(quoted).join(', ')}`;
  throw problem('columns-unknown', {
    detail: `${file}: what the columns of ${name}’s reports are has not been set yet. ${found} of ${guess.columns.length} can be guessed, ${words}. Nothing was taken from it.`,
    todo: `Look at the guess and save it, on the client’s page “Payroll in”. At the terminal: \`counterfoil payroll columns "${name}" ${file}\`, then again with --save.`,
  });
}

const quoted = (heading: string) => `“${heading}”`;

/** A column that no one named, or a total that differs, cannot be answered later: the file is not kept. */
async function takenOf(file: string, given: GivenFor<'report'>): Promise<ReadOf<'report'>> {
  const read = await readFile('report', given).catch((error: unknown) => refused(file, error));
  if (read.asked.length === 0) return read;
  throw problem('file-refused', {
    detail: `${file}: ${read.asked.join(' ')} Nothing was taken from it.`,
    todo: 'Correct the columns in the client’s settings, or have payroll make the report again.',
  });
}

interface ToTake {
  readonly file: string;
  readonly payIds: readonly string[];
  readonly paidOn: string;
  /** The file that it is in the place of. */
  readonly id?: string;
}

async function mustBeNew(stored: ReadRows, { id: companyId }: Company, { file, payIds, paidOn, id }: ToTake) {
  const people = new Set(payIds);
  const year = taxYearOf(paidOn);
  for (const one of await stored.findBy(PayrollFile, { companyId, kind: 'report', year, withdrawnAt: IsNull() })) {
    if (one.id === id) continue;
    const again = paidKept(one).filter((row) => row.paidOn === paidOn && people.has(keyOf(row)));
    if (again.length > 0) throw paidAlready(file, one.name, { again: again.length, of: people.size, paidOn });
  }
}

interface Again {
  readonly again: number;
  readonly of: number;
  readonly paidOn: string;
}

const paidAlready = (file: string, before: string, { again, of, paidOn }: Again): Problem =>
  problem('file-refused', {
    detail: `${file}: ${again} of ${of} people are paid on ${dayInWords(paidOn)} by ${before} already. A report does not say whether it replaces or adds to it, so nothing of it was taken.`,
    todo: 'If it replaces what came before, take that file back first, and reverse its pay run before if it was posted. If it is a supplementary run, give a report of only what is new, with its own pay date.',
  });
