import { join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Company } from '../../../companies/company.js';
import type { MonthFileFormat } from '../../../evidence/month-files.js';
import { byCommand, withRooms } from '../boot.js';
import { json, note, progress, print } from '../output.js';
import { chosenPeriod, type MonthOptions, monthOption, period, year } from '../run/run-options.js';
import { writeBeside } from './write-beside.js';

type Rooms = Parameters<Parameters<typeof withRooms>[0]>[0];

interface Options extends MonthOptions {
  readonly format: MonthFileFormat;
  readonly out?: string;
  readonly all?: boolean;
  readonly json?: boolean;
}

interface Month {
  readonly year: number;
  readonly period: number;
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
    .argument('<address...>', 'COMPANY YEAR PERIOD, such as Ash 2026/27 6; with --all only YEAR PERIOD')
    .addOption(monthOption())
    .addOption(
      new Option('--format <format>', 'zip holds both others and evidence.json')
        .choices(['pdf', 'xlsx', 'zip'])
        .default('pdf'),
    )
    .option('--out <path>', 'the file to write, or its folder; with --all the folder')
    .option('--all', 'every company of that month; or every month of that company, as for a client who leaves')
    .option('--json', 'answer [{"company", "file", "bytes"}]')
    .action(async (address: string[], options: Options) => {
      await withRooms(async (rooms) => {
        const written = await writeAsked(rooms, address, options);
        if (options.json) return json(written);
        for (const { file } of written) print(file);
      });
    });
}

async function writeAsked(rooms: Rooms, address: readonly string[], options: Options): Promise<readonly Written[]> {
  const [first = ''] = address;
  if (!options.all) return [await writeOne(rooms, first, monthIn(address.slice(1), options), options)];
  if (address.length === 1 && options.month === undefined) return writeEveryMonth(rooms, first, options);
  return writeAll(rooms, monthIn(address, options), options);
}

function monthIn([inYear, inPeriod, ...more]: readonly string[], options: Options): Month {
  const chosen = chosenPeriod(inPeriod === undefined ? undefined : period(inPeriod), options);
  if (inYear !== undefined && chosen !== undefined && more.length === 0) return { year: year(inYear), period: chosen };
  throw new InvalidArgumentError('COMPANY, YEAR and PERIOD are expected; with --all YEAR and PERIOD, or COMPANY.');
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
    bar.report(written.length, months.length, `${month.year}, month ${month.period + 1}`);
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
  for await (const company of rooms.get(Companies).all()) {
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
    bar.report(++done, done, company.name);
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
  // Whoever can run a command can read the database, so nothing is hidden.
  const bytes = await rooms.get(MonthFiles).make(company, month, { pay: true, actor, trigger }, format);
  await writeBeside(file, bytes);
  return { company: company.name, file, bytes: bytes.length };
}
