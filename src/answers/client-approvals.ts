import * as z from 'zod';
import { day, moment } from '../ground/written.js';
import { clientMailKinds } from '../record/messages/client-mail.entity.js';
import { askedStates } from '../views/company/clients-asked.js';
import { listOf, period, word, year } from '../views/lists/lists.js';
import { acts, reads } from './answer.js';
import { companyOf, reachedBy, toolsOf, whoOf } from './asked.js';

const inThis = { of: 'Evidence' } as const;
const companiesMax = 1000;
const state = z.enum(askedStates).meta({
  description:
    'Void: the figures have changed since. Ended: the link was withdrawn or is too old, or who made it may not any more.',
});

export const listClientApprovals = reads({
  ...inThis,
  name: 'listClientApprovals',
  at: 'GET /api/client-approvals',
  role: 'viewer',
  takes: z.strictObject({ company: word.optional(), year, period, state: state.optional() }),
  gives: listOf(
    z
      .object({
        companyId: z.string(),
        company: z.string(),
        year: z.number().int(),
        period: z.number().int(),
        state,
        isNeeded: z.boolean().meta({ description: 'Nothing of the month is posted before the client has approved.' }),
        runs: z.array(z.object({ datedOn: day, tag: z.string(), state: z.string() })),
        askedBy: z.string().optional(),
        askedAt: moment.optional(),
        expiresAt: moment.optional(),
        by: z.string().optional().meta({ description: 'The name that the client gave.' }),
        at: moment.optional().meta({ description: 'When it answered.' }),
        words: z.string().optional().meta({ description: 'For those who may see pay: they may name people.' }),
        address: z.string().optional().meta({ description: 'Where it is mailed; for those who may see pay.' }),
        mail: z
          .object({
            kind: z.enum(clientMailKinds),
            state: z.enum(['waiting', 'sent', 'failed']),
            at: moment,
            why: z.string().optional(),
          })
          .optional()
          .meta({ description: 'The last e-mail about the month.' }),
        remindedAt: moment.optional(),
      })
      .meta({ id: 'ClientApprovalAsked' }),
  ),
  summary: 'which clients were asked to approve a month, and what they answered; without any amount',
  does: async (asked, { company, state: wanted, ...month }) => {
    const { clientsAsked } = await import('../views/company/clients-asked.js');
    const { database } = await toolsOf(asked);
    const viewer = await reachedBy(asked, company);
    const now = database.clock.now();
    const found = await database.read((rows) => clientsAsked(rows, viewer, month, now));
    return { items: found.filter((one) => wanted === undefined || one.state === wanted) };
  },
});

export const askForApprovals = acts({
  ...inThis,
  name: 'askForApprovals',
  at: 'POST /api/client-approvals',
  role: 'reviewer',
  isSecret: true,
  takes: z
    .strictObject({
      year,
      period,
      companies: z.array(word).min(1).max(companiesMax),
      kind: z
        .enum(clientMailKinds)
        .default('ask')
        .meta({ description: 'A reminder makes a new link, which ends the one before.' }),
    })
    .meta({ id: 'ClientsToAsk' }),
  gives: z
    .object({
      items: z.array(
        z.object({
          companyId: z.string(),
          company: z.string(),
          is: z.enum(['mailing', 'link', 'not_made']).meta({
            description:
              'Mailing: the link is made as the e-mail is sent. Link: to be sent by you, since there is no mail server or no address. Not made: `why`.',
          }),
          url: z.string().optional().meta({ description: 'Shown once, and not kept.' }),
          expiresAt: moment.optional(),
          why: z.string().optional(),
        }),
      ),
    })
    .meta({ id: 'ClientsAsked' }),
  summary: 'ask many clients to approve a month, or remind them, by e-mail or by links to copy',
  does: async (asked, { companies: named, kind, ...month }) => {
    const { askClients } = await import('../acts/approval/ask-clients.js');
    const { configKey } = await import('../ground/config.module.js');
    const companies = await Promise.all([...new Set(named)].map((one) => companyOf(asked, one)));
    const { publicUrl, mail } = asked.parts.get<{ readonly publicUrl: string; readonly mail?: object }>(
      configKey as never,
    );
    const act = { ...month, kind, who: whoOf(asked), pay: asked.who.pay, publicUrl, mails: mail !== undefined };
    return { items: [...(await askClients(await toolsOf(asked), companies, act))] };
  },
});
