import { join } from 'node:path';
import { type Command, Option } from 'commander';
import type { Company } from '../../../companies/company.js';
import { monthInWords } from '../../../journal/nouns/dates.js';
import type { MonthFileFormat } from '../../../evidence/month-files.js';
import { byCommand, withRooms } from '../boot.js';
import { json, note, progress, print } from '../output.js';
import {
  companyAndMonth,
  type Month,
  monthArgument,
  type MonthOptions,
  monthOption,
  wrongUsage,
} from '../run/run-options.js';
import { writeWhole } from './write-whole.js';

type Rooms = Parameters<Parameters<typeof withRooms>[0]>[0];

interface Options extends MonthOptions {
  readonly format: MonthFileFormat;
  readonly out?: string;
  readonly all?: boolean;
  readonly json?: boolean;
}

interface Written {
  readonly company: string;
  readonly file: string;
  readonly bytes: number;
}

export function register(program: Command): void {
  program
    .command('month-file')
    .description('a tax month of a company as a file for the client’s file, which proves itself years later')
    .argument('[company]', 'its name, id or subdomain; with --all only the month, or only the company')
    .addArgument(monthArgument())
    .addOption(monthOption())
    .addOption(
      new Option('--format <format>', 'zip holds both others and evidence.json')
        .choices(['pdf', 'xlsx', 'zip'])
        .default('pdf'),
    )
    .option('--out <path>', 'the file to write, or its folder; with --all the folder')
    .option('--all', 'every company of that month; or every month of that company, as for a client who leaves')
    .option('--json', 'answer {"items": [{"company", "file", "bytes"}]}')
    .addHelpText(
      'after',
      `
Examples:
  counterfoil month-file "Ash Ltd" oct-2025 --format zip
  counterfoil month-file --all oct-2025 --out october     every company
  counterfoil month-file --all "Ash Ltd" --out ash        every month`,
    )
    .action(async (company: string | undefined, month: string[], options: Options) => {
      const writeAsked = writing(companyAndMonth(company === undefined ? [] : [company, ...month], options), options);
      await withRooms(async (rooms) => {
        const written = await writeAsked(rooms);
        if (options.json) return json({ items: written });
        for (const { file } of written) print(file);
      });
    });
}

/** What is to be written, known before anything is opened. */
function writing(
  { company, year, period }: ReturnType<typeof companyAndMonth>,
  options: Options,
): (rooms: Rooms) => Promise<readonly Written[]> {
  const { all = false } = options;
  if (all && company !== undefined && year === undefined && period === undefined)
    return (rooms) => writeEveryMonth(rooms, company, options);
  if (year === undefined || period === undefined || (company === undefined) !== all)
    throw wrongUsage('A company and a month are expected; with --all one of them.', 'Write "Ash Ltd" oct-2025.');
  const month = { year, period };
  if (company === undefined) return (rooms) => writeAll(rooms, month, options);
  return async (rooms) => [await writeOne(rooms, company, month, options)];
}

async function writeEveryMonth(rooms: Rooms, named: string, { format, out = '.' }: Options): Promise<Written[]> {
  const { mkdir } = await import('node:fs/promises');
  const { Companies } = await import('../../../companies/companies.js');
  const { monthFileNamed, MonthFiles } = await import('../../../evidence/month-files.js');
  const company = await rooms.get(Companies).find(named);
  await mkdir(out, { recursive: true });
  const written: Written[] = [];
  const months = await rooms.get(MonthFiles).months(company);
  const bar = progress('Month files');
  for (const month of months) {
    bar.report(written.length, months.length, `${monthInWords(month.year, month.period)}`);
    written.push(
      await write(rooms, company, { month, format, file: join(out, monthFileNamed(company, month, format)) }),
    );
  }
  bar.end();
  return written;
}

async function writeOne(rooms: Rooms, named: string, month: Month, { format, out }: Options): Promise<Written> {
  const { Companies } = await import('../../../companies/companies.js');
  const { monthFileNamed } = await import('../../../evidence/month-files.js');
  const company = await rooms.get(Companies).find(named);
  const name = monthFileNamed(company, month, format);
  const file = out !== undefined && (await isFolder(out)) ? join(out, name) : (out ?? name);
  return write(rooms, company, { month, format, file });
}

async function isFolder(path: string): Promise<boolean> {
  const { stat } = await import('node:fs/promises');
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** One after the other, so that thousands of companies take no more memory than one. */
async function writeAll(rooms: Rooms, month: Month, { format, out = '.' }: Options): Promise<Written[]> {
  const { mkdir } = await import('node:fs/promises');
  const { Companies } = await import('../../../companies/companies.js');
  const { monthFileNamed } = await import('../../../evidence/month-files.js');
  const { Problem } = await import('../../../ground/problem.js');
  await mkdir(out, { recursive: true });
  const written: Written[] = [];
  const taken = new Set<string>();
  const bar = progress('Month files');
  let done = 0;
  const companies = rooms.get(Companies);
  const total = await companies.count();
  for await (const company of companies.all()) {
    const name = monthFileNamed(company, month, format);
    // Two companies' names may give the same file name.
    const file = join(out, taken.has(name) ? `${company.id}-${name}` : name);
    taken.add(name);
    try {
      written.push(await write(rooms, company, { month, format, file }));
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 404) throw error;
      note(`${company.name}: ${error.title.toLowerCase()}, so no file.`);
    }
    bar.report(++done, total, company.name);
  }
  bar.end();
  return written;
}

interface Wanted {
  readonly month: Month;
  readonly format: MonthFileFormat;
  readonly file: string;
}

async function write(rooms: Rooms, company: Company, { month, format, file }: Wanted): Promise<Written> {
  const { MonthFiles } = await import('../../../evidence/month-files.js');
  const { actor, trigger } = await byCommand(rooms);
  // Anyone who can run a command can read the database, so nothing is hidden.
  const bytes = await rooms.get(MonthFiles).make(company, month, { pay: true, actor, trigger }, format);
  await writeWhole(file, bytes);
  return { company: company.name, file, bytes: bytes.length };
}
