import * as z from 'zod';
import { noteCharactersMax } from '../acts/runs/note.js';
import { moment } from '../ground/written.js';
import { word } from '../views/lists/lists.js';
import { runAddress } from '../views/lists/run-address.js';
import { acts, type Asked, reads } from './answer.js';
import { runOf, toolsOf, whoOf } from './asked.js';

const inThis = { of: 'People' } as const;
const at = '/api/pay-runs/:company/:year/:period/:paidOn';
const address = runAddress.shape;

const work = z
  .object({
    assignedTo: z.object({ id: z.string(), name: z.string() }).optional(),
    notes: z.array(z.object({ actor: z.string(), words: z.string(), at: moment })),
  })
  .meta({ id: 'Work', description: 'Whose work a pay run is, and people’s notes about it.' });

export const getWork = reads({
  ...inThis,
  name: 'getWork',
  at: `GET ${at}/work`,
  role: 'viewer',
  takes: z.strictObject(address),
  gives: work,
  summary: 'whose work it is, and the notes, the oldest first, for those who may see pay',
  does: async (asked, given) => workShown(asked, await runOf(asked, given)),
});

export const assignRun = acts({
  ...inThis,
  name: 'assignRun',
  at: `POST ${at}/assign`,
  role: 'reviewer',
  takes: z
    .strictObject({
      ...address,
      to: word.nullable().meta({ description: 'A person by name, address or id; null is no one.' }),
    })
    .meta({ id: 'Assign' }),
  gives: work,
  summary: 'make a pay run someone’s work; My work shows each their own',
  does: async (asked, { to, ...place }) => {
    const { assign } = await import('../acts/runs/assign.js');
    const ref = await runOf(asked, place);
    await assign(await toolsOf(asked), ref, { who: whoOf(asked), to });
    return workShown(asked, ref);
  },
});

export const noteRun = acts({
  ...inThis,
  name: 'noteRun',
  at: `POST ${at}/note`,
  role: 'reviewer',
  takes: z
    .strictObject({
      ...address,
      words: z.string().trim().min(1).max(noteCharactersMax).meta({ description: 'what to note' }),
    })
    .meta({ id: 'NewNote' }),
  gives: work,
  summary: 'add a note to a pay run; notes are never changed',
  does: async (asked, { words, ...place }) => {
    const { note } = await import('../acts/runs/note.js');
    const ref = await runOf(asked, place);
    await note(await toolsOf(asked), ref, { who: whoOf(asked), words });
    return workShown(asked, ref);
  },
});

async function workShown(asked: Asked, ref: Awaited<ReturnType<typeof runOf>>) {
  const { runFound } = await import('../acts/runs/run-found.js');
  const { workOn } = await import('../views/lists/run-work.js');
  const { database } = await toolsOf(asked);
  return database.read(async (rows) => workOn(rows, asked.who, await runFound(rows, ref)));
}
