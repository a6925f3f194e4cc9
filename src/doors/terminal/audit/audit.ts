import { existsSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { asProblem } from '../../../ground/problem.js';
import { openDocuments, printSlowly } from '../journal/journal-input.js';
import { jsonText, printProblem, progress } from '../output.js';
import type { ExportOptions } from './audit-export.js';
import { wrongUsage, year, yearWords } from '../run/run-options.js';

export function register(program: Command): void {
  program
    .command('audit')
    .description('what is wrong with journals that others posted, told in pounds and causes; posts nothing')
    .argument(
      '[company|file]',
      'a company: its books are read; or a file of payroll and journal sets (JSON or JSON Lines; - for standard input)',
    )
    .option(
      '--payroll <files...>',
      'of any ledger: the FPS of each pay date in their order, and the EPS that claim the employment allowance',
    )
    .option('--people <file>', 'who each payroll id is')
    .option('--answers <file>', 'what the FPS do not say')
    .option('--journals <file>', 'the ledger’s export of its journals or transactions (CSV or XLSX)')
    .option('--accounts <file>', 'what each account of the ledger is for')
    .option('--columns <file>', 'what the columns of the export are, where their headings do not tell')
    .option('--accounting-year-end <day>', 'as 03-31: whether a journal is dated in another accounting year')
    .addOption(
      new Option(
        '--year <year>',
        `which tax year of the books; the present one when it is left out: ${yearWords}`,
      ).argParser(year),
    )
    .option('--all', 'every company, the worst first')
    .option('--json', 'one JSON answer per document, on one line each')
    .addHelpText('after', help)
    .action(chosen);
}

const help = `
Of a company it reads payroll, the journal sets and the trial balance of the year, and keeps the answer; nothing is
written to the books. Of a file it asks no one.

A document is { "year": 2026, "users": [ … ], "policy": { … }, "periods": [ … ], "sets": [ … ] }; policy is optional.
  users      what GET /v2/users answers
  periods    what GET /v2/payroll/2026/0, /1 … answer
  sets       what GET /v2/journal_sets/1, /2 … answer: { "url", "dated_on", "description", "tag",
             "journal_entries": [ { "category", "user", "debit_value" } ] }
Each of these tells more:
  movements  [ { "from", "to", "accounts": { "401": "4850.00" } } ], a trial balance by tax month: whether payroll that no
             set carries was posted another way
  payments   [ { "due_on", "amount_due" } ], payroll's payments to HMRC: whether statutory pay was recovered
  before     periods as they were kept before payroll changed
  accountingYearEnd  "03-31": whether a set is dated in another accounting year

The verdict of a pay run: agrees to payroll; differs, with causes; corrected; posted twice; not in the books; posted
another way; not judged. Amounts are what is found less what should be, debits positive; the causes of a run add up to
its difference. What no cause explains to the penny is said to be that, and never guessed.

  counterfoil audit "Ash Ltd" --year 2025/26
  counterfoil audit --all
  counterfoil audit year.json
  counterfoil audit practice.jsonl --json

Books of any ledger: payroll as HMRC's files, journals as the CSV that the ledger exports.
  counterfoil audit --payroll may.xml june.xml --people people.json --answers answers.json --journals ledger.csv \\
                    --accounts accounts.json
with
  accounts.json  { "7000": "salaries", "7006": "employerNics", "7007": "staffPensions", "7001": "directorsSalaries",
                   "2210": "payeNi", "2220": "netPay", "2230": "pensionCreditor", "1200": "bank" }
                   also directorsEmployerNics, directorsPensions, otherDeductions, cost, liability; several may be one
  columns.json   { "date": "Date", "account": "N/C", "debit": "Debit", "credit": "Credit" } or "amount" and "type" (JD, JC);
                   also person, journal, reference, description
  people.json and answers.json as of counterfoil journal

Exit codes: 0 nothing is wrong, 1 a document could not be read, 2 a file could not be read, 3 something is wrong, or not
judged.`;

interface Options extends ExportOptions {
  readonly json?: boolean;
  readonly year?: number;
  readonly all?: boolean;
}

async function chosen(what: string | undefined, options: Options): Promise<void> {
  const { all = false, year: ofYear, json: asJson, payroll, journals } = options;
  if (what === undefined && !all && (payroll ?? journals) !== undefined) return auditExport(options);
  if (all === (what !== undefined))
    throw wrongUsage('An audit is of a company, of a file, or of all companies.', 'Name one, or give --all alone.');
  if (what !== undefined && (what === '-' || existsSync(what) || isFileName(what))) return audit(what, options);
  const { auditCompanies } = await import('./audit-companies.js');
  return auditCompanies({ company: what, year: ofYear, json: asJson });
}

/** No company is called so: a file that is not there is said to be that. */
const isFileName = (what: string) => /\.jsonl?$/i.test(what);

async function audit(file: string, { json: asJson = false }: Options): Promise<void> {
  const { readDocuments } = await import('../journal/journal-documents.js');
  const { auditOf } = await import('./audit-document.js');
  const { auditInWords } = await import('./audit-words.js');
  const { isClean } = await import('../../../audit/words.js');
  const { input, percentRead } = await openDocuments(file);
  const bar = progress('Auditing');
  let failed = false;
  let wrong = false;
  for await (const document of readDocuments(input)) {
    // Answers that scroll by on the same terminal are progress enough.
    if (!process.stdout.isTTY) bar.report(percentRead(), 100, '%');
    try {
      if ('problem' in document) throw document.problem;
      const answer = auditOf(document.json);
      wrong ||= !isClean(answer);
      await printSlowly(asJson ? `${jsonText(answer)}\n` : `${auditInWords(answer)}\n`);
    } catch (error) {
      failed = true;
      printProblem(asProblem(error), asJson);
    }
  }
  bar.end();
  process.exitCode = failed ? 1 : wrong ? 3 : 0;
}

/** A file that cannot be read is reported like a document that cannot: exit code 1. */
async function auditExport(options: Options): Promise<void> {
  const { auditOfExport } = await import('./audit-export.js');
  const { auditInWords } = await import('./audit-words.js');
  const { isClean } = await import('../../../audit/words.js');
  const answer = await auditOfExport(options);
  await printSlowly(options.json ? `${jsonText(answer)}\n` : `${auditInWords(answer)}\n`);
  process.exitCode = isClean(answer) ? 0 : 3;
}
