import { createInterface } from 'node:readline/promises';
import { printable } from '../ground/printable.js';
import { Problem } from '../ground/problem.js';

/** Scripts are not asked: they know what they do, and nobody is there to answer. */
export function canAsk({ json }: { readonly json?: boolean }): boolean {
  return !json && process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** What was typed, without the spaces around it; the question goes where answers of commands do not. */
export async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C comes as a key while the terminal is read from; like Ctrl-D it is no answer.
  lines.once('SIGINT', () => lines.close());
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    return (await Promise.race([lines.question(printable(question)), ended])).trim();
  } finally {
    lines.close();
  }
}

export function notDone(title: string): Problem {
  return new Problem({ title, detail: 'The question was not answered with yes.', todo: 'Nothing was changed.' });
}
