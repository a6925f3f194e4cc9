import type { SplitPart } from '../allocation/split.js';

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

/** A treatment, perhaps with an account other than the usual one, or several. */
export type FieldTreatment =
  | Treatment
  | { readonly as: Treatment; readonly account: string }
  | { readonly as: Treatment; readonly split: readonly SplitPart[] };

/** The accounts that a decision names in place of the default. */
export function accountsNamed(decision: FieldTreatment): readonly string[] {
  if (typeof decision === 'string') return [];
  return 'split' in decision ? decision.split.map(({ account }) => account) : [decision.account];
}
