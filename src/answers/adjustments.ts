import * as z from 'zod';
import type { Acted } from '../acts/act.js';
import { plainBody, roleOf, runActNames, type RunActName, runActOf } from '../acts/run-acts.js';
import { adjustmentKinds, adjustmentName, adjustmentNames, enteredKinds } from '../journal/nouns/adjustment.js';
import { type Adjustment, isAdjustment } from '../record/runs/adjustment.js';
import { runStates } from '../record/runs/run-state.js';
import { day, money } from '../ground/written.js';
import { date, period, word, year } from '../views/lists/lists.js';
import { runId } from '../views/lists/run-id.js';
import { acts, type Asked, type Declared, reads } from './answer.js';
import { companyOf, operationOf, runOf, toolsOf, whoOf } from './asked.js';
import { sending } from './sending.js';

// Recoveries of statutory pay and adjustments of PAYE: journal sets in addition to the pay runs'.
const inThis = { of: 'Adjustments', showsPay: 'adjustments' } as const;

export const adjustmentAnswer = z
  .object({
    id: z.string(),
    company: z.string(),
    companyId: z.string(),
    year: z.number().int(),
    period: z.number().int(),
    kind: z.enum(adjustmentKinds),
    name: z.string().meta({ description: 'Within its tax month: recovery, levy-1.' }),
    datedOn: day,
    state: z.enum(runStates),
    tag: z.string(),
    fingerprint: z.string().optional(),
    journalSet: z.string().optional(),
    taxAuthority: money
      .optional()
      .meta({ description: 'What it adds to what is owed to HMRC; a recovery reduces it.' }),
    dueOn: day.optional(),
    inPayment: z.boolean().meta({ description: 'Payroll’s own payment to HMRC includes it.' }),
    reason: z.string(),
    holds: z.array(z.object({ code: z.string(), message: z.string().optional() })),
    lines: z.array(z.object({ category: z.string(), debit: money, description: z.string() })),
  })
  .meta({
    id: 'Adjustment',
    description:
      'An adjustment. Lists need the right to see pay. Without it the answer of an act has neither lines, `taxAuthority` nor the messages of holds.',
  });
export const adjustedAnswer = z
  .object({ company: z.string(), adjustment: adjustmentAnswer, sending })
  .meta({ id: 'AdjustmentActed' });

const month = { company: word, year, period };

export const listAdjustments = reads({
  ...inThis,
  name: 'listAdjustments',
  at: 'GET /api/adjustments',
  role: 'viewer',
  takes: z.strictObject({
    company: word.optional(),
    year: year.optional(),
    period: period.optional(),
    state: z.enum(runStates).optional(),
  }),
  gives: z.object({ items: z.array(adjustmentAnswer) }),
  summary: 'journal adjustments, the latest first',
  does: async (asked, { company, ...filter }) => {
    const { adjustmentsOf } = await import('../views/run/adjustments.js');
    const { database } = await toolsOf(asked);
    const companyId = company === undefined ? undefined : (await companyOf(asked, company)).id;
    const found = await database.read((rows) => adjustmentsOf(rows, asked.who, { ...filter, companyId }));
    return { items: found.map(({ company: of, adjustment }) => adjustmentShown(of, adjustment)) };
  },
});

export const enterAdjustment = acts({
  ...inThis,
  name: 'enterAdjustment',
  at: 'POST /api/adjustments/:company/:year/:period',
  role: 'reviewer',
  takes: z
    .strictObject({
      ...month,
      kind: z.enum(enteredKinds),
      lines: z.array(z.strictObject({ account: word, amount: word })).max(100),
      dueOn: date.optional().meta({ description: 'When HMRC is to be paid, if not on the usual day.' }),
      inPayment: z.boolean().optional(),
      number: z.number().int().min(1).optional().meta({ description: 'The number of an existing one, to change it.' }),
      another: z.boolean().optional().meta({
        description: 'True enters a new one even though the month has one with the same lines; refused otherwise.',
      }),
      fingerprint: plainBody.shape.fingerprint.meta({
        description: 'With `number`: the fingerprint that you saw. Refused with 409 when it has changed since.',
      }),
      reason: plainBody.shape.reason,
    })
    .meta({ id: 'Adjust', description: 'Debits positive, credits negative; they balance.' }),
  gives: adjustedAnswer,
  summary: 'enter an adjustment of PAYE: levy, Class 1A NI, a correction agreed with HMRC',
  does: async (asked, { company, year: ofYear, period: ofPeriod, ...act }) => {
    const { adjust } = await import('../acts/runs/adjust.js');
    const ref = { company: await companyOf(asked, company), year: ofYear, period: ofPeriod };
    return adjusted(asked, await adjust(await toolsOf(asked), ref, { ...act, who: whoOf(asked) }));
  },
});

export const actsOnAdjustments = runActNames
  .filter((name) => runActOf(name).ofAdjustments)
  .map((name): Declared<z.ZodObject, typeof adjustedAnswer> => actOn(name));

function actOn(name: RunActName) {
  const { body, summary } = runActOf(name);
  const { shape } = body as z.ZodObject;
  return acts({
    ...inThis,
    name: operationOf(name, 'Adjustment'),
    at: `POST /api/adjustments/:company/:year/:period/:name/${name}`,
    role: roleOf(name),
    takes: z.strictObject({ ...month, name: z.string().regex(adjustmentNames), ...shape }).meta(body.meta() ?? {}),
    gives: adjustedAnswer,
    summary,
    does: async (asked, { company, year: ofYear, period: ofPeriod, name: adjustment, ...act }) => {
      const ref = await runOf(asked, { company, year: ofYear, period: ofPeriod, name: adjustment });
      const given = { ...act, who: whoOf(asked) } as unknown as Parameters<ReturnType<typeof runActOf>['does']>[2];
      return adjusted(asked, await runActOf(name).does(await toolsOf(asked), ref, given));
    },
  });
}

/** A recovery shows what someone was paid, and a reviewer need not have the right to see pay. */
export function adjusted({ who: { pay } }: Pick<Asked, 'who'>, { company, run, sending: underway = [] }: Acted) {
  if (!isAdjustment(run)) throw new Error('an act on an adjustment answered with a pay run');
  const adjustment = adjustmentShown(company, run);
  if (pay) return { company, adjustment, sending: underway };
  const holds = adjustment.holds.map(({ code }) => ({ code }));
  return { company, adjustment: { ...adjustment, taxAuthority: undefined, holds, lines: [] }, sending: underway };
}

export const adjustmentShown = (company: string, row: Adjustment) => ({
  ...row,
  id: runId(row),
  company,
  name: adjustmentName(row),
  reason: row.note,
  holds: row.mapped?.holds ?? [],
  lines: row.mapped?.lines ?? [],
});
