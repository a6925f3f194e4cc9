import { z } from 'zod';

/**
 * What commands answer with `--json`, read strictly wherever a test runs one: a field that is not named here, or one that
 * is missing, fails the test. experience.md has the contract of the first six; a command that is not in the table has no schema yet.
 */
const text = z.string();
const count = z.number().int().nonnegative();
const money = z.string().regex(/^-?\d+(?:\.\d{1,2})?$/);
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

const remark = z.strictObject({
  ...{ code: text, message: text, payslip: text.optional(), field: text.optional(), amount: money.optional() },
  figures: z.record(text, money).optional(),
});
const problem = z.strictObject({ title: text, detail: text, todo: text });
const run = {
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
const adjustment = z.strictObject({
  ...run,
  ...{ number: count.nullable(), name: text, taxAuthority: money, reason: text, dueOn: day.optional() },
  ...{ inPayment: z.boolean(), actor: text, lines: z.array(line) },
});
const paid = z.strictObject({
  ...{ user: text, name: text, role: text, director: z.boolean(), gross: money, tax: money, employeeNi: money },
  ...{ employerNi: money, pension: money.optional(), net: money },
});
const totals = z.strictObject({ gross: money, net_pay: money, tax_authority: money, pension: money, other: money });
const shown = z.strictObject({
  ...run,
  ...{ totals, payslips: z.array(paid), lines: z.array(line), plan: z.looseObject({ kind: text }).nullable() },
  history: z.array(
    z.strictObject({
      ...{ at: text, act: text, outcome: text, actor: text, trigger: text, answer: text.nullable() },
    }),
  ),
  decisions: z.array(z.looseObject({ id: text, short: text, whyNotTakenBack: text.nullable() })),
  adjustments: z.array(adjustment),
});
const synced = z.strictObject({
  company: text,
  ...{ posted: count, adopted: count, amended: count, ready: count, held: count, inDoubt: count, changed: count },
  ...{ drift: count, refused: count, notReady: count, nothing: count, unchanged: count, requests: count },
  error: problem.optional(),
});
const place = { account: text, user: text.optional(), name: text };
const openPart = z.strictObject({
  ...{ id: text, item: text, due: day, amount: money, state: text, hints: z.array(text), reason: text.optional() },
});
const controls = z.strictObject({
  ...{ company: text, companyId: text, state: z.enum(['clear', 'open', 'cannot_tell', 'unread']) },
  causes: z.array(
    z.strictObject({ what: text, todo: text, accounts: z.array(z.strictObject({ ...place, amount: money })) }),
  ),
  accounts: z.array(z.strictObject({ ...place, balance: money, notDue: money, known: money, open: z.array(openPart) })),
  ...{ readAt: text.nullable(), asOn: day.nullable() },
});
const yearAccount = z.strictObject({
  ...{ account: text, name: text, payslips: money, books: money, difference: money },
  because: z.array(z.strictObject({ what: text, amount: money })),
});
const yearSpan = z.strictObject({
  ...{ company: text, year: z.enum(['tax_year', 'accounting_year']), from: day, to: day, isPart: z.boolean() },
  ...{ payRuns: count, agrees: z.boolean(), waiting: z.array(text) },
  ...{ costs: z.array(yearAccount), liabilities: z.array(yearAccount) },
});
const finding = z.strictObject({
  ...{ company: text, tag: text, problem: z.enum(['missing', 'edited', 'doubled', 'foreign']) },
  ...{ journalSet: text.optional(), detail: text },
});
const company = z.strictObject({
  ...{ company: text, subdomain: text.nullable(), life: text, mode: text, postFrom: day.nullable() },
  ...{ policyVersion: count, lastSyncedAt: text.nullable(), problem: text.nullable() },
});
const digest = z.strictObject({
  companies: z.array(
    z.strictObject({
      ...{ company: text, needsYou: count, ready: count, clientAsks: count, clientSilent: count, notSynced: count },
      notSyncedSince: text.optional(),
    }),
  ),
  due: z.strictObject({ on: day, month: text }).optional(),
});

/** By command. */
const schemas: Readonly<Record<string, z.ZodType>> = {
  runs: z.array(z.union([adjustment, z.strictObject(run)])),
  show: z.union([shown, shown.extend(adjustment.shape)]),
  sync: z.strictObject({ sync: z.uuid(), companies: z.array(synced) }),
  verify: z.array(finding),
  controls: z.union([z.array(controls), z.array(yearSpan)]),
  companies: z.array(company),
  digest,
  'month-file': z.array(z.strictObject({ company: text, file: text, bytes: count })),
};
const failed = z.strictObject({ error: problem });

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
}

/** Throws if the answer of a command is not as it is described. */
export function holdToSchema(args: readonly string[], { code, stdout }: Ended): void {
  const schema = schemas[args[0] ?? ''];
  if (schema === undefined || !args.includes('--json') || args.includes('--help') || stdout === '') return;
  const answer: unknown = JSON.parse(stdout);
  const isError = code !== 0 && code !== 3 && typeof answer === 'object' && answer !== null && 'error' in answer;
  const read = (isError ? failed : schema).safeParse(answer);
  if (!read.success)
    throw new Error(`counterfoil ${args.join(' ')} does not answer as described: ${z.prettifyError(read.error)}`);
}
