import * as z from 'zod';
import { type SplitPart, splitShape } from '../nouns/split.js';
import { codeShape } from '../nouns/chart.js';

/** The ways in which a payslip field can be treated. */
export const treatmentNames = [
  'hold',
  'pay',
  'deduct',
  'deduct_to_tax_authority',
  'employer_cost_to_tax_authority',
  'information',
] as const;
export type Treatment = (typeof treatmentNames)[number];

/** How far a decision about a field reaches, narrowest first: the narrowest in force is the one that counts. */
export const decisionScopes = ['payslip', 'run', 'person', 'company', 'practice'] as const;
export type DecisionScope = (typeof decisionScopes)[number];

/** These scopes belong to one pay run, and end with it; the others hold from then on. */
export const isOfOneRun = (scope: DecisionScope): boolean => scope === 'payslip' || scope === 'run';
/** These scopes are of one person. */
export const isOfOnePerson = (scope: DecisionScope): boolean => scope === 'payslip' || scope === 'person';

/** A treatment, perhaps with an account other than the usual one, or several. */
export type FieldTreatment =
  | Treatment
  | { readonly as: Treatment; readonly account: string }
  | { readonly as: Treatment; readonly split: readonly SplitPart[] };

/** What it is decided to be, whichever account is named. */
export const kindOf = (decision: FieldTreatment): Treatment => (typeof decision === 'string' ? decision : decision.as);

/** The accounts that a decision names in place of the default. */
export function accountsNamed(decision: FieldTreatment): readonly string[] {
  if (typeof decision === 'string') return [];
  return 'split' in decision ? decision.split.map(({ account }) => account) : [decision.account];
}

const posted = z.enum(treatmentNames).refine((as) => as !== 'hold' && as !== 'information', {
  message: 'it posts no line, so it cannot name an account',
});
const expected = `one of ${treatmentNames.join(', ')} is expected, or { "as": …, "account": … } or { "as": …, "split": [ … ] }`;

/** A decision about one field; it can name an account only if it posts a line. */
export const decisionShape: z.ZodType<FieldTreatment> = z.union(
  [
    z.enum(treatmentNames),
    z.strictObject({ as: posted, account: codeShape }),
    z.strictObject({ as: posted, split: splitShape }),
  ],
  { error: (issue) => splitProblem(issue.input) ?? expected },
);

/** The union's message hides what is wrong with the split, so the split's own message is used. */
function splitProblem(input: unknown): string | undefined {
  const given = typeof input === 'object' && input !== null && 'split' in input ? input.split : undefined;
  return given === undefined ? undefined : splitShape.safeParse(given).error?.issues[0]?.message;
}
