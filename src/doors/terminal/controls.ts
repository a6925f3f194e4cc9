import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import { getControlAccounts } from '../../answers/control-accounts.js';
import { named } from '../../answers/named.js';
import type { Company } from '../../companies/company.js';
import { Problem } from '../../ground/problem.js';
import { needsAPerson } from '../../record/control-answer.js';
import { type CompanyJson, jsonOf, unreadJson } from '../../controls/show/json.js';
import { dayInWords, inWords } from '../../journal/nouns/dates.js';
import type { Money } from '../../journal/nouns/money.js';
import { openWords } from '../../record/control-words.js';
import type { YearSpan } from '../../controls/show/year-in-books.js';
import { byCommand, withRooms } from './boot.js';
import { json, note, progress, print, printProblem, printScreenful, table } from './output.js';
import { inPounds } from './pounds.js';
import { date, year, yearWords } from './run/run-options.js';

interface Options {
  readonly company?: string;
  readonly on?: string;
  readonly year?: number;
  readonly all?: boolean;
  readonly json?: boolean;
}

export function register(program: Command): void {
  program
    .command('controls')
    .description('what payroll owes on each liability account, what was cleared, and what is open')
    .option('--company <company>', 'its name, id or subdomain')
    .addOption(new Option('--on <date>', 'the day, such as 2026-06-26; today when it is left out').argParser(date))
    .addOption(
      new Option('--year <year>', `a year’s payslips against the year of the books: ${yearWords}`)
        .argParser(year)
        .conflicts('on'),
    )
    .option('--all', 'on a terminal more than fits it')
    .option(
      '--json',
      'answer [{"company", "state", "causes", "accounts", "readAt"}]; with --year [{"company", "year", "from", "to", "isPart", "payRuns", "agrees", "waiting", "costs", "liabilities"}]',
    )
    .addHelpText(
      'after',
      `
Reads the trial balance to the day and to each day between two payments that is over and was not read before; where
something is open, the bank. A clear company is one line; else its causes come first, each with what to do, then the
open items. Exits 3 when anything is open past its days.
With --year the trial balance of the tax year, and of the company’s own accounting year that ends in it, against the
payslips paid in them. Exits 3 when an account of payroll’s cost holds anything else.`,
    )
    .action(async ({ company, on, year: named, all, json: asJson }: Options) => {
      await withRooms(async (rooms) => {
        const { ControlAccounts } = await import('../../controls/controls.js');
        const controls = rooms.get(ControlAccounts);
        if (named !== undefined) {
          const read = (one: Company) => controls.year(one, named);
          return answer<YearRow>(await eachCompany(rooms, company, read), { all, asJson }, years);
        }
        const asked = { ...(await byCommand(rooms)), on };
        const read = async (one: Company) => {
          const { problem, answer: found, asOn } = await controls.read(one, asked);
          if (problem !== undefined) throw problem;
          const readAt = new Date();
          return found.accounts.length === 0
            ? []
            : [jsonOf({ company: one.name, companyId: one.id, asOn, readAt, ...found })];
        };
        answer<CompanyJson>(await eachCompany(rooms, company, read), { all, asJson }, balances);
      });
    });
}

interface Found<One> {
  readonly rows: readonly (One & { readonly company: string })[];
  /** Why a company could not be read, and which. */
  readonly problems: readonly (readonly [Company, Problem])[];
}

/** A company that cannot be read does not keep the others from being read. */
async function eachCompany<One extends object>(
  rooms: INestApplicationContext,
  named: string | undefined,
  read: (company: Company) => Promise<readonly One[]>,
): Promise<Found<One>> {
  const { Companies } = await import('../../companies/companies.js');
  const companies = rooms.get(Companies);
  const rows: (One & { readonly company: string })[] = [];
  const problems: [Company, Problem][] = [];
  let done = 0;
  const bar = progress('Reading');
  const life = ['working', 'paused'] as const;
  const total = named ? 1 : await companies.count(life);
  const all = named ? [await companies.find(named)] : companies.all({ life });
  for await (const company of all) {
    bar.report(done++, total, company.name);
    try {
      rows.push(...(await read(company)).map((one) => ({ company: company.name, ...one })));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems.push([company, error]);
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
  /** For a company that could not be read; left out if there is nothing to add. */
  readonly unread?: (company: Company, problem: Problem) => unknown;
  /** Where there is no row. */
  readonly none: string;
}

function answer<One>(
  { rows, problems }: Pick<Found<object>, 'problems'> & { readonly rows: readonly One[] },
  { all, asJson = false }: { readonly all?: boolean; readonly asJson?: boolean },
  shape: Shape<One>,
): void {
  const [first] = problems.map(([, problem]) => problem);
  process.exitCode = first !== undefined ? 1 : rows.some(shape.isOpen) ? 3 : 0;
  // Without a single figure the error is the answer; people have seen it already.
  if (asJson && first !== undefined && rows.length === 0) return printProblem(first, true);
  const unread = problems.flatMap(([company, problem]) => shape.unread?.(company, problem) ?? []);
  if (asJson) return json([...rows.map(shape.asJson), ...unread]);
  if (rows.length > 0) return printScreenful(shape.asText(rows), { all });
  if (first === undefined) print(shape.none);
}

const isOpen = ({ state }: CompanyJson) => state !== 'clear';

/** Open items come first: forty clear companies must not push them off the screen. */
const balances: Shape<CompanyJson> = {
  none: 'No payroll is known yet: `counterfoil sync` reads it.',
  isOpen,
  asJson: (row) => named(getControlAccounts.gives.shape.items.element, row),
  asText: (rows) => [...rows.filter(isOpen), ...rows.filter((row) => !isOpen(row))].map(companyShown).join('\n'),
  unread: ({ id, name }, problem) => named(getControlAccounts.gives.shape.items.element, unreadJson(name, id, problem)),
};

/** A clear company is one line; else its causes, each with what to do, then what is open. */
function companyShown({ company, state, causes, accounts, asOn }: CompanyJson): string {
  const open = accounts.flatMap((one) => one.open.map((part) => ({ ...part, place: accountOf(one) })));
  const day = asOn === null ? '' : ` on ${dayInWords(asOn)}`;
  if (state === 'clear') {
    const due = open.filter((part) => !needsAPerson(part)).length;
    return `${company}: clear${day}${due === 0 ? '' : `, ${due} due or named`}`;
  }
  const known = causes.flatMap(({ what, todo, accounts: on }) => [
    `  ${what}`,
    ...inColumns(on.map((one) => [one.amount ?? '', accountOf(one)])),
    `    → ${todo}`,
  ]);
  const items = open.flatMap(({ amount = '', place, item, due, state: is, hints }) => [
    ...inColumns([[amount, `${place}: ${item}, due ${dayInWords(due)}: ${openWords[is].toLowerCase()}`]]),
    ...hints.map((hint) => `      ${hint}`),
  ]);
  return [`${company}: ${state === 'open' ? 'open' : 'cannot tell'}${day}`, ...known, ...items].join('\n');
}

function inColumns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const pounds = rows.map(([amount, words]) => [amount === '' ? '' : inPounds(amount), words] as const);
  const width = Math.max(...pounds.map(([amount]) => amount.length), 10);
  return pounds.map(([amount, words]) => `    ${amount.padStart(width)}  ${words}`);
}

const accountOf = ({ account, name }: { readonly account: string; readonly name: string }) =>
  `${account} ${name}`.trim();

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

function partsOf(parts: readonly { readonly what: string; readonly amount: Money }[]): readonly string[] {
  return inColumns(parts.map(({ what, amount }) => [amount.toString(), what]));
}
