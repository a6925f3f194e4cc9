import { createInterface } from 'node:readline/promises';
import { printable } from '../../ground/printable.js';
import { type Problem, problem } from '../../ground/problem.js';

/** Scripts are never asked: no one is there to answer. */
export function canAsk({ json }: { readonly json?: boolean }): boolean {
  return !json && process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Returns what was typed, trimmed. The question goes to standard error, because standard output is for answers. */
export async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // While readline reads the terminal, Ctrl-C comes as a key; like Ctrl-D it counts as no answer.
  lines.once('SIGINT', () => lines.close());
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    return (await Promise.race([lines.question(printable(question)), ended])).trim();
  } finally {
    lines.close();
  }
}

/** Asks before what cannot be undone, if someone can answer: a Problem unless the answer is yes. */
export async function mustBeSure(
  options: { readonly yes?: boolean; readonly json?: boolean },
  { question, otherwise }: { readonly question: string; readonly otherwise: string },
): Promise<void> {
  if (options.yes || !canAsk(options)) return;
  const answer = await ask(`${question} (yes/no) `);
  if (answer.toLowerCase() !== 'yes') throw notDone(otherwise);
}

/** `what`: "Not erased" */
export function notDone(what: string): Problem {
  return problem('not-confirmed', {
    detail: `${what}: the answer was not yes.`,
    todo: 'Nothing was changed.',
  });
}
