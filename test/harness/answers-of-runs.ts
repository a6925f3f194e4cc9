import { z } from 'zod';

/** What commands answer of pay runs, control accounts and books with `--json`. */

export const text = z.string();
export const count = z.number().int().nonnegative();
export const money = z.string().regex(/^-?\d+(?:\.\d{1,2})?$/);
export const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

export const remark = z.strictObject({
  ...{ code: text, message: text, payslip: text.optional(), field: text.optional(), amount: money.optional() },
  figures: z.record(text, money).optional(),
});
export const problem = z.strictObject({ title: text, detail: text, todo: text });
const runFields = {
  id: text,
  ...{ company: text, source: text.optional(), year: count, period: count, datedOn: day, state: text, tag: text },
  kind: z.enum(['payroll', 'recovery', 'levy', 'class1a', 'cis', 'other']),
  journalSet: text.optional(),
  holds: z.array(remark.omit({ figures: true })),
  warnings: z.array(remark),
};
const why = z.strictObject({
  because: text,
  ...{ payslip: text.optional(), field: text.optional(), percent: text.optional(), rate: text.optional() },
  ...{ rest: z.literal(true).optional(), employerNi: money.optional(), ofEmployerNi: money.optional() },
  ...{ of: money, amount: money, pennies: z.number().int().optional() },
});
const line = z.strictObject({
  ...{ category: text, user: text.optional(), debit: money, description: text, payslip: text.optional() },
  ...{ from: z.array(text).optional(), why: z.array(why).optional(), url: text.optional() },
});
export const adjustment = z.strictObject({
  ...runFields,
  ...{ number: count.nullable(), name: text, taxAuthority: money, reason: text, dueOn: day.optional() },
  ...{ inPayment: z.boolean(), actor: text, lines: z.array(line) },
});
export const totals = z.strictObject({
  gross: money,
  net_pay: money,
  tax_authority: money,
  pension: money,
  other: money,
});
export const run = z.strictObject(runFields);
export const synced = z.strictObject({
  company: text,
  ...{ posted: count, adopted: count, amended: count, ready: count, held: count, inDoubt: count, changed: count },
  ...{ drift: count, refused: count, notReady: count, nothing: count, unchanged: count, requests: count },
  error: problem.optional(),
});
const yearAccount = z.strictObject({
  ...{ account: text, name: text, payslips: money, books: money, difference: money },
  because: z.array(z.strictObject({ what: text, amount: money })),
});
export const yearSpan = z.strictObject({
  ...{ company: text, year: z.enum(['tax_year', 'accounting_year']), from: day, to: day, isPart: z.boolean() },
  ...{ payRuns: count, agrees: z.boolean(), waiting: z.array(text) },
  ...{ costs: z.array(yearAccount), liabilities: z.array(yearAccount) },
});
export const finding = z.strictObject({
  ...{ company: text, tag: text, problem: z.enum(['missing', 'edited', 'doubled', 'foreign']) },
  ...{ journalSet: text.optional(), detail: text },
});

/** A declared answer, read strictly: no field but those that it names. */
export const strictly = (answer: z.ZodType): z.ZodType =>
  z.fromJSONSchema(z.toJSONSchema(answer, { io: 'output' }) as Parameters<typeof z.fromJSONSchema>[0]);
