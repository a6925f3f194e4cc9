import * as z from 'zod';
import { notHere } from '../access/refusals.js';
import { event, eventKinds } from '../views/events/event.js';
import { listOf, paging, word } from '../views/lists/lists.js';
import { reads } from './answer.js';
import { reachedBy, toolsOf } from './asked.js';

const inThis = { of: 'Events', role: 'viewer', showsPay: 'events' } as const;

export const listEvents = reads({
  ...inThis,
  name: 'listEvents',
  at: 'GET /api/events',
  takes: z.strictObject({ company: word.optional(), kind: eventKinds.optional(), ...paging }),
  gives: listOf(event),
  summary: 'what the webhook was told, the latest first, and what each is about as it is now',
  description: 'Messages are kept as long as the log; without `WEBHOOK_URL` there are none.',
  does: async (asked, { company, cursor, limit, kind }) => {
    const { eventsTold } = await import('../views/events/events.js');
    const { database } = await toolsOf(asked);
    const viewer = await reachedBy(asked, company);
    const page = { after: cursor, size: limit };
    const found = await database.read((rows) => eventsTold(rows, viewer, { ...(kind && { kind }) }, page));
    return { items: found.rows, next: found.next };
  },
});

export const getEvent = reads({
  ...inThis,
  name: 'getEvent',
  at: 'GET /api/events/:id',
  takes: z.strictObject({ id: word }),
  gives: event,
  summary: 'one of them, by the id that the webhook was sent',
  does: async (asked, { id }) => {
    const { eventTold } = await import('../views/events/events.js');
    const { database } = await toolsOf(asked);
    const found = await database.read((rows) => eventTold(rows, asked.who, id));
    if (found === undefined) throw notHere('such event');
    return found;
  },
});
