/** Why a person must look before anything is posted, and what releases each hold. */
export const releases = {
  ambiguous_field: 'decision',
  unknown_money_field: 'decision',
  possible_double_count: 'approval',
  possible_duplicate_payslip: 'approval',
  allowance_exceeds_employer_ni: 'approval',
  allowance_above_maximum: 'approval',
  allowance_not_claimed: 'approval',
  negative_allowance: 'approval',
  negative_employer_ni: 'approval',
  negative_gross: 'approval',
  negative_net_pay: 'approval',
  unsupported_role: 'policy',
  unknown_user: 'payroll',
  payslip_date_outside_tax_year: 'payroll',
  accounts_closed: 'approval',
  not_exact_money: 'payroll',
  missing_account: 'policy',
  split_exceeds_amount: 'decision',
  director_allocated: 'policy',
  already_in_books: 'approval',
  unexplained_movement: 'approval',
  reversed: 're-post',
  // Of payroll that came as files: what a file does not say, or says in two ways.
  net_pay_differs: 'approval',
  taxable_and_ni_pay_differ: 'approval',
  employer_ni_improbable: 'approval',
  employee_ni_improbable: 'approval',
  ni_missing: 'source',
  who_is_who: 'source',
  year_to_date_differs: 'approval',
  paid_by_difference: 'source',
  notional_pay: 'approval',
  off_payroll_worker: 'approval',
  person_unmapped: 'source',
  employer_pension_unknown: 'source',
  pension_total_differs: 'approval',
  relief_at_source_unknown: 'source',
  totals_differ: 'source',
  column_unknown: 'source',
  levy_account_unknown: 'policy',
  cis_not_set_off: 'policy',
  return_before_unknown: 'approval',
  paid_by_two_sources: 'approval',
} as const;

export type HoldCode = keyof typeof releases;
export const holdCodes = Object.keys(releases) as readonly HoldCode[];

export const warningCodes = [
  'negative_tax',
  'role_differs_from_ni_calc_type',
  'statutory_recovery_not_posted',
  'recovery_to_decide',
  'date_outside_tax_month',
  'allowance_caught_up',
  'sole_director_claims_allowance',
  'employer_pension_equals_sacrificed',
  'not_filed',
  'check_not_made',
  'period_differs',
  'employee_ni_improbable',
  'ni_off_each_period',
  'allowance_worked_out',
] as const;
export type WarningCode = (typeof warningCodes)[number];

interface Remark {
  /** In an accountant's words: who, which field, how much, what to do. */
  readonly message: string;
  /** The user's url of the payslip it is about. */
  readonly payslip?: string;
  readonly field?: string;
  readonly amount?: string;
}

export interface Hold extends Remark {
  readonly code: HoldCode;
}

/** Worth knowing; never stops a post. */
export interface Warning extends Remark {
  readonly code: WarningCode;
}
