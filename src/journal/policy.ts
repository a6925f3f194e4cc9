import * as z from 'zod';
import { isDate } from './dates.js';
import { type Decision, treatmentNames } from './decision.js';

export { type Decision, type Treatment, treatmentNames } from './decision.js';

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
  /** The first pay date that may be posted; null: no cut-over. */
  readonly postFrom: string | null;
  readonly directors: 'role' | 'ni_calc_type';
  /** By user url. */
  readonly roles: Readonly<Record<string, 'director' | 'employee'>>;
  readonly accounts: Accounts;
  /** By payslip field. */
  readonly treatments: Readonly<Record<string, Decision>>;
  readonly studentLoans: 'payeNi' | 'otherDeductions';
  readonly sacrificedPension: 'salary' | 'staffPensions';
  readonly layout: Layout;
  readonly statuses: readonly string[];
  readonly amendments: 'ask' | 'amend' | 'reverse';
  readonly guard: 'on' | 'off';
}

export const defaultPolicy: Policy = {
  mode: 'auto',
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
};

const code = z.string().regex(/^\d{3,4}(-\d+)?$/, 'a nominal code is expected, such as "401"');
const url = z.string().min(1);
const treatment = z.enum(treatmentNames);
const postedTreatment = z.enum(treatmentNames).refine((as) => as !== 'hold' && as !== 'information', {
  message: 'it posts no line, so it cannot name an account',
});
const decision = z.union([treatment, z.strictObject({ as: postedTreatment, account: code })], {
  error: `one of ${treatmentNames.join(', ')} is expected, or { "as": …, "account": … }`,
});
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

const policyShape = z.strictObject({
  mode: z.enum(['auto', 'approve', 'check']).optional(),
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
});

export class WrongPolicy extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The policy is wrong: ${problems.join('; ')}`);
    this.name = 'WrongPolicy';
  }
}

/** What is not said is as in the default; what is not known is an error that names its path. */
export function parsePolicy(json: unknown): Policy {
  const read = policyShape.safeParse(json);
  if (!read.success) throw new WrongPolicy(read.error.issues.map(inWords));
  const given = read.data;
  return {
    ...defaultPolicy,
    ...given,
    accounts: { ...defaultPolicy.accounts, ...given.accounts },
    treatments: { ...defaultPolicy.treatments, ...given.treatments },
  };
}

/** What a person decides of one field; an account only where a line is posted. */
export function parseDecision(json: unknown): Decision {
  const read = decision.safeParse(json);
  if (!read.success) throw new WrongPolicy(read.error.issues.map((issue) => issue.message));
  return read.data;
}

function inWords(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${['policy', ...issue.path, key].join('.')} is not known`).join('; ');
  }
  return `${['policy', ...issue.path].join('.')}: ${issue.message}`;
}
