/**
 * The one table of payroll: what every payslip field is, what that does to take-home pay, and which lines it makes.
 * Mapping, holds, the "why" of each line and docs/treatments.md all derive from it.
 */
import type { Treatment } from './decision.js';

/** Which account a line goes to; policy and the person's role give its code. */
export type AccountRole =
  | 'salary'
  | 'employerNics'
  | 'staffPensions'
  | 'pensionCreditor'
  | 'payeNi'
  | 'otherDeductions'
  | 'netPay';

/** What a line is about; lines of one kind on one account are written together. */
export type LineKind =
  | 'gross'
  | 'employerNi'
  | 'employerCost'
  | 'taxAuthority'
  | 'net'
  | 'employeePension'
  | 'employeePensionOwed'
  | 'employerPensionOwed'
  | 'employerPension'
  | 'studentLoans'
  | 'salarySacrifice'
  | 'attachments'
  | 'payrollGiving'
  | 'otherDeductions';

/** The sums that accountants use, with exactly the formulas of the design. */
export type SumName =
  | 'gross'
  | 'tax'
  | 'employeeNi'
  | 'loans'
  | 'taxAuthorityDeductions'
  | 'employerNi'
  | 'employerCosts'
  | 'employeePension'
  | 'sacrificedPension'
  | 'salarySacrifice'
  | 'employerPension'
  | 'deductions';

export interface LineRow {
  readonly account: AccountRole;
  readonly sign: 1 | -1;
  readonly kind: LineKind;
}

export interface PartRow {
  readonly means: string;
  /** What it does to take-home pay. */
  readonly net: 1 | -1 | 0;
  readonly sum?: SumName;
  /** The reviewer's word for it. A field decided to be that keeps its own part. */
  readonly treatment?: Treatment;
  /** A decision's account replaces that of the first line. The 902 line of net pay is made from the sums. */
  readonly lines: readonly LineRow[];
}

const debit = (account: AccountRole, kind: LineKind): LineRow => ({ account, sign: 1, kind });
const credit = (account: AccountRole, kind: LineKind): LineRow => ({ account, sign: -1, kind });
const part = <Row extends PartRow>(row: Row): PartRow => row;

const owedToTaxAuthority = [credit('payeNi', 'taxAuthority')];

export const parts = {
  pay: part({ means: 'pay', net: 1, sum: 'gross', treatment: 'pay', lines: [debit('salary', 'gross')] }),
  tax: part({
    means: 'deducted, owed to HMRC',
    net: -1,
    sum: 'tax',
    treatment: 'deduct_to_tax_authority',
    lines: owedToTaxAuthority,
  }),
  employeeNi: part({
    means: 'deducted, owed to HMRC',
    net: -1,
    sum: 'employeeNi',
    treatment: 'deduct_to_tax_authority',
    lines: owedToTaxAuthority,
  }),
  loan: part({
    means: 'deducted, owed to HMRC',
    net: -1,
    sum: 'loans',
    treatment: 'deduct_to_tax_authority',
    lines: owedToTaxAuthority,
  }),
  loanOnOtherDeductions: part({
    means: 'deducted, owed to HMRC, shown with other deductions',
    net: -1,
    sum: 'loans',
    lines: [credit('otherDeductions', 'studentLoans')],
  }),
  taxAuthorityDeduction: part({
    means: 'decided: deducted, owed to HMRC',
    net: -1,
    sum: 'taxAuthorityDeductions',
    treatment: 'deduct_to_tax_authority',
    lines: owedToTaxAuthority,
  }),
  employerNi: part({
    means: "employer's cost, owed to HMRC",
    net: 0,
    sum: 'employerNi',
    treatment: 'employer_cost_to_tax_authority',
    lines: [debit('employerNics', 'employerNi'), ...owedToTaxAuthority],
  }),
  employerCost: part({
    means: "decided: employer's cost, owed to HMRC",
    net: 0,
    sum: 'employerCosts',
    treatment: 'employer_cost_to_tax_authority',
    lines: [debit('employerNics', 'employerCost'), ...owedToTaxAuthority],
  }),
  employeePension: part({
    means: 'deducted, owed to the pension provider',
    net: -1,
    sum: 'employeePension',
    lines: [debit('netPay', 'employeePension'), credit('pensionCreditor', 'employeePensionOwed')],
  }),
  sacrificedPension: part({
    means: 'given up from pay, owed to the pension provider',
    net: -1,
    sum: 'sacrificedPension',
    lines: [credit('pensionCreditor', 'employeePensionOwed')],
  }),
  sacrificedPensionOnStaffPensions: part({
    means: "given up from pay, shown as the employer's pension cost",
    net: -1,
    sum: 'sacrificedPension',
    lines: [
      credit('pensionCreditor', 'employerPensionOwed'),
      credit('salary', 'gross'),
      debit('staffPensions', 'employerPension'),
    ],
  }),
  employerPension: part({
    means: "employer's cost, owed to the pension provider",
    net: 0,
    sum: 'employerPension',
    lines: [debit('staffPensions', 'employerPension'), credit('pensionCreditor', 'employerPensionOwed')],
  }),
  salarySacrifice: part({
    means: 'given up from pay, owed to a third party',
    net: -1,
    sum: 'salarySacrifice',
    lines: [credit('otherDeductions', 'salarySacrifice')],
  }),
  attachment: part({
    means: 'deducted, owed to a third party',
    net: -1,
    sum: 'deductions',
    treatment: 'deduct',
    lines: [credit('otherDeductions', 'attachments')],
  }),
  payrollGiving: part({
    means: 'deducted, owed to a third party',
    net: -1,
    sum: 'deductions',
    treatment: 'deduct',
    lines: [credit('otherDeductions', 'payrollGiving')],
  }),
  deduction: part({
    means: 'deducted, owed to a third party',
    net: -1,
    sum: 'deductions',
    treatment: 'deduct',
    lines: [credit('otherDeductions', 'otherDeductions')],
  }),
  information: part({ means: 'information, no line', net: 0, treatment: 'information', lines: [] }),
  undecided: part({ means: 'held until a person decides', net: 0, treatment: 'hold', lines: [] }),
};
export type Part = keyof typeof parts;

export interface FieldRow {
  readonly field: string;
  readonly words: string;
  readonly part: Part;
  /** Statutory parental pay: HMRC repays part of it, which the payroll data does not show. */
  readonly recovered?: true;
}

const row = (field: string, words: string, of: Part): FieldRow => ({ field, words, part: of });
const recovered = (field: string, words: string): FieldRow => ({ field, words, part: 'pay', recovered: true });

/** Every payslip field that holds a number. */
export const fieldRows: readonly FieldRow[] = [
  row('basic_pay', 'Basic pay', 'pay'),
  row('overtime', 'Overtime', 'pay'),
  row('commission', 'Commission', 'pay'),
  row('bonus', 'Bonus', 'pay'),
  row('allowance', 'Allowance', 'pay'),
  row('absence_payments', 'Absence payments', 'pay'),
  row('other_payments', 'Other payments', 'pay'),
  row('deduction_free_pay', 'Pay free of tax and NI', 'pay'),
  row('statutory_sick_pay', 'Statutory sick pay', 'pay'),
  recovered('statutory_maternity_pay', 'Statutory maternity pay'),
  recovered('statutory_paternity_pay', 'Statutory paternity pay'),
  recovered('additional_statutory_paternity_pay', 'Additional statutory paternity pay'),
  recovered('statutory_adoption_pay', 'Statutory adoption pay'),
  recovered('statutory_parental_bereavement_pay', 'Statutory parental bereavement pay'),
  recovered('statutory_neonatal_care_pay', 'Statutory neonatal care pay'),
  row('tax_deducted', 'Tax deducted', 'tax'),
  row('employee_ni', 'Employee NI', 'employeeNi'),
  row('student_loan_deduction', 'Student loan deduction', 'loan'),
  row('postgrad_loan_deduction', 'Postgraduate loan deduction', 'loan'),
  row('employer_ni', 'Employer NI', 'employerNi'),
  row('employee_pension', 'Employee pension', 'employeePension'),
  row('employee_pension_not_under_net_pay', 'Employee pension (not under net pay)', 'employeePension'),
  row('employee_pension_salary_sacrifice', 'Employee pension by salary sacrifice', 'sacrificedPension'),
  row('employer_pension', 'Employer pension', 'employerPension'),
  row('other_salary_sacrifice_deductions', 'Other salary sacrifice', 'salarySacrifice'),
  row('attachments', 'Attachment of earnings', 'attachment'),
  row('payroll_giving', 'Payroll giving', 'payrollGiving'),
  row('other_deductions_from_net_pay', 'Other deductions from net pay', 'deduction'),
  row('other_deductions', 'Other deductions', 'undecided'),
  row('deductions_subject_to_nic_but_not_paye', 'Deductions subject to NIC but not PAYE', 'undecided'),
  row('pension_earnings_amount', 'Pensionable earnings', 'information'),
  row('hours_worked', 'Hours worked', 'information'),
];

/**
 * Statutory parental pay that the accounting service's documents do not name, though payrolls have it: held like any
 * unknown field, and recovered once it is decided to be pay. The live service sends Northern Ireland's.
 */
export const undocumentedPay: readonly Pick<FieldRow, 'field' | 'words'>[] = [
  { field: 'statutory_shared_parental_pay', words: 'Statutory shared parental pay' },
  {
    field: 'statutory_parental_bereavement_pay_n_ireland',
    words: 'Statutory parental bereavement pay (Northern Ireland)',
  },
];

/** Fields with words, dates and yes-or-no: never money, even if they hold digits (a tax code of "0T" or "60"). */
export const textFields: ReadonlySet<string> = new Set([
  'url',
  'user',
  'tax_code',
  'dated_on',
  'ni_calc_type',
  'frequency',
  'ni_letter',
  'student_loan_deductions_plan',
  'deduct_student_loan',
  'deduct_postgrad_loan',
  'week_1_month_1_basis',
  'leaving_payslip',
  'created_at',
  'updated_at',
]);

/** A pay period's own fields: any other number in it is money that no one has accounted for. */
export const periodFields: ReadonlySet<string> = new Set([
  'url',
  'period',
  'frequency',
  'dated_on',
  'status',
  'employment_allowance_claimed',
  'employment_allowance_amount',
  'construction_industry_scheme_deduction',
  'created_at',
  'updated_at',
  'returned',
  'moved',
  'payslips',
]);

const byField: ReadonlyMap<string, FieldRow> = new Map(fieldRows.map((row) => [row.field, row]));

/** Undefined for an unknown field: it is money until decided, if it holds a number. */
export function fieldRow(field: string): FieldRow | undefined {
  return byField.get(field);
}

const undocumentedWords: ReadonlyMap<string, string> = new Map(
  undocumentedPay.map(({ field, words }) => [field, words]),
);

/** "Other deductions"; an unknown field is shown by its own name. */
export function wordsOf(field: string): string {
  const words = fieldRow(field)?.words ?? undocumentedWords.get(field) ?? field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** By name alone: redundancy and guarantee pay are statutory too, and HMRC repays none of them. */
export function isRecovered(field: string): boolean {
  return fieldRow(field)?.recovered ?? undocumentedWords.has(field);
}

/**
 * What payroll itself owes HMRC and the pension provider cannot be decided away: the books would no longer owe what
 * payroll reports. A hold may be put on what an answer can release; no answer could release a pension.
 */
const owedByPayroll: Readonly<Partial<Record<Part, readonly Treatment[]>>> = {
  tax: ['deduct_to_tax_authority', 'hold'],
  employeeNi: ['deduct_to_tax_authority', 'hold'],
  employerNi: ['employer_cost_to_tax_authority', 'hold'],
  // Some payrolls pay loans over apart from the tax.
  loan: ['deduct_to_tax_authority', 'deduct', 'hold'],
  employeePension: [],
  sacrificedPension: [],
  employerPension: [],
};

/** Tax, NI, loans and pensions: whatever anyone decides, payroll owes them, and they belong in the journal. */
export const isOwedByPayroll = (field: string): boolean => (fieldRow(field)?.part ?? 'undecided') in owedByPayroll;

/** Whether a field may be decided to be that. */
export function mayBe(field: string, as: Treatment): boolean {
  return owedByPayroll[fieldRow(field)?.part ?? 'undecided']?.includes(as) ?? true;
}
