import * as z from 'zod';
import { WrongShape } from '../../../books/wrong-shape.js';
import type { Allocations } from '../../../journal/nouns/allocation-of-cost.js';
import { isDate } from '../../../journal/nouns/dates.js';
import { type FieldTreatment, type Treatment, treatmentNames } from '../../../journal/policy/decision.js';
import { Money } from '../../../journal/nouns/money.js';
import { pathOf } from '../../../journal/nouns/pay-run.js';
import { type Policy, parseAllocations, parseSplit } from '../../../journal/policy/policy.js';
import type { PaymentsGiven } from '../../../journal/paye/adjustments-of.js';
import type { ClaimedPay } from '../../../journal/mapping/claims.js';
import { isRecovered, mayBe, parts, fieldRow } from '../../../journal/policy/treatments.js';

const money = z
  .string()
  .refine((text) => Money.tryParse(text) !== undefined, 'an amount in pounds and pence is expected, such as "339.81"')
  .transform((text) => Money.parse(text));
const payments = z.array(
  z
    .object({
      due_on: z.string().refine(isDate, 'a date is expected, such as "2025-07-22"'),
      amount_due: money.nullish(),
    })
    .transform(({ due_on: dueOn, amount_due: amountDue }) => ({ dueOn, amountDue: amountDue ?? undefined })),
);

type Answer = boolean | 'yes' | 'no' | null | { readonly [about: string]: Answer };
const answer: z.ZodType<Answer> = z.lazy(() =>
  z.union([z.boolean(), z.enum(['yes', 'no']), z.null(), z.record(z.string(), answer)], {
    error: '"yes" or "no" is expected, or one of them by user or by kind of statutory pay',
  }),
);
const decisions = z.strictObject({
  split: z.record(z.string().min(1), z.unknown()).default({}),
  small_employer: answer.default(null),
  levy: money.default(Money.zero),
  credit_brought_forward: money.default(Money.zero),
});

export function parseGiven(document: Readonly<Record<string, unknown>>, policy: Policy): PaymentsGiven {
  const given = read(decisions, document.decisions ?? {}, 'decisions');
  checkSubjects(given.small_employer);
  const splits = Object.entries(given.split).map(([field, one]) => [field, splitOf(field, one, policy)] as const);
  return {
    payments: read(payments, document.payments ?? [], 'payments'),
    policy: {
      ...policy,
      treatments: { ...policy.treatments, ...Object.fromEntries(splits) },
      allocations: withAllocations(policy.allocations, parseAllocations(document.allocations ?? {})),
    },
    smallEmployer: (pay) => answerOn(pay, given.small_employer) ?? ofPolicy(policy),
    levy: given.levy,
    creditBroughtForward: given.credit_brought_forward,
  };
}

/** Allocations in the document replace those of the policy, whatever host names the user. */
function withAllocations(ofPolicy: Allocations, given: Allocations): Allocations {
  const named = new Set(Object.keys(given).map(pathOf));
  return { ...Object.fromEntries(Object.entries(ofPolicy).filter(([user]) => !named.has(pathOf(user)))), ...given };
}

function ofPolicy({ recovery: { smallEmployer } }: Policy): boolean | undefined {
  return smallEmployer === null ? undefined : smallEmployer === 'yes';
}

/** A claim belongs to a person and a kind of pay, so an answer may be given for either, or for both. */
function answerOn(pay: ClaimedPay, given: Answer | undefined): boolean | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given !== 'object') return given === true || given === 'yes';
  for (const [about, one] of Object.entries(given)) {
    if (pathOf(about) !== pay.userPath && about !== pay.field && about !== pay.kind) continue;
    const found = answerOn(pay, one);
    if (found !== undefined) return found;
  }
  return undefined;
}

function checkSubjects(given: Answer): void {
  if (typeof given !== 'object' || given === null) return;
  for (const [about, one] of Object.entries(given)) {
    if (!about.includes('/') && !isRecovered(about))
      throw new WrongShape([`decisions.small_employer.${about}: a user's url or a statutory pay is expected`]);
    checkSubjects(one);
  }
}

/** The field keeps its own treatment unless another is given with the parts. */
function splitOf(field: string, given: unknown, policy: Policy): FieldTreatment {
  const at = `decisions.split.${field}`;
  const named = typeof given === 'object' && given !== null && 'split' in given ? given : { split: given };
  const as = 'as' in named ? read(z.enum(treatmentNames), named.as, `${at}.as`) : usualTreatment(field, policy);
  if (as === undefined || as === 'hold' || as === 'information')
    throw new WrongShape([`${at}: ${field} posts no line that can be split`]);
  if (!mayBe(field, as)) throw new WrongShape([`${at}.as: payroll itself owes this; it cannot be ${as}`]);
  return { as, split: parseSplit(named.split, at) };
}

function usualTreatment(field: string, { treatments }: Policy): Treatment | undefined {
  const decided = Object.hasOwn(treatments, field) ? treatments[field] : undefined;
  const as = typeof decided === 'object' ? decided.as : decided;
  if (as !== undefined && as !== 'hold') return as;
  const usual = fieldRow(field)?.part ?? 'undecided';
  if (usual === 'undecided' || usual === 'salarySacrifice') return 'deduct';
  return parts[usual].treatment;
}

function read<Out>(shape: z.ZodType<Out>, json: unknown, at: string): Out {
  const found = shape.safeParse(json);
  if (found.success) return found.data;
  const problems = found.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `${at}.${key} is not known`).join('; ')
      : `${[at, ...issue.path].join('.')}: ${issue.message}`,
  );
  throw new WrongShape(problems);
}
