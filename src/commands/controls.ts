import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import type { Company } from '../companies/company.js';
import { Problem } from '../ground/problem.js';
import type { Control } from '../journal/controls/company-controls.js';
import { type Because, isClear } from '../journal/controls/control.js';
import { dayInWords, inWords } from '../journal/dates.js';
import { controlWords } from '../views/controls/control-words.js';
import type { YearSpan } from '../views/controls/year-in-books.js';
import { byCommand, withRooms } from './boot.js';
import { json, note, progress, print, printProblem, table } from './output.js';
import { date, year, yearWords } from './run/run-options.js';

interface Options {
  readonly company?: string;
  readonly on?: string;
  readonly year?: number;
  readonly json?: boolean;
}

export function register(program: Command): void {
  program
    .command('controls')
    .description('what each payroll liability account holds, owes, and why')
    .option('--company <company>', 'its name, id or subdomain')
    .addOption(new Option('--on <date>', 'the day, such as 2026-06-26; today when it is left out').argParser(date))
    .addOption(
      new Option('--year <year>', `a year’s payslips against the year of the books: ${yearWords}`)
        .argParser(year)
        .conflicts('on'),
    )
    .option(
      '--json',
      'answer [{"company", "account", "user", "balance", "charged", "owed", "difference", "state", "because"}]; with --year [{"company", "year", "from", "to", "isPart", "payRuns", "agrees", "waiting", "costs", "liabilities"}]',
    )
    .addHelpText(
      'after',
      `
Reads the trial balance, and the bank where something is open. Exits 3 when a balance needs a person.
With --year the trial balance of the tax year, and of the company’s own accounting year that ends in it, against the
payslips paid in them. Exits 3 when an account of payroll’s cost holds anything else.`,
    )
    .action(async ({ company, on, year: named, json: asJson }: Options) => {
      await withRooms(async (rooms) => {
        const { ControlAccounts } = await import('../runner/controls/control-accounts.js');
        const controls = rooms.get(ControlAccounts);
        if (named !== undefined) {
          const read = (one: Company) => controls.year(one, named);
          return answer<YearRow>(await eachCompany(rooms, company, read), asJson, years);
        }
        const asked = { ...(await byCommand(rooms)), on };
        const read = async (one: Company) => {
          const { problem, controls: rows } = await controls.read(one, asked);
          if (problem !== undefined) throw problem;
          return rows;
        };
        answer<Row>(await eachCompany(rooms, company, read), asJson, balances);
      });
    });
}

interface Found<One> {
  readonly rows: readonly (One & { readonly company: string })[];
  /** Why a company could not be read. */
  readonly problems: readonly Problem[];
}

/** A company that cannot be read does not keep the others from being read. */
async function eachCompany<One extends object>(
  rooms: INestApplicationContext,
  named: string | undefined,
  read: (company: Company) => Promise<readonly One[]>,
): Promise<Found<One>> {
  const { Companies } = await import('../companies/companies.js');
  const companies = rooms.get(Companies);
  const rows: (One & { readonly company: string })[] = [];
  const problems: Problem[] = [];
  let done = 0;
  const bar = progress('Reading');
  const all = named ? [await companies.find(named)] : companies.all({ life: ['working', 'paused'] });
  for await (const company of all) {
    bar.report(done, ++done, company.name);
    try {
      rows.push(...(await read(company)).map((one) => ({ company: company.name, ...one })));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems.push(error);
      note(`${company.name}: ${error.title}\n  ${error.detail}\n${error.todo}`);
    }
  }
  bar.end();
  return { rows, problems };
}

interface Shape<One> {
  readonly isOpen: (row: One) => boolean;
  readonly asJson: (row: One) => unknown;
  readonly asText: (rows: readonly One[]) => string;
  /** Where there is no row. */
  readonly none: string;
}

function answer<One>(
  { rows, problems }: { readonly rows: readonly One[]; readonly problems: readonly Problem[] },
  asJson: boolean | undefined,
  shape: Shape<One>,
): void {
  const [first] = problems;
  process.exitCode = first !== undefined ? 1 : rows.some(shape.isOpen) ? 3 : 0;
  // Without a single figure the error is the answer; for people it was shown already.
  if (asJson && first !== undefined && rows.length === 0) return printProblem(first, true);
  if (asJson) return json(rows.map(shape.asJson));
  if (rows.length > 0) return print(shape.asText(rows));
  if (first === undefined) print(shape.none);
}

type Row = Control & { readonly company: string };

const balances: Shape<Row> = {
  none: 'No payroll is known yet: `counterfoil sync` reads it.',
  isOpen: ({ verdict }) => !isClear(verdict),
  asJson: ({ company, account, user, name, balance, verdict }) => ({
    ...{ company, account, ...(user !== undefined && { user, name }), balance },
    ...verdict,
  }),
  asText: (rows) => {
    const all = table(rows, [
      { heading: 'Company', value: (row) => row.company },
      { heading: 'Account', value: accountOf },
      { heading: 'Balance', value: (row) => row.balance.inPounds(), right: true },
      { heading: 'Owed', value: (row) => row.verdict.owed.inPounds(), right: true },
      { heading: 'Difference', value: (row) => row.verdict.difference.inPounds(), right: true },
      { heading: 'State', value: (row) => controlWords[row.verdict.state] },
    ]);
    return [all, ...rows.filter(({ verdict }) => verdict.because.length > 0).map(controlShown)].join('\n\n');
  },
};

/** A balance and the parts of its difference, one line each; if several explanations fit, all of them. */
function controlShown({ verdict, ...row }: Row): string {
  const { state, because, alternatives = [because] } = verdict;
  const ways = alternatives.map((parts, index) => {
    const lines = partsOf(parts);
    return alternatives.length === 1 ? lines : [index === 0 ? '  either' : '  or', ...lines];
  });
  return [`${row.company}, ${accountOf(row)}: ${controlWords[state]}`, ...ways.flat()].join('\n');
}

const accountOf = ({ account, name }: Pick<Row, 'account' | 'name'>) => `${account} ${name}`.trim();

type YearRow = YearSpan & { readonly company: string };

const years: Shape<YearRow> = {
  none: 'No payroll of that tax year is known, or the books begin after it.',
  isOpen: ({ agrees }) => !agrees,
  asJson: ({ kind, ...row }) => ({ ...row, year: kind }),
  asText: (rows) => rows.map(yearShown).join('\n\n'),
};

function yearShown({ company, kind, from, to, payRuns, agrees, waiting, costs, liabilities }: YearRow): string {
  const name = kind === 'tax_year' ? 'tax year' : 'accounting year';
  const words = agrees ? 'payslips and books agree' : 'payslips and books do not agree';
  const runs = payRuns === 1 ? '1 pay run' : `${payRuns} pay runs`;
  const rows = [...costs, ...liabilities];
  const accounts = table(rows, [
    { heading: 'Account', value: accountOf },
    { heading: 'Payslips', value: (row) => row.payslips.inPounds(), right: true },
    { heading: 'Books', value: (row) => row.books.inPounds(), right: true },
    { heading: 'Difference', value: (row) => row.difference.inPounds(), right: true },
  ]);
  const because = rows.flatMap((row) => (row.because.length === 0 ? [] : [accountOf(row), ...partsOf(row.because)]));
  const title = `${company}, ${name} ${inWords(from)} to ${inWords(to)}, ${runs}: ${words}`;
  return [title, ...waiting, accounts, ...because].join('\n');
}

function partsOf(parts: readonly Because[]): readonly string[] {
  const width = Math.max(...parts.map(({ amount }) => amount.inPounds().length));
  return parts.map(({ what, amount, due, seen }) => {
    const days = [due && `due ${dayInWords(due)}`, seen && `in the bank on ${dayInWords(seen)}`].filter(Boolean);
    return `  ${amount.inPounds().padStart(width)}  ${[what, ...days].join(', ')}`;
  });
}
