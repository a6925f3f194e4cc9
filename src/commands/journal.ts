import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import type { Command } from 'commander';
import { asProblem, Problem } from '../problem.js';
import type { DocumentRead } from './journal-documents.js';
import { printProblem, progress } from './output.js';

export function register(program: Command): void {
  program
    .command('journal')
    .description('map a payroll document to journal sets, with no database and no network')
    .argument('<file>', 'one JSON document, or JSON Lines; - for standard input')
    .option('--json', 'one JSON answer per document, on one line each')
    .addHelpText('after', help)
    .action((file: string, { json = false }: { json?: boolean }) => journal(file, json));
}

const help = `
A document is { "year": 2026, "users": [ … ], "policy": { … }, "period": { … } }; period is what
GET /v2/payroll/2026/6 answers, policy is optional and may be partial.

Exit codes: 0 mapped, 1 a document could not be read, 3 a document is held.`;

async function journal(file: string, asJson: boolean): Promise<void> {
  const { readDocuments } = await import('./journal-documents.js');
  const { answerTo } = await import('./journal-answer.js');
  const { inWords } = await import('./journal-words.js');
  const input = file === '-' ? process.stdin : createReadStream(file);
  const bar = progress('Mapping', process.stdout.isTTY ? undefined : process.stderr);
  let failed = false;
  let held = false;
  let count = 0;
  for await (const document of readable(readDocuments(input))) {
    count += 1;
    bar.report(count, 0, 'documents');
    try {
      if ('problem' in document) throw document.problem;
      const answer = answerTo(document.json);
      held ||= answer.outcome === 'hold';
      await print(asJson ? `${JSON.stringify(answer)}\n` : `${inWords(answer)}\n`);
    } catch (error) {
      failed = true;
      printProblem(asProblem(error), asJson);
    }
  }
  bar.end();
  process.exitCode = failed ? 1 : held ? 3 : 0;
}

async function* readable(documents: AsyncIterable<DocumentRead>): AsyncIterable<DocumentRead> {
  try {
    yield* documents;
  } catch (error) {
    if (error instanceof Problem || !(error instanceof Error) || !('code' in error)) throw error;
    throw new Problem({
      title: 'The file cannot be read',
      detail: error.message,
      todo: 'Give the path of a payroll document, or - to read standard input.',
    });
  }
}

/** Waits while whoever reads is slower: a long file must not pile up in memory. */
async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}
