import { randomUUID } from 'node:crypto';
import { type Problem, problem } from '../../ground/problem.js';
import { storedText } from '../../record/runs/stored-text.js';
import { Note } from '../../record/work-of-persons.entity.js';
import type { Act, RunRef } from '../act.js';
import { runFound } from './run-found.js';
import { acting, type Logging } from '../acting.js';
import { runLine } from './run-line.js';

/** Boxes on pages and bodies of the API allow as many. */
export const noteCharactersMax = 2000;

/** Adds to the notes on a pay run. Earlier notes stay as they are. */
export async function note(
  tools: Logging,
  ref: RunRef,
  { who, words }: Pick<Act, 'who'> & { readonly words: string },
): Promise<Note> {
  const text = storedText(words.trim());
  if (text === '' || text.length > noteCharactersMax) throw notANote();
  const { database } = tools;
  const { value } = await acting(tools, who, async (rows) => {
    const run = await runFound(rows, ref);
    const { companyId, tag } = run;
    const row: Note = { id: randomUUID(), companyId, tag, actor: who.actor, words: text, at: await database.now(rows) };
    await rows.insert(Note, row);
    return { value: row, line: runLine(ref, run, { name: 'note', about: row.id, carries: [['note', row.id]] }) };
  });
  return value;
}

function notANote(): Problem {
  return problem('note-without-words', {
    detail: `At least one, and at most ${noteCharactersMax} characters.`,
    todo: 'Write it, then add it again.',
  });
}
