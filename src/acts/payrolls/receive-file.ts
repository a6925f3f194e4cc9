import type { Company } from '../../companies/company.js';
import { today } from '../../ground/clock.js';
import { oneLine } from '../../ground/printable.js';
import { type Problem, problem } from '../../ground/problem.js';
import { comesAsFiles } from '../../journal/policy/moves.js';
import { taxYearInWords } from '../../journal/nouns/dates.js';
import type { Scheme } from '../../payrolls/files/hmrc-return.js';
import { refused } from '../../payrolls/files/or-refuse.js';
import { readFile } from '../../payrolls/files/reader.js';
import { keptOn } from '../../payrolls/files/returned.js';
import type { Who } from '../act.js';
import type { CompanyTools } from '../act-tools.js';
import { type FileRead, type Kept, keepFile } from './keep-file.js';

/** A file, as it is called where it comes from. */
export interface FileGiven {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The tax month, 1 to 12, of an EPS that names none. */
  readonly month?: number | undefined;
}

export interface Received extends Kept {
  readonly company: Company;
}

export const nameLengthMax = 200;

/** What doors take at most: the reader takes no more. */
export { fileBytesMax } from '../../payrolls/files/xml.js';

/** The companies that may have a PAYE reference, of those that the person who brings files may act on. */
export type Clients = (payeReference: string) => Promise<readonly Company[]>;

export const clientsOf =
  ({ companies }: Pick<CompanyTools, 'companies'>, who: Who): Clients =>
  async (payeReference) => {
    const found: Company[] = [];
    for await (const company of companies.all({ payeReference }))
      if (who.companies?.includes(company.id) ?? true) found.push(company);
    return found;
  };

/** Takes in one file that HMRC gets. One that is not understood to its end leaves nothing. */
export async function receiveFile(
  tools: Pick<CompanyTools, 'database' | 'log'>,
  clients: Clients,
  { who, ...given }: FileGiven & { readonly who: Who },
): Promise<Received> {
  const read = await returnGiven(clients, given, today(tools.database.clock));
  return { company: read.company, ...(await keepFile(tools, who, read)) };
}

/** Its PAYE reference says whose it is, so it cannot end up in another client's books. */
export async function returnGiven(clients: Clients, { name, bytes, month }: FileGiven, on: string): Promise<FileRead> {
  const file = oneLine(name).slice(0, nameLengthMax);
  const read = await readFile('return', { bytes }).catch((error: unknown) => refused(file, error));
  const { is: kind, year, scheme } = read;
  const taken = kind === 'eps' ? keptOn(read.taken, { year, day: on, month }) : read.taken;
  if (taken === undefined) throw withoutMonth(file, year);
  const company = await clientOf(file, scheme, clients);
  const answer = kind === 'fps' ? `FPS, ${taken.length} payments` : 'EPS';
  return { company, kind, year, name: file, bytes, taken, answer };
}

/** A reference is entered once, as a setting; a file of another scheme is never taken into the wrong books. */
async function clientOf(file: string, { officeNo, payeRef, aoRef }: Scheme, clients: Clients): Promise<Company> {
  const reference = `${officeNo}/${payeRef}`.toUpperCase();
  const found = (await clients(reference)).filter(
    ({ policy }) => policy.controls.payeReference?.toUpperCase() === reference,
  );
  const [company, another] = found;
  if (company === undefined) throw unknownReference(file, reference);
  if (another !== undefined)
    throw problem('file-refused', {
      detail: `${file} is of the PAYE reference ${reference}, which ${company.name} and ${another.name} both have. Nothing was taken from it.`,
      todo: 'Correct the PAYE reference of one of them in its settings.',
    });
  const office = company.policy.controls.accountsOffice;
  if (office !== null && office.toUpperCase() !== aoRef.toUpperCase())
    throw problem('file-refused', {
      detail: `${file} is of ${reference}, ${company.name}’s, but of another Accounts Office reference than its settings have. Nothing was taken from it.`,
      todo: 'Correct the Accounts Office reference in the client’s settings, or give the right file.',
    });
  if (comesAsFiles(company.policy)) return company;
  throw problem('file-refused', {
    detail: `${file} is ${company.name}’s, whose payroll comes from the accounting service: taking both would post its pay twice. Nothing was taken from it.`,
    todo: `If its payroll is run elsewhere, say so in its settings. At the terminal: \`counterfoil policy "${company.name}" --set payroll.from=files\`.`,
  });
}

const withoutMonth = (file: string, year: number): Problem =>
  problem('file-refused', {
    detail: `${file}: it does not name the tax month of what it recovers (TaxMonth), and today is not in ${taxYearInWords(year)} or the two weeks after it, so the month cannot be told. Nothing was taken from it.`,
    todo: 'Give it once more, with the tax month up to which its amounts run: 12 if they are the whole year’s. At the terminal: `--month 12`.',
  });

function unknownReference(file: string, reference: string): Problem {
  return problem('file-refused', {
    detail: `${file} is of the PAYE reference ${reference}, which no client here has. Nothing was taken from it.`,
    todo: `Enter it once, in the settings of its client. At the terminal: \`counterfoil policy COMPANY --set controls.payeReference=${reference}\`.`,
  });
}
