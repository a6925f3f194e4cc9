import type { Fields } from '../engine/field.js';
import type { JsonObject } from '../engine/json.js';

/** The decimal fields every payslip carries, zero or not. */
const DECIMALS = [
  'basic_pay',
  'tax_deducted',
  'employee_ni',
  'employer_ni',
  'other_deductions',
  'student_loan_deduction',
  'postgrad_loan_deduction',
  'overtime',
  'commission',
  'bonus',
  'allowance',
  'statutory_sick_pay',
  'statutory_maternity_pay',
  'statutory_paternity_pay',
  'statutory_adoption_pay',
  'statutory_parental_bereavement_pay',
  'statutory_neonatal_care_pay',
  'absence_payments',
  'other_payments',
  'employee_pension',
  'employer_pension',
  'attachments',
  'payroll_giving',
  'additional_statutory_paternity_pay',
  'deductions_subject_to_nic_but_not_paye',
  'other_deductions_from_net_pay',
  'employee_pension_not_under_net_pay',
  'other_salary_sacrifice_deductions',
  'employee_pension_salary_sacrifice',
  'deduction_free_pay',
  'hours_worked',
];

export const PAYSLIP_FIELDS: Fields = {
  user: { type: 'uri' },
  tax_code: { type: 'string' },
  dated_on: { type: 'date' },
  ...Object.fromEntries(DECIMALS.map((name) => [name, { type: 'decimal' }])),
  pension_earnings_amount: { type: 'decimal' },
  // Not in the specification: the live service was seen to send it.
  statutory_parental_bereavement_pay_n_ireland: { type: 'decimal' },
  ni_calc_type: { type: 'string', values: ['Director', 'Employee'] },
  frequency: { type: 'string' },
  ni_letter: { type: 'string' },
  student_loan_deductions_plan: { type: 'string', values: ['Plan 1', 'Plan 2'] },
  deduct_student_loan: { type: 'boolean' },
  deduct_postgrad_loan: { type: 'boolean' },
  week_1_month_1_basis: { type: 'boolean' },
  leaving_payslip: { type: 'boolean' },
};

const PAYSLIP_DEFAULTS: JsonObject = {
  tax_code: '1257L',
  ...Object.fromEntries(DECIMALS.map((name) => [name, '0.0'])),
  ni_calc_type: 'Employee',
  frequency: 'Monthly',
  ni_letter: 'A',
  deduct_student_loan: false,
  deduct_postgrad_loan: false,
  week_1_month_1_basis: false,
  leaving_payslip: false,
};

/** A whole payslip, with defaults for the fields that are not given. */
export function wholePayslip(given: JsonObject): JsonObject {
  return { user: given['user'], ...PAYSLIP_DEFAULTS, ...given };
}
