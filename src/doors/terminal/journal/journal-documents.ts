import type { Readable } from 'node:stream';
import { type Problem, problem } from '../../../ground/problem.js';

export type DocumentRead = { readonly json: unknown } | { readonly problem: Problem };

/** The limit for one document; JSON Lines may be of any length. */
const documentCharactersMax = 256 * 1024 * 1024;

/**
 * One JSON document, printed over many lines or not, or JSON Lines. A first line that is JSON by itself is a document,
 * so the whole input has to be read at once only when it is not.
 */
export async function* readDocuments(input: Readable): AsyncIterable<DocumentRead> {
  const lines = linesOf(input);
  const start = await lines.next();
  if (start.done === true) throw unreadable('It is empty.');
  const first = parsed(start.value.text);
  if (first !== undefined) {
    yield first;
    for await (const line of lines) yield parsed(line.text) ?? notJson(line);
    return;
  }
  const all = [start.value];
  for await (const line of lines) all.push(line);
  yield* oneOrMany(all);
}

/** The first line is not JSON: either it is the start of one document, or a bad line among good ones. */
function* oneOrMany(lines: readonly Line[]): Iterable<DocumentRead> {
  const whole = parsed(lines.map((line) => line.text).join('\n'));
  if (whole !== undefined) {
    yield whole;
    return;
  }
  const each = lines.map((line) => ({ line, read: parsed(line.text) }));
  if (each.some(({ line, read }) => read !== undefined && line.text.trimStart().startsWith('{'))) {
    for (const { line, read } of each) yield read ?? notJson(line);
    return;
  }
  yield { problem: unreadable('It is not JSON.') };
}

interface Line {
  readonly number: number;
  readonly text: string;
}

/** Lines that are not blank. Only a line feed ends one, because JSON text may contain other separators. */
async function* linesOf(input: Readable): AsyncGenerator<Line, void> {
  input.setEncoding('utf8');
  let number = 0;
  let characters = 0;
  let pending: string[] = [];
  for await (const chunk of input as AsyncIterable<string>) {
    const pieces = (number === 0 && pending.length === 0 ? chunk.replace(/^\uFEFF/, '') : chunk).split('\n');
    for (const [index, piece] of pieces.entries()) {
      pending.push(piece);
      characters += piece.length;
      if (characters > documentCharactersMax) throw unreadable('One document in it is too long.');
      if (index === pieces.length - 1) break;
      number += 1;
      const text = pending.join('');
      pending = [];
      characters = 0;
      if (text.trim() !== '') yield { number, text };
    }
  }
  const text = pending.join('');
  if (text.trim() !== '') yield { number: number + 1, text };
}

function parsed(text: string): { json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** The JSON parser's message would quote someone's pay. */
function notJson({ number }: Line): DocumentRead {
  return { problem: unreadable(`Line ${number} is not JSON.`) };
}

export function unreadable(detail: string, command: 'journal' | 'audit' = 'journal'): Problem {
  return problem('document-unreadable', {
    detail,
    todo: `Give one JSON document, or one on each line; \`counterfoil ${command} --help\` shows its shape.`,
  });
}
