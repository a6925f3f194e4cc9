import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Command } from 'commander';
import { asProblem, problem, problemWords } from '../../../ground/problem.js';
import type { FilePreview } from '../../../views/company/file-preview.js';
import type { FileAnswer } from '../../../views/company/received-files.js';
import type { ActTools } from '../../../acts/act-tools.js';
import type { FileGiven } from '../../../acts/payrolls/receive-file.js';
import type { reportGiven } from '../../../acts/payrolls/receive-report.js';
import { byCommand, withRooms } from '../boot.js';
import { columnMapIn, isReport } from '../journal/journal-inputs.js';
import { json, print, printProblem, progress, table } from '../output.js';
import { wrongUsage } from '../run/run-options.js';
import { registerColumns } from './payroll-columns.js';
import { registerMove } from './payroll-move.js';
import { registerPeople } from './payroll-people.js';
import type { ReceivedFile } from '../../../views/company/received-files.js';
import { registerPensions } from './payroll-pensions.js';
import { registerSources } from './payroll-sources.js';

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
      'answer [{"file", "outcome", "company", "id", "kind", "payments", "paidOn", "returned"?}]; of a dry run {…, "runs", "months", "notes"}',
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
  payroll
    .command('files')
    .description('the files of a company that were received, the latest first')
    .argument('<company>', 'its name, id or subdomain')
    .option(
      '--json',
      'answer [{"id", "file", "kind", "year", "payments", "receivedAt", "by", "withdrawnAt"?, "sendingAsked"?}]',
    )
    .action(files);
  payroll
    .command('withdraw')
    .description('take a file back, as if it had not come; not once what it brought is posted')
    .argument('<company>', 'its name, id or subdomain')
    .argument('<id>', 'as `payroll files` shows it')
    .requiredOption('--reason <text>', 'why; kept with the log')
    .option('--json', 'answer {"id", "withdrawnAt"}')
    .action(withdraw);
  registerColumns(payroll);
  registerMove(payroll);
  registerPeople(payroll);
  registerPensions(payroll);
  registerSources(payroll);
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
    const { fileInWords, receivedAnswer } = await import('../../../views/company/received-files.js');
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
    if (options.json) json(answers);
    else
      for (const answer of answers)
        if (answer.outcome === 'preview') print(previewText(answer.file, answer));
        else printAnswer(answer, fileInWords);
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

function printAnswer(answer: Exclude<Outcome, FilePreview>, inWords: (answer: FileAnswer) => string): void {
  if (answer.outcome === 'refused') return printProblem(answer.error, false);
  const { file, outcome, company } = answer;
  const inIt = inWords(answer);
  print(outcome === 'known' ? `${file}: ${company} already has it (${inIt}).` : `${file}: ${company}, ${inIt}.`);
}

async function files(named: string, options: { json?: boolean }): Promise<void> {
  await withRooms(async (rooms) => {
    const { everything } = await import('../../../access/viewer.js');
    const { Companies } = await import('../../../companies/companies.js');
    const { Database } = await import('../../../ground/database.js');
    const { fileInWords, receivedFiles } = await import('../../../views/company/received-files.js');
    const company = await rooms.get(Companies).find(named);
    const found = await rooms.get(Database).read((rows) => receivedFiles(rows, everything, company));
    if (options.json) return json(found);
    if (found.length === 0) return print(`Nothing was received for ${company.name}.`);
    print(
      table(found, [
        { heading: 'Id', value: (row) => row.id },
        { heading: 'File', value: (row) => row.file },
        { heading: 'What is in it', value: fileInWords },
        { heading: 'Received', value: (row) => `${row.receivedAt.slice(0, 16).replace('T', ' ')} by ${row.by}` },
        { heading: '', value: stateOf },
      ]),
    );
  });
}

const stateOf = ({ withdrawnAt, sendingAsked }: ReceivedFile): string =>
  withdrawnAt !== undefined ? 'withdrawn' : sendingAsked ? 'sent to HMRC after the 19th?' : '';

async function withdraw(named: string, id: string, options: { reason: string; json?: boolean }): Promise<void> {
  await withRooms(async (rooms) => {
    const { ActTools } = await import('../../../acts/act-tools.js');
    const { withdrawFile } = await import('../../../acts/payrolls/withdraw-file.js');
    const tools = rooms.get(ActTools);
    const company = await tools.companies.find(named);
    const file = await withdrawFile(tools, company, { id, who: await byCommand(rooms), reason: options.reason });
    if (options.json) return json({ id, withdrawnAt: file.withdrawnAt });
    print(`${company.name}: ${file.name} is taken back. The next sync uses what is left.`);
  });
}
