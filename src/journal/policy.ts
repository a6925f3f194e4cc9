import * as z from 'zod';
import { type Allocations, allocationsShape, datedFromTheStart } from './allocation/allocation-of-cost.js';
import { nominalCode } from './chart.js';
import { isDate } from './dates.js';
import { type FieldTreatment, kindOf, treatmentNames } from './mapping/decision.js';
import { mayBe } from './mapping/treatments.js';
import { type ControlsPolicy, controlsShape, defaultControls } from './controls/controls-policy.js';
import { warningCodes } from './holds.js';
import { nearest } from './nearest.js';
import { type SplitPart, splitShape } from './allocation/split.js';

export { type FieldTreatment, type Treatment, treatmentNames } from './mapping/decision.js';

export interface Accounts {
  readonly salaries: string;
  readonly employerNics: string;
  readonly staffPensions: string;
  readonly directorsSalaries: string;
  readonly directorsEmployerNics: string;
  readonly directorsPensions: string;
  readonly pensionCreditor: string;
  readonly payeNi: string;
  readonly otherDeductions: string;
  readonly netPay: string;
}

export type Layout =
  | 'itemised'
  | 'summarised'
  | { readonly merged: { readonly controlUser: string } | { readonly liabilityCategory: string } };

/** How one company's payroll is posted. */
export interface Policy {
  readonly mode: 'auto' | 'approve' | 'check';
  /** Two: whoever decided, approved or amended a pay run may neither post it nor sign it off. */
  readonly approval: 'one' | 'two';
  /** The first pay date that may be posted; null: no cut-over. */
  readonly postFrom: string | null;
  readonly directors: 'role' | 'ni_calc_type';
  /** By user url. */
  readonly roles: Readonly<Record<string, 'director' | 'employee'>>;
  readonly accounts: Accounts;
  /** By payslip field. */
  readonly treatments: Readonly<Record<string, FieldTreatment>>;
  readonly studentLoans: 'payeNi' | 'otherDeductions';
  readonly sacrificedPension: 'salary' | 'staffPensions';
  readonly layout: Layout;
  readonly statuses: readonly string[];
  readonly amendments: 'ask' | 'amend' | 'reverse';
  readonly guard: 'on' | 'off';
  /** `before`: nothing of a month is posted until the client has approved its payments. */
  readonly clientApproval: 'after' | 'before';
  /** By user url: the people whose cost goes to other accounts. */
  readonly allocations: Allocations;
  readonly recovery: RecoveryPolicy;
  readonly controls: ControlsPolicy;
  /** How far gross pay may differ from the month before without a closer look; null for any difference. */
  readonly variance: Variance | null;
  /** Codes of warnings that need no closer look. */
  readonly expectedWarnings: readonly string[];
}

/** If both are given, both must be exceeded: a large share of a small payroll is a small amount. */
export interface Variance {
  readonly percent?: number;
  /** In pounds. */
  readonly amount?: string;
}

/** Whether and how recovered statutory parental pay is posted. */
export interface RecoveryPolicy {
  readonly post: 'off' | 'ask' | 'auto';
  /** Tax months that end before this day are left alone; null if none are. */
  readonly from: string | null;
  /** Null while nobody knows: then a person is asked. */
  readonly smallEmployer: 'yes' | 'no' | null;
}

export const defaultPolicy: Policy = {
  mode: 'auto',
  approval: 'one',
  postFrom: null,
  directors: 'role',
  roles: {},
  accounts: {
    salaries: '401',
    employerNics: '402',
    staffPensions: '403',
    directorsSalaries: '407',
    directorsEmployerNics: '408',
    directorsPensions: '403',
    pensionCreditor: '813',
    payeNi: '814',
    otherDeductions: '815',
    netPay: '902',
  },
  treatments: { other_deductions: 'hold', deductions_subject_to_nic_but_not_paye: 'hold' },
  studentLoans: 'payeNi',
  sacrificedPension: 'salary',
  layout: 'itemised',
  statuses: ['filed'],
  amendments: 'ask',
  guard: 'on',
  clientApproval: 'after',
  allocations: {},
  recovery: { post: 'ask', from: null, smallEmployer: null },
  controls: defaultControls,
  variance: null,
  expectedWarnings: [],
};

const code = z.string().regex(nominalCode, 'a nominal code is expected, such as "401"');
const url = z.string().min(1);
const treatment = z.enum(treatmentNames);
const postedTreatment = z.enum(treatmentNames).refine((as) => as !== 'hold' && as !== 'information', {
  message: 'it posts no line, so it cannot name an account',
});
const split = splitShape(code);
const decisionWords = `one of ${treatmentNames.join(', ')} is expected, or { "as": …, "account": … } or { "as": …, "split": [ … ] }`;
const decision = z.union(
  [treatment, z.strictObject({ as: postedTreatment, account: code }), z.strictObject({ as: postedTreatment, split })],
  { error: (issue) => splitProblem(issue.input) ?? decisionWords },
);
const layout = z.union(
  [
    z.enum(['itemised', 'summarised']),
    z.strictObject({
      merged: z.union([z.strictObject({ controlUser: url }), z.strictObject({ liabilityCategory: code })]),
    }),
  ],
  {
    error:
      '"itemised", "summarised", { "merged": { "controlUser": … } } or { "merged": { "liabilityCategory": … } } is expected',
  },
);

const allocations = allocationsShape(code);
const recovery = z
  .strictObject({
    post: z.enum(['off', 'ask', 'auto']),
    from: z.string().refine(isDate, 'a date is expected, such as "2026-04-06"').nullable(),
    smallEmployer: z.enum(['yes', 'no']).nullable(),
  })
  .partial()
  .refine(({ post, smallEmployer }) => post !== 'auto' || (smallEmployer ?? null) !== null, {
    message: '"auto" needs smallEmployer: "yes" or "no"',
  });

const variance = z
  .strictObject({
    percent: z.number().positive().max(1000),
    amount: z.string().regex(/^\d{1,9}(\.\d{2})?$/, 'pounds are expected, such as "500" or "500.00"'),
  })
  .partial()
  .refine(({ percent, amount }) => percent !== undefined || amount !== undefined, 'a percent, an amount or both');

const policyShape = z.strictObject({
  mode: z.enum(['auto', 'approve', 'check']).optional(),
  approval: z.enum(['one', 'two']).optional(),
  postFrom: z.string().refine(isDate, 'a date is expected, such as "2025-10-06"').nullable().optional(),
  directors: z.enum(['role', 'ni_calc_type']).optional(),
  roles: z.record(url, z.enum(['director', 'employee'])).optional(),
  accounts: z
    .strictObject({
      salaries: code,
      employerNics: code,
      staffPensions: code,
      directorsSalaries: code,
      directorsEmployerNics: code,
      directorsPensions: code,
      pensionCreditor: code,
      payeNi: code,
      otherDeductions: code,
      netPay: code,
    })
    .partial()
    .optional(),
  treatments: z.record(z.string().min(1), decision).optional(),
  studentLoans: z.enum(['payeNi', 'otherDeductions']).optional(),
  sacrificedPension: z.enum(['salary', 'staffPensions']).optional(),
  layout: layout.optional(),
  statuses: z.array(z.string().min(1)).min(1).optional(),
  amendments: z.enum(['ask', 'amend', 'reverse']).optional(),
  guard: z.enum(['on', 'off']).optional(),
  clientApproval: z.enum(['after', 'before']).optional(),
  allocations: allocations.optional(),
  recovery: recovery.optional(),
  controls: controlsShape(code).optional(),
  variance: variance.nullable().optional(),
  expectedWarnings: z
    .array(z.string().min(1).max(60), 'a list of codes is expected, such as ["negative_tax"]')
    .optional(),
});

export class WrongPolicy extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The policy is wrong: ${problems.join('; ')}`);
    this.name = 'WrongPolicy';
  }
}

/** Settings left out take their default; an unknown one is an error that names its path. */
export function parsePolicy(json: unknown): Policy {
  const read = policyShape.safeParse(json);
  if (!read.success) throw new WrongPolicy(read.error.issues.map((issue) => inWords(issue)));
  const given = read.data;
  return {
    ...defaultPolicy,
    ...given,
    accounts: { ...defaultPolicy.accounts, ...given.accounts },
    treatments: { ...defaultPolicy.treatments, ...given.treatments },
    recovery: { ...defaultPolicy.recovery, ...given.recovery },
    controls: { ...defaultPolicy.controls, ...given.controls },
  };
}

/**
 * A policy that somebody gives now. A stored one may name a warning that no longer exists, or treat a field as it may
 * not be: it is read all the same, and may keep that when something else changes.
 */
export function givenPolicy(json: unknown, before?: Pick<Policy, 'expectedWarnings' | 'treatments'>): Policy {
  const policy = parsePolicy(json);
  const known: readonly string[] = [...warningCodes, ...(before?.expectedWarnings ?? [])];
  const unknown = policy.expectedWarnings.filter((code) => !known.includes(code));
  const problems = [...unknown.map(unknownWarning), ...wrongTreatments(policy.treatments, before?.treatments)];
  if (problems.length > 0) throw new WrongPolicy(problems);
  return policy;
}

function wrongTreatments(given: Policy['treatments'], before: Policy['treatments'] = {}): readonly string[] {
  const isKept = (field: string, as: FieldTreatment) =>
    Object.hasOwn(before, field) && JSON.stringify(before[field]) === JSON.stringify(as);
  return Object.entries(given)
    .filter(([field, as]) => !mayBe(field, kindOf(as)) && !isKept(field, as))
    .map(([field, as]) => `policy.treatments.${field}: payroll itself owes this; it cannot be ${kindOf(as)}`);
}

function unknownWarning(code: string): string {
  const meant = nearest(code, warningCodes).map((name) => `"${name}"`);
  const words = meant.length > 0 ? `did you mean ${meant.join(' or ')}?` : `there are ${warningCodes.join(', ')}`;
  return `policy.expectedWarnings: "${code}" is not a warning; ${words}`;
}

/** A person's decision about one field; it can name an account only if it posts a line. */
export function parseDecision(json: unknown): FieldTreatment {
  const read = decision.safeParse(json);
  if (!read.success) throw new WrongPolicy(read.error.issues.map((issue) => issue.message));
  return read.data;
}

/** Allocations given with a document are written as in the policy, but a rule may be without a date. */
export function parseAllocations(json: unknown): Allocations {
  return parsedAs(allocations, datedFromTheStart(json), 'allocations');
}

/** How one field's amount is split over accounts. */
export function parseSplit(json: unknown, at: string): readonly SplitPart[] {
  return parsedAs(split, json, at);
}

function parsedAs<Out>(shape: z.ZodType<Out>, json: unknown, at: string): Out {
  const read = shape.safeParse(json);
  if (!read.success) throw new WrongPolicy(read.error.issues.map((issue) => inWords(issue, at)));
  return read.data;
}

/** The union's message hides what is wrong with the split, so the split's own message is used. */
function splitProblem(input: unknown): string | undefined {
  const given = typeof input === 'object' && input !== null && 'split' in input ? input.split : undefined;
  return given === undefined ? undefined : split.safeParse(given).error?.issues[0]?.message;
}

function inWords(issue: z.core.$ZodIssue, root = 'policy'): string {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${[root, ...issue.path, key].join('.')} is not known`).join('; ');
  }
  return `${[root, ...issue.path].join('.')}: ${issue.message}`;
}
