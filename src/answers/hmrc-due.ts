import * as z from 'zod';
import { day, moment, money } from '../ground/written.js';
import { date, listOf, word } from '../views/lists/lists.js';
import { acts, reads } from './answer.js';
import { companyOf, reachedBy, toolsOf, whoOf } from './asked.js';

const inThis = { of: 'Control accounts' } as const;

export const listHmrcDue = reads({
  ...inThis,
  name: 'listHmrcDue',
  at: 'GET /api/hmrc-due',
  role: 'viewer',
  showsPay: 'due to HMRC',
  takes: z.strictObject({ company: word.optional(), from: date.optional(), to: date.optional() }),
  gives: listOf(
    z
      .object({
        id: z.string().meta({ description: 'By which it is said to be paid; as control accounts name it.' }),
        companyId: z.string(),
        company: z.string(),
        what: z.string(),
        month: z.object({ year: z.number().int(), period: z.number().int().optional() }),
        amount: money.optional(),
        isSoFar: z.literal(true).optional().meta({ description: 'Payroll of these days is not filed yet.' }),
        dueOn: day,
        payBy: day.meta({ description: 'The bank working day on or before it.' }),
        reference: z.string().optional(),
        paymentReference: z.string().optional(),
        paid: z
          .object({
            on: day,
            by: z.string(),
            at: moment,
            books: z.enum(['in_books', 'not_in_books', 'not_compared']),
            readOn: day.optional(),
          })
          .optional()
          .meta({ description: 'What a person said, which is no proof, and what the books have of it as last read.' }),
      })
      .meta({ id: 'HmrcDue' }),
  ),
  summary: 'what is due to HMRC, a month back and a month ahead, and what is said to be paid',
  does: async (asked, { company, from, to }) => {
    const { today } = await import('../ground/clock.js');
    const { dueWindow, hmrcDue } = await import('../views/month/hmrc-due.js');
    const { database } = await toolsOf(asked);
    const viewer = await reachedBy(asked, company);
    const window = dueWindow(today(database.clock));
    return { items: [...(await database.read((rows) => hmrcDue(rows, viewer, from ?? window.from, to ?? window.to)))] };
  },
});

export const sayHmrcPaid = acts({
  ...inThis,
  name: 'sayHmrcPaid',
  at: 'POST /api/hmrc-due/paid',
  role: 'reviewer',
  takes: z
    .strictObject({
      company: word,
      id: word.meta({ description: 'Of what was due, as the list has it.' }),
      paidOn: date.nullable().meta({ description: 'The day on which it was paid; null takes back what was said.' }),
    })
    .meta({ id: 'HmrcSaidPaid' }),
  gives: z.object({ company: z.string(), id: z.string(), isSaid: z.boolean() }).meta({ id: 'HmrcPaidSaid' }),
  summary: 'say that HMRC was paid, or take it back: a statement that the books confirm or do not',
  does: async (asked, { company: named, id, paidOn }) => {
    const { sayHmrcPaid: say } = await import('../acts/companies/say-hmrc-paid.js');
    const company = await companyOf(asked, named);
    const said = await say(await toolsOf(asked), company, { who: whoOf(asked), item: id, paidOn });
    return { company: company.name, id, ...said };
  },
});
