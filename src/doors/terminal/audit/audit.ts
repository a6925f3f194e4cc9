import type { Command } from 'commander';
import { asProblem } from '../../../ground/problem.js';
import { openDocuments, printSlowly } from '../journal/journal-input.js';
import { jsonText, printProblem, progress } from '../output.js';

export function register(program: Command): void {
  program
    .command('audit')
    .description(
      'what is wrong with journals that others posted, told in pounds and causes; posts nothing, asks no one',
    )
    .argument('<file>', 'a year of payroll and journal sets (JSON or JSON Lines; - for standard input)')
    .option('--json', 'one JSON answer per document, on one line each')
    .addHelpText('after', help)
    .action(audit);
}

const help = `
A document is { "year": 2026, "users": [ … ], "policy": { … }, "periods": [ … ], "sets": [ … ] }; policy is optional.
  users      what GET /v2/users answers
  periods    what GET /v2/payroll/2026/0, /1 … answer
  sets       what GET /v2/journal_sets/1, /2 … answer: { "url", "dated_on", "description", "tag",
             "journal_entries": [ { "category", "user", "debit_value" } ] }
Each of these tells more:
  movements  [ { "from", "to", "accounts": { "401": "4850.00" } } ], a trial balance by tax month: whether payroll that no
             set carries was posted another way
  before     periods as they were kept before payroll changed
  accountingYearEnd  "03-31": whether a set is dated in another accounting year

The verdict of a pay run: agrees to payroll; differs, with causes; corrected; posted twice; not in the books; posted
another way; not judged. Amounts are what is found less what should be, debits positive; the causes of a run add up to
its difference. What no cause explains to the penny is said to be that, and never guessed.

  counterfoil audit year.json
  counterfoil audit practice.jsonl --json

Exit codes: 0 nothing is wrong, 1 a document could not be read, 2 a file could not be read, 3 something is wrong.`;

interface Options {
  readonly json?: boolean;
}

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
