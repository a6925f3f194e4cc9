import * as z from 'zod';
import { type MessageKind, messageKinds } from './message-kinds.js';
import { day, moment } from '../../ground/written.js';

const text = z.string();

/** What messages say besides their kind: each field once, and no message says anything else. */
export const payload = z.object({
  company: text.optional(),
  year: z.number().int().optional().meta({ description: 'The tax year by the year it ends in.' }),
  period: z.number().int().optional().meta({ description: 'Counted from 0: period 6 is tax month 7.' }),
  datedOn: day.optional().meta({ description: 'The pay date.' }),
  tag: text.optional().meta({ description: 'Of the pay run, or of the journal that is in doubt.' }),
  state: text.optional().meta({ description: 'Of the pay run, or of the open item.' }),
  holds: z.array(text).readonly().optional().meta({ description: 'The codes of what holds it.' }),
  since: text.optional().meta({ description: 'How long it has been in doubt.' }),
  lastSyncedAt: moment
    .optional()
    .meta({ description: 'When its last sync that ended well did so; absent if none has.' }),
  problem: text.optional().meta({ description: 'Why the books cannot be reached.' }),
  account: text.optional().meta({ description: 'The control account.' }),
  item: text.optional().meta({ description: 'The id of the open item.' }),
  open: z.number().int().optional().meta({ description: 'How many items need a person.' }),
  to: text.optional().meta({ description: 'Who is to be paid.' }),
  dueOn: day.optional(),
  payBy: day.optional().meta({ description: 'The bank working day on or before it.' }),
  missing: z
    .array(z.object({ tag: text, state: text }))
    .readonly()
    .optional()
    .meta({ description: 'The pay runs that keep the month open.' }),
  altered: z.number().int().optional().meta({ description: 'How many journals differ from what was posted.' }),
  hmrc: text.optional().meta({ description: 'Whether the journals agree with what is due to HMRC.' }),
  format: text.optional().meta({ description: 'Of the signed end of the log.' }),
  number: z.number().int().optional(),
  at: moment.optional(),
  previous: text.optional(),
  root: text.optional(),
  signature: z
    .object({ algorithm: text, key: z.object({ kty: text, crv: text, x: text, kid: text }), value: text })
    .optional()
    .meta({ description: 'Over the fields from `format` to `root`.' }),
});
export type Payload = z.infer<typeof payload>;

const kinds = Object.keys(messageKinds) as [MessageKind, ...MessageKind[]];

/** As it is sent. */
export const message = z.object({
  id: text.meta({ description: 'The same when a message is sent again: handle each id once. `GET /api/events/{id}`.' }),
  kind: z.enum(kinds),
  companyId: text.optional().meta({ description: 'Absent where it is about all companies.' }),
  at: moment.meta({ description: 'When it happened, UTC.' }),
  payload: payload.extend({
    text: text.meta({ description: 'What happened, in words: no person, no pay.' }),
    link: text.meta({ description: 'The page where a person sees it and acts.', format: 'uri' }),
  }),
});
export type SaidInMessage = z.infer<typeof message>['payload'];
