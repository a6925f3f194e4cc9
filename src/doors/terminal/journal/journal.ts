import type { Command } from 'commander';
import { asProblem } from '../../../ground/problem.js';
import { jsonText, printProblem, progress } from '../output.js';
import { openDocuments, printSlowly } from './journal-input.js';
import { isPayrollFile, readJson } from './journal-inputs.js';
import { wrongUsage, year, yearWords } from '../run/run-options.js';
import type { FileOptions } from './journal-file.js';

export function register(program: Command): void {
  program
    .command('journal')
    .description('map payroll to journal sets, with no database and no network: a document, an FPS or EPS, a report')
    .argument('[file]', 'a document (JSON or JSON Lines; - for standard input), FILE.xml, FILE.csv or FILE.xlsx')
    .option('--year <year>', `${yearWords}, of a document that names none`, year)
    .option('--users <file>', 'who was paid: what GET /v2/users answers; for documents without "users"')
    .option('--people <file>', 'of an FPS or a report: who in the books each payroll id is')
    .option('--answers <file>', 'of an FPS or a report: what the file does not say')
    .option('--before <file>', 'the FPS or EPS sent before this one; again for several, in their order', andMore, [])
    .option('--columns <file>', 'of a report: what its columns are')
    .option('--paid <date>', 'of a report: the pay date; of an EPS without a tax month: the day it is sent')
    .option('--example', 'print a document that maps, to begin with')
    .option('--json', 'one JSON answer per document, on one line each')
    .addHelpText('after', help)
    .action(async (file: string | undefined, options: Options) => {
      if (options.example) return printExample();
      if (file === undefined)
        throw wrongUsage('The payroll document is missing.', 'Give its file, - for standard input, or --example.');
      await journal(file, options);
    });
}

const andMore = (file: string, before: readonly string[]) => [...before, file];

interface Options extends FileOptions {
  readonly year?: number;
  readonly users?: string;
  readonly example?: boolean;
  readonly json?: boolean;
}

const help = `
What GET /v2/payroll/2026/6 answers is a document by itself, with the people in a second file:
  counterfoil journal october.json --year 2025/26 --users users.json
  counterfoil journal --example | counterfoil journal -

A whole document is { "year": 2026, "users": [ … ], "policy": { … }, "period": { … } }; period is what
GET /v2/payroll/2026/6 answers, policy is optional and may be partial. It may also have:
  payments     [ { "due_on": "2025-11-22", "amount_due": "196.99" } ]: finds at which rate statutory pay was recovered
  allocations  { "<user url>": [ { "percent": "60", "accounts": { "salaries": "150" } }, { "percent": "40" } ] }
  decisions    { "small_employer": "yes", "split": { "attachments": [ { "account": "049", "amount": "1.00" },
                 { "account": "815", "rest": true } ] }, "levy": "0.00", "credit_brought_forward": "0.00" }

A Full Payment Submission (FPS), an Employer Payment Summary (EPS) or a payslip report needs no document around it:
  counterfoil journal october-fps.xml --people people.json --answers answers.json
  counterfoil journal november-eps.xml --before october-eps.xml
  counterfoil journal october.csv --columns columns.json --paid 2025-10-31 --people people.json    # or october.xlsx
with
  people.json   { "E1": { "user": "<user url>", "role": "Employee" } }
  answers.json  { "employer_pension": { "E2": "71.40", "*": "0.00" }, "relief_at_source_in_deductions": true,
                  "both_shares": false,
                  "other_deductions": { "E3": "deduct" }, "paid_before": { "E4": { "statutory_maternity_pay": "0.00" } } }
                  employer_pension: an amount or "3%", "3% of qualifying earnings"; "*" is all who pay nothing in
  columns.json  { "person": "Ref", "name": "Employee", "fields": { "Basic": "basic_pay", "Dept": "information" },
                  "net": "Net Pay", "totals": "Total" }

Exit codes: 0 mapped, 1 a document could not be read, 2 a file could not be read, 3 a document is held.`;

async function printExample(): Promise<void> {
  const { example } = await import('./journal-example.js');
  process.stdout.write(`${JSON.stringify(example, null, 2)}\n`);
}

async function journal(file: string, options: Options): Promise<void> {
  if (isPayrollFile(file)) return ofFile(file, options);
  const { json: asJson = false, users, year: inYear } = options;
  const { readDocuments } = await import('./journal-documents.js');
  const { answerTo } = await import('./journal-answer.js');
  const { inWords } = await import('./journal-words.js');
  const { documentWith } = await import('../../../payrolls/service/service-answer.js');
  const given = { year: inYear, users: users === undefined ? undefined : await readJson(users, '--users') };
  const { input, percentRead } = await openDocuments(file);
  const bar = progress('Mapping');
  let failed = false;
  let held = false;
  for await (const document of readDocuments(input)) {
    // Answers that scroll by on the same terminal are progress enough.
    if (!process.stdout.isTTY) bar.report(percentRead(), 100, '%');
    try {
      if ('problem' in document) throw document.problem;
      const answer = answerTo(documentWith(document.json, given));
      held ||= answer.outcome === 'hold';
      await printSlowly(asJson ? `${jsonText(answer)}\n` : `${inWords(answer)}\n`);
    } catch (error) {
      failed = true;
      printProblem(asProblem(error), asJson);
    }
  }
  bar.end();
  process.exitCode = failed ? 1 : held ? 3 : 0;
}

/** A file that cannot be read is reported like a document that cannot: exit code 1. */
async function ofFile(file: string, options: Options): Promise<void> {
  const { answersToFile } = await import('./journal-file.js');
  const { inWords, returnInWords } = await import('./journal-words.js');
  const answers = await answersToFile(file, options);
  for (const answer of answers) {
    const words = answer.outcome === 'return' ? returnInWords(answer) : inWords(answer);
    await printSlowly(options.json ? `${jsonText(answer)}\n` : `${words}\n`);
  }
  process.exitCode = answers.some(({ outcome }) => outcome === 'hold') ? 3 : 0;
}
