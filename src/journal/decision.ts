/** How a payslip field may be decided to be treated. */
export const treatmentNames = [
  'hold',
  'pay',
  'deduct',
  'deduct_to_tax_authority',
  'employer_cost_to_tax_authority',
  'information',
] as const;
export type Treatment = (typeof treatmentNames)[number];

/** A treatment, perhaps with another account than its default. */
export type Decision = Treatment | { readonly as: Treatment; readonly account: string };
