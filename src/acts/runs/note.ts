import { randomUUID } from 'node:crypto';
import { type Problem, problem } from '../../ground/problem.js';
import { storedText } from '../../record/runs/stored-text.js';
import { Note } from '../../record/work-of-persons.entity.js';
import type { Act, RunRef } from '../act.js';
import type { RunTools } from '../act-tools.js';
import { runFound } from './run-found.js';
import { runLogged } from './run-logged.js';

/** Boxes on pages and bodies of the API allow as many. */
export const noteCharactersMax = 2000;

/** Adds to the notes on a pay run. Earlier ones stay as they are. */
export async function note(
  tools: Pick<RunTools, 'database' | 'log'>,
  ref: RunRef,
  { who, words }: Pick<Act, 'who'> & { readonly words: string },
): Promise<Note> {
  const text = storedText(words.trim());
  if (text === '' || text.length > noteCharactersMax) throw notANote();
  const { database } = tools;
  return database.work(async (rows) => {
    const run = await runFound(rows, ref);
    const { companyId, tag } = run;
    const row: Note = { id: randomUUID(), companyId, tag, actor: who.actor, words: text, at: await database.now(rows) };
    await rows.insert(Note, row);
    const carries = [['note', row.id] as const];
    await runLogged(tools, rows, { ref, run, act: { who, reason: '' }, name: 'note', about: row.id, carries });
    return row;
  });
}

function notANote(): Problem {
  return problem('note-without-words', {
    detail: `At least one, and at most ${noteCharactersMax} characters.`,
    todo: 'Write it, then add it again.',
  });
}
