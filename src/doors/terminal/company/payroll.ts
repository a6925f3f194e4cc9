import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Command } from 'commander';
import { asProblem, problem, problemWords } from '../../../ground/problem.js';
import type { FileAnswer } from '../../../views/received-files.js';
import { byCommand, withRooms } from '../boot.js';
import { json, print, printProblem, progress, table } from '../output.js';

/** What happened to one file. */
type Outcome = FileAnswer | Refused;

interface Refused {
  readonly file: string;
  readonly outcome: 'refused';
  readonly error: ReturnType<typeof problemWords>;
}

export function register(program: Command): void {
  const payroll = program.command('payroll').description('payroll that is run elsewhere, and comes as HMRC’s files');
  payroll
    .command('receive')
    .description('take in what is sent to HMRC (FPS, EPS); each file names its client by its PAYE reference')
    .argument('<files...>', 'files, or folders of them')
    .option('--json', 'answer [{"file", "outcome", "company", "id", "kind", "payments", "paidOn", "returned"?}]')
    .addHelpText(
      'after',
      `
A client has its PAYE reference and says where its payroll comes from, once:
  counterfoil policy "Ash Ltd" --set controls.payeReference=123/AB456 --set payroll.from=files
and who each payroll id is in its books:
  counterfoil policy "Ash Ltd" --set payrollPeople.E1=https://…/v2/users/1
Then, for each file that payroll sends to HMRC:
  counterfoil payroll receive october-fps.xml
  counterfoil sync --company "Ash Ltd"

Exit codes: 0 all are taken in or were here, 1 one is refused; nothing is taken of that one.`,
    )
    .action(receive);
  payroll
    .command('files')
    .description('the files of a company that were received, the latest first')
    .argument('<company>', 'its name, id or subdomain')
    .option('--json', 'answer [{"id", "file", "kind", "year", "payments", "receivedAt", "by", "withdrawnAt"?}]')
    .action(files);
  payroll
    .command('withdraw')
    .description('take a file back, as if it had not come; not once its pay is posted')
    .argument('<company>', 'its name, id or subdomain')
    .argument('<id>', 'as `payroll files` shows it')
    .option('--json', 'answer {"id", "withdrawnAt"}')
    .action(withdraw);
}

async function receive(paths: readonly string[], options: { json?: boolean }): Promise<void> {
  const found = (await Promise.all(paths.map(filesIn))).flat();
  await withRooms(async (rooms) => {
    const { ActTools } = await import('../../../acts/act-tools.js');
    const { companiesOf, receiveFile } = await import('../../../acts/payrolls/receive-file.js');
    const { fileInWords, receivedAnswer } = await import('../../../views/received-files.js');
    const tools = rooms.get(ActTools);
    const who = await byCommand(rooms);
    const companies = await companiesOf(tools, who);
    const bar = progress('Receiving');
    const answers: Outcome[] = [];
    for (const [done, file] of found.entries()) {
      bar.report(done, found.length, 'files');
      try {
        const bytes = await readFile(file);
        const taken = await receiveFile(tools, companies, { who, name: basename(file), bytes });
        answers.push({ ...receivedAnswer(taken), file });
      } catch (error) {
        answers.push({ file, outcome: 'refused', error: problemWords(asProblem(error)) });
      }
    }
    bar.end();
    if (options.json) json(answers);
    else for (const answer of answers) printAnswer(answer, fileInWords);
    process.exitCode = answers.some(({ outcome }) => outcome === 'refused') ? 1 : 0;
  });
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

function printAnswer(answer: Outcome, inWords: (answer: FileAnswer) => string): void {
  if (answer.outcome === 'refused') return printProblem(answer.error, false);
  const { file, outcome, company } = answer;
  const inIt = inWords(answer);
  print(outcome === 'known' ? `${file}: ${company} has it already (${inIt}).` : `${file}: ${company}, ${inIt}.`);
}

async function files(named: string, options: { json?: boolean }): Promise<void> {
  await withRooms(async (rooms) => {
    const { Companies } = await import('../../../companies/companies.js');
    const { Database } = await import('../../../ground/database.js');
    const { fileInWords, receivedFiles } = await import('../../../views/received-files.js');
    const company = await rooms.get(Companies).find(named);
    const found = await rooms.get(Database).read((rows) => receivedFiles(rows, company));
    if (options.json) return json(found);
    if (found.length === 0) return print(`Nothing was received for ${company.name}.`);
    print(
      table(found, [
        { heading: 'Id', value: (row) => row.id },
        { heading: 'File', value: (row) => row.file },
        { heading: 'What is in it', value: fileInWords },
        { heading: 'Received', value: (row) => `${row.receivedAt.slice(0, 16).replace('T', ' ')} by ${row.by}` },
        { heading: '', value: (row) => (row.withdrawnAt === undefined ? '' : 'withdrawn') },
      ]),
    );
  });
}

async function withdraw(named: string, id: string, options: { json?: boolean }): Promise<void> {
  await withRooms(async (rooms) => {
    const { ActTools } = await import('../../../acts/act-tools.js');
    const { withdrawFile } = await import('../../../acts/payrolls/withdraw-file.js');
    const tools = rooms.get(ActTools);
    const company = await tools.companies.find(named);
    const file = await withdrawFile(tools, company, { id, who: await byCommand(rooms) });
    if (options.json) return json({ id, withdrawnAt: file.withdrawnAt });
    print(`${company.name}: ${file.name} is taken back. The next sync goes by what is left.`);
  });
}
