import { join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Company } from '../../companies/company.js';
import type { MonthFileFormat } from '../../evidence/month-files.js';
import { byCommand, withRooms } from '../boot.js';
import { json, note, progress, say } from '../output.js';
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
    .option('--out <path>', 'the file to write; with --all the folder')
    .addOption(monthOption())
    .option('--all', 'every company that has payroll in that month')
    .option('--json', 'answer [{"company", "file", "bytes"}]')
    .action(async (address: string[], options: Options) => {
      const [named, month] = addressIn(address, options);
      await withRooms(async (rooms) => {
        const written =
          named === undefined ? await writeAll(rooms, month, options) : [await writeOne(rooms, named, month, options)];
        if (options.json) return json(written);
        for (const { file } of written) say(file);
      });
    });
}

function addressIn(address: readonly string[], options: Options): [company: string | undefined, month: Month] {
  const [named, inYear, inPeriod] = options.all ? [undefined, ...address] : address;
  const chosen = chosenPeriod(inPeriod === undefined ? undefined : period(inPeriod), options);
  const count = options.all ? 2 : 3;
  if (inYear === undefined || chosen === undefined || address.length > count)
    throw new InvalidArgumentError(
      options.all ? 'With --all: YEAR and PERIOD.' : 'COMPANY, YEAR and PERIOD are expected.',
    );
  return [named, { year: year(inYear), period: chosen }];
}

async function writeOne(rooms: Rooms, named: string, month: Month, { format, out }: Options): Promise<Written> {
  const { Companies } = await import('../../companies/companies.js');
  const { monthFileNamed } = await import('../../evidence/month-files.js');
  const company = await rooms.get(Companies).find(named);
  return write(rooms, company, { month, format, file: out ?? monthFileNamed(company, month, format) });
}

/** One after another: thousands of companies take no more memory than one. */
async function writeAll(rooms: Rooms, month: Month, { format, out = '.' }: Options): Promise<Written[]> {
  const { mkdir } = await import('node:fs/promises');
  const { Companies } = await import('../../companies/companies.js');
  const { monthFileNamed } = await import('../../evidence/month-files.js');
  const { Problem } = await import('../../ground/problem.js');
  await mkdir(out, { recursive: true });
  const written: Written[] = [];
  const taken = new Set<string>();
  const bar = progress('Month files');
  let done = 0;
  for await (const company of rooms.get(Companies).all()) {
    const name = monthFileNamed(company, month, format);
    // Two names may come to one name of a file.
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
  const { MonthFiles } = await import('../../evidence/month-files.js');
  const { actor, trigger } = byCommand();
  // Who reads the database itself may see all there is in it.
  const bytes = await rooms.get(MonthFiles).make(company, month, { pay: true, actor, trigger }, format);
  await writeBeside(file, bytes);
  return { company: company.name, file, bytes: bytes.length };
}
