import * as z from 'zod';
import { day, money, moment } from '../../ground/written.js';
import { message } from '../../record/messages/payload.js';
import { openStates } from '../../record/control-answer.js';
import { runStates } from '../../record/runs/pay-run.entity.js';

/** What the webhook was told, and what it is about as that is now: amounts and persons only with the right to see pay. */
export const event = message
  .extend({
    run: z
      .object({
        tag: z.string(),
        year: z.number().int(),
        period: z.number().int(),
        datedOn: day,
        state: z.enum(runStates),
        holds: z.array(z.string()).readonly().meta({ description: 'The codes of what holds it.' }),
        payslips: z.number().int(),
        totals: z
          .object({ gross: money, net: money, taxAuthority: money })
          .optional()
          .meta({ description: 'Needs the right to see pay.' }),
        postedAt: moment.optional(),
      })
      .optional()
      .meta({ description: 'The pay run of `tag`.' }),
    item: z
      .object({
        id: z.string(),
        account: z.string(),
        item: z.string(),
        due: day,
        state: z.enum(openStates),
        amount: money.optional().meta({ description: 'Needs the right to see pay.' }),
        user: z.string().optional().meta({ description: 'Whose part of the account: only with the right to see pay.' }),
        name: z.string(),
      })
      .optional()
      .meta({ description: 'The open item of a control account, while it is in the last reading.' }),
    dues: z
      .array(
        z.object({
          what: z.string().meta({ description: '`paye`, or the kind of an adjustment.' }),
          dueOn: day,
          payBy: day,
          amount: money.optional().meta({ description: 'Needs the right to see pay.' }),
        }),
      )
      .optional()
      .meta({ description: 'What is due to HMRC on `dueOn`.' }),
  })
  .meta({ id: 'Event' });

export const eventKinds = message.shape.kind;
