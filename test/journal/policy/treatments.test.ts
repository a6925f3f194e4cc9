import { readFileSync, writeFileSync } from 'node:fs';
import {
  fieldRow,
  fieldRows,
  isRecovered,
  parts,
  textFields,
  undocumentedPay,
  wordsOf,
} from '../../../src/journal/policy/treatments.js';
import { treatmentsPage } from './treatments-page.js';

/** Section 2.18 of the specification, word for word. */
const specified = {
  numbers:
    'basic_pay, tax_deducted, employee_ni, employer_ni, other_deductions, student_loan_deduction, postgrad_loan_deduction, overtime, commission, bonus, allowance, statutory_sick_pay, statutory_maternity_pay, statutory_paternity_pay, statutory_adoption_pay, statutory_parental_bereavement_pay, statutory_neonatal_care_pay, absence_payments, other_payments, employee_pension, employer_pension, attachments, payroll_giving, additional_statutory_paternity_pay, deductions_subject_to_nic_but_not_paye, other_deductions_from_net_pay, employee_pension_not_under_net_pay, other_salary_sacrifice_deductions, employee_pension_salary_sacrifice, pension_earnings_amount, deduction_free_pay, hours_worked',
  others:
    'user, tax_code, dated_on, ni_calc_type, frequency, ni_letter, student_loan_deductions_plan, deduct_student_loan, deduct_postgrad_loan, week_1_month_1_basis, leaving_payslip, created_at, updated_at',
};

test('every number field of the specification is in the table, once, and nothing else is', () => {
  expect(fieldRows.map(({ field }) => field).sort()).toEqual(specified.numbers.split(', ').sort());
});

test('every text, date and yes-or-no field of the specification is known not to be money', () => {
  expect([...textFields].sort()).toEqual(['url', ...specified.others.split(', ')].sort());
  for (const field of textFields) expect(fieldRow(field)).toBeUndefined();
});

/** accounting.md, as it groups them. */
test.each([
  [
    'pay',
    'basic_pay overtime commission bonus allowance absence_payments other_payments deduction_free_pay statutory_sick_pay statutory_maternity_pay statutory_paternity_pay statutory_adoption_pay statutory_parental_bereavement_pay statutory_neonatal_care_pay additional_statutory_paternity_pay',
  ],
  ['tax', 'tax_deducted'],
  ['employeeNi', 'employee_ni'],
  ['loan', 'student_loan_deduction postgrad_loan_deduction'],
  ['employerNi', 'employer_ni'],
  ['employeePension', 'employee_pension employee_pension_not_under_net_pay'],
  ['sacrificedPension', 'employee_pension_salary_sacrifice'],
  ['salarySacrifice', 'other_salary_sacrifice_deductions'],
  ['employerPension', 'employer_pension'],
  ['attachment', 'attachments'],
  ['payrollGiving', 'payroll_giving'],
  ['deduction', 'other_deductions_from_net_pay'],
  ['undecided', 'other_deductions deductions_subject_to_nic_but_not_paye'],
  ['information', 'pension_earnings_amount hours_worked'],
] as const)('%s: %s', (part, fields) => {
  expect(
    fieldRows
      .filter((row) => row.part === part)
      .map(({ field }) => field)
      .sort(),
  ).toEqual(fields.split(' ').sort());
});

/** The lines of accounting.md, the sum that each part counts in, and what a field must be decided to be to stay that part. */
test.each([
  ['pay', 'gross', 'pay', '+salary gross'],
  ['tax', 'tax', 'deduct_to_tax_authority', '-payeNi taxAuthority'],
  ['employeeNi', 'employeeNi', 'deduct_to_tax_authority', '-payeNi taxAuthority'],
  ['loan', 'loans', 'deduct_to_tax_authority', '-payeNi taxAuthority'],
  ['loanOnOtherDeductions', 'loans', undefined, '-otherDeductions studentLoans'],
  ['taxAuthorityDeduction', 'taxAuthorityDeductions', 'deduct_to_tax_authority', '-payeNi taxAuthority'],
  ['employerNi', 'employerNi', 'employer_cost_to_tax_authority', '+employerNics employerNi, -payeNi taxAuthority'],
  [
    'employerCost',
    'employerCosts',
    'employer_cost_to_tax_authority',
    '+employerNics employerCost, -payeNi taxAuthority',
  ],
  ['employeePension', 'employeePension', undefined, '+netPay employeePension, -pensionCreditor employeePensionOwed'],
  ['sacrificedPension', 'sacrificedPension', undefined, '-pensionCreditor employeePensionOwed'],
  [
    'sacrificedPensionOnStaffPensions',
    'sacrificedPension',
    undefined,
    '-pensionCreditor employerPensionOwed, -salary gross, +staffPensions employerPension',
  ],
  [
    'employerPension',
    'employerPension',
    undefined,
    '+staffPensions employerPension, -pensionCreditor employerPensionOwed',
  ],
  ['salarySacrifice', 'salarySacrifice', undefined, '-otherDeductions salarySacrifice'],
  ['attachment', 'deductions', 'deduct', '-otherDeductions attachments'],
  ['payrollGiving', 'deductions', 'deduct', '-otherDeductions payrollGiving'],
  ['deduction', 'deductions', 'deduct', '-otherDeductions otherDeductions'],
  ['information', undefined, 'information', ''],
  ['undecided', undefined, 'hold', ''],
] as const)('%s counts as %s, decided as %s: %s', (name, sum, treatment, lines) => {
  const part = parts[name];
  const written = part.lines.map(({ account, sign, kind }) => `${sign === 1 ? '+' : '-'}${account} ${kind}`);
  expect([part.sum, part.treatment, written.join(', ')]).toEqual([sum, treatment, lines]);
});

test.each([
  ['loanOnOtherDeductions', 'deducted, owed to HMRC, shown with other deductions'],
  ['sacrificedPensionOnStaffPensions', "given up from pay, shown as the employer's pension cost"],
  ['taxAuthorityDeduction', 'decided: deducted, owed to HMRC'],
  ['employerCost', "decided: employer's cost, owed to HMRC"],
] as const)('%s is no field’s usual treatment, and is described as %s', (name, means) => {
  expect(parts[name].means).toBe(means);
  expect(fieldRows.filter(({ part }) => part === name)).toEqual([]);
});

test('what a part takes from pay agrees with what it posts, so that any figures balance', () => {
  for (const [name, { net, lines }] of Object.entries(parts)) {
    // The employee's pension is debited to 902 as a line of its own, after net pay before pension.
    const counted = name === 'employeePension' ? lines.filter((line) => line.account !== 'netPay') : lines;
    expect([name, counted.reduce((sum, line) => sum + line.sign, 0)]).toEqual([name, net]);
  }
});

test('fields have names for people', () => {
  expect(wordsOf('other_deductions')).toBe('Other deductions');
  expect(wordsOf('employee_ni')).toBe('Employee NI');
  expect(wordsOf('some_new_pay')).toBe('Some new pay');
  expect(wordsOf('x')).toBe('X');
  for (const { words } of [...fieldRows, ...undocumentedPay]) expect(words).toMatch(/^[A-Z][A-Za-z ()]+$/);
});

test('HMRC gives back part of the statutory parental pay that the table names, and of nothing else', () => {
  const named = [
    'statutory_maternity_pay',
    'statutory_paternity_pay',
    'additional_statutory_paternity_pay',
    'statutory_adoption_pay',
    'statutory_parental_bereavement_pay',
    'statutory_neonatal_care_pay',
    'statutory_shared_parental_pay',
    'statutory_parental_bereavement_pay_n_ireland',
  ];
  const others = [
    'statutory_sick_pay',
    'statutory_redundancy_pay',
    'statutory_guarantee_pay',
    'statutory_maternity_pay_2',
    'statutory_pay_recovered',
    'statutory',
    'mystery',
  ];
  const known = [...fieldRows, ...undocumentedPay].map(({ field }) => field);
  expect([...known, ...others].filter(isRecovered)).toEqual(named);
});

test('pay that the specification does not name has words, and is held like any other unknown field', () => {
  for (const { field, words } of undocumentedPay) expect([fieldRow(field), wordsOf(field)]).toEqual([undefined, words]);
});

/** `UPDATE_DOCS=1` writes the page. */
test('docs/treatments.md agrees with the table', () => {
  const file = new URL('../../../docs/treatments.md', import.meta.url);
  if (process.env.UPDATE_DOCS !== undefined) writeFileSync(file, treatmentsPage());
  expect(readFileSync(file, 'utf8')).toBe(treatmentsPage());
});
