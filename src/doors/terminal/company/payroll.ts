import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Command } from 'commander';
import { asProblem, problem, problemWords } from '../../../ground/problem.js';
import type { FilePreview } from '../../../views/company/file-preview.js';
import type { FileAnswer } from '../../../views/company/received-files.js';
import type { ActTools } from '../../../acts/act-tools.js';
import type { FileGiven } from '../../../acts/payrolls/receive-file.js';
import type { reportGiven } from '../../../acts/payrolls/receive-report.js';
import {
  listPayrollFiles,
  listPayrollPeople,
  listPayrollSources,
  movePayroll,
  withdrawPayrollFile,
} from '../../../answers/payroll-files.js';
import { dayInWords } from '../../../journal/nouns/dates.js';
import { fileInWords } from '../../../views/words/file-in-words.js';
import { payrollInWords } from '../../../views/words/policy-in-words.js';
import { withSending } from '../../../views/words/sending-in-words.js';
import { byCommand, withRooms } from '../boot.js';
import { declared, listed } from '../declared-command.js';
import { howPeopleAreConfirmed, peopleInWords } from './payroll-people.js';
import { columnMapIn, isReport } from '../journal/journal-inputs.js';
import { json, print, printProblem, progress } from '../output.js';
import { wrongUsage } from '../run/run-options.js';
import { registerColumns } from './payroll-columns.js';
import { registerPensions } from './payroll-pensions.js';

/** What happened to one file. */
type Outcome = FileAnswer | FilePreview | Refused;

interface Refused {
  readonly file: string;
  readonly outcome: 'refused';
  readonly error: ReturnType<typeof problemWords>;
}

export function register(program: Command): void {
  const payroll = program
    .command('payroll')
    .description('payroll that is run elsewhere, and comes as HMRC’s files or as reports');
  payroll
    .command('receive')
    .description('take in what is sent to HMRC (FPS, EPS), which names its client; or a payslip report of --company')
    .argument('<files...>', 'files, or folders of FPS and EPS files')
    .option('--company <name>', 'of a report (CSV, XLSX): its company; name, id or subdomain')
    .option('--paid <date>', 'of a report: the pay date')
    .option('--columns <file>', 'of a report: its columns, if they differ from the company’s setting')
    .option('--month <number>', 'of an EPS that names no tax month, once its year is over: 1 to 12', taxMonth)
    .option('--dry-run', 'show people, totals, checks and the journal; nothing is kept')
    .option(
      '--json',
      'answer {"items": [{"file", "outcome", "company", "id", "kind", "payments", "paidOn", "returned"?}]}; of a dry run {…, "runs", "months", "notes"}',
    )
    .addHelpText(
      'after',
      `
A client has its PAYE reference and says where its payroll comes from, once:
  counterfoil policy "Ash Ltd" --set controls.payeReference=123/AB456 --set payroll.from=files
and who each payroll id is in its books, which payroll people "Ash Ltd" proposes by name:
  counterfoil policy "Ash Ltd" --set payrollPeople.E1=https://…/v2/users/1
and what the employer pays into pensions, which no FPS has: of a payroll id, and (*) of all others who pay nothing in:
  counterfoil payroll pensions "Ash Ltd" --say 'E1=3% of qualifying earnings' --say '*=0.00'
Then, for each file that payroll sends to HMRC:
  counterfoil payroll receive october-fps.xml --dry-run
  counterfoil payroll receive october-fps.xml
  counterfoil sync --company "Ash Ltd"

A payslip report says neither whose it is nor when it is paid. What its columns are is said once:
  counterfoil payroll columns "Ash Ltd" october.xlsx --save
  counterfoil payroll receive october.xlsx --company "Ash Ltd" --paid 2025-10-31

Exit codes: 0 all are taken in or were here, 1 one is refused; nothing is taken of that one.`,
    )
    .action(receive);
  declared(payroll.command('files'), listPayrollFiles, {
    words: ['company'],
    print: listed(listPayrollFiles.gives, ({ company }) => `Nothing was received for ${company}.`, {
      Id: 'id',
      File: 'file',
      'What is in it': fileInWords,
      Received: ({ receivedAt, by }) => `${receivedAt.slice(0, 16).replace('T', ' ')} by ${by}`,
      '': ({ withdrawnAt, sendingAsked }) =>
        withdrawnAt !== undefined ? 'withdrawn' : sendingAsked ? 'sent to HMRC after the 19th?' : '',
    }),
  });
  declared(payroll.command('withdraw'), withdrawPayrollFile, {
    words: ['company', 'id'],
    print: ({ company, file }) => `${company}: ${file} is taken back. The next sync uses what is left.`,
  });
  registerColumns(payroll);
  registerPensions(payroll);
  declared(payroll.command('sources'), listPayrollSources, {
    words: ['company'],
    print: listed(listPayrollSources.gives, ({ company }) => `No file of ${company} pays anyone.`, {
      Source: 'name',
      'Journal reference prefix': ({ prefix }) => `${prefix}:`,
      People: ({ people }) => people?.toString(),
      'Pays from': 'from',
      Until: ({ until }) => until && `before ${dayInWords(until)}`,
      'Last paid': 'lastPaid',
    }),
  });
  declared(payroll.command('people'), listPayrollPeople, {
    words: ['company'],
    print: (answer, given) => peopleInWords(answer.items, answer.booksRead, given.company),
  }).addHelpText('after', howPeopleAreConfirmed);
  declared(payroll.command('move'), movePayroll, {
    words: ['company'],
    print: ({ company, from, to, on, sending }) =>
      withSending(
        `${company}: payroll comes from ${payrollInWords(to)} from ${dayInWords(on)} on, and from ${payrollInWords(from)} before.\nNow: counterfoil sync --company "${company}" --dry-run`,
        sending,
      ),
  }).addHelpText(
    'after',
    `
Payroll of the accounting service goes on as files in October, in the middle of the tax year:
  counterfoil payroll move "Ash Ltd" --to files --on 2025-10-31 --reason "Payroll is run by a bureau"

It is refused while a pay run of that day or later is posted, or on its way to the books. What the old source still has
from that day on is shown as moved, and never posted; what it corrects of earlier days is asked about as before. A day
that was wrong is corrected by moving again.`,
  );
}

function taxMonth(text: string): number {
  if (/^(?:[1-9]|1[0-2])$/.test(text)) return Number(text);
  throw wrongUsage(`"${text}" is no tax month.`, 'Give --month as 1 to 12: 12 is March to 5 April.');
}

interface ReceiveOptions {
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly company?: string;
  readonly paid?: string;
  readonly columns?: string;
  readonly month?: number;
}

async function receive(paths: readonly string[], options: ReceiveOptions): Promise<void> {
  const found = (await Promise.all(paths.map(filesIn))).flat();
  await withRooms(async (rooms) => {
    const { ActTools } = await import('../../../acts/act-tools.js');
    const { reportGiven } = await import('../../../acts/payrolls/receive-report.js');
    const { keepFile } = await import('../../../acts/payrolls/keep-file.js');
    const { previewFile } = await import('../../../acts/payrolls/preview-file.js');
    const { clientsOf, returnGiven } = await import('../../../acts/payrolls/receive-file.js');
    const { everything } = await import('../../../access/viewer.js');
    const { today } = await import('../../../ground/clock.js');
    const { receivedAnswer } = await import('../../../views/company/received-files.js');
    const { previewText } = await import('./payroll-preview.js');
    const tools = rooms.get(ActTools);
    const who = await byCommand(rooms);
    const clients = clientsOf(tools, who);
    const take = async (file: string, given: FileGiven) => {
      const read = isReport(file)
        ? await reportGiven(...(await reportOf(tools, options, given)))
        : await returnGiven(clients, { ...given, month: options.month }, today(tools.database.clock));
      if (options.dryRun) return previewFile(tools, everything, read);
      return receivedAnswer({ company: read.company, ...(await keepFile(tools, who, read)) }, everything);
    };
    const bar = progress('Receiving');
    const answers: Outcome[] = [];
    for (const [done, file] of found.entries()) {
      bar.report(done, found.length, 'files');
      try {
        const bytes = await readFile(file);
        answers.push({ ...(await take(file, { name: basename(file), bytes })), file });
      } catch (error) {
        answers.push({ file, outcome: 'refused', error: problemWords(asProblem(error)) });
      }
    }
    bar.end();
    if (options.json) json({ items: answers });
    else
      for (const answer of answers)
        if (answer.outcome === 'preview') print(previewText(answer.file, answer));
        else printAnswer(answer);
    process.exitCode = answers.some(({ outcome }) => outcome === 'refused') ? 1 : 0;
  });
}

/** A report does not say whose it is, nor when it is paid. */
async function reportOf(
  { companies }: ActTools,
  { company, paid, columns }: ReceiveOptions,
  given: FileGiven,
): Promise<Parameters<typeof reportGiven>> {
  if (company === undefined || paid === undefined)
    throw wrongUsage('A payslip report needs its company and its pay date.', 'Give --company NAME and --paid DATE.');
  const map = columns === undefined ? undefined : await columnMapIn(columns);
  return [await companies.find(company), { ...given, paidOn: paid, columns: map }];
}

/** Of a folder, its XML files in the order of their names. */
async function filesIn(path: string): Promise<readonly string[]> {
  const found = await stat(path).catch((error: unknown) => {
    throw problem('file-unreadable', {
      detail: error instanceof Error ? error.message : String(error),
      todo: 'Give the path of a payroll file, or of a folder of them.',
    });
  });
  if (!found.isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => extname(name).toLowerCase() === '.xml');
  return names.sort().map((name) => join(path, name));
}

function printAnswer(answer: Exclude<Outcome, FilePreview>): void {
  if (answer.outcome === 'refused') return printProblem(answer.error, false);
  const { file, outcome, company } = answer;
  const inIt = fileInWords(answer);
  print(outcome === 'known' ? `${file}: ${company} already has it (${inIt}).` : `${file}: ${company}, ${inIt}.`);
}
