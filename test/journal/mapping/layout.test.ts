import type { Policy } from '../../../src/journal/policy/policy.js';
import { mapOne, payslip, period, users, userUrl } from '../payroll.js';

const everything = {
  student_loan_deduction: '10.0',
  employee_pension: '40.0',
  employee_pension_salary_sacrifice: '30.0',
  employer_pension: '60.0',
  other_salary_sacrifice_deductions: '11.0',
  attachments: '12.0',
  payroll_giving: '13.0',
  other_deductions_from_net_pay: '14.0',
  levy: '5.0',
};
const wire = period([payslip(1, everything), payslip(2, { ...everything, employee_pension: '0.0' })]);

function linesWith(policy: Partial<Policy>): string[] {
  const run = mapOne(wire, {
    policy: { ...policy, treatments: { levy: 'employer_cost_to_tax_authority' } },
    users: users('Employee', 'Director', 'Employee'),
  });
  return (run.journal?.entries ?? []).map(
    ({ category, user, debit, description, payslip: of }) =>
      `${category}${user === undefined ? '' : `/${user.split('/').at(-1)}`} ${debit} ${description}${of === undefined ? '' : ' *'}`,
  );
}

test('itemised: each payslip’s own lines, with the name', () => {
  expect(linesWith({})).toEqual([
    '401 2000.00 Gross pay, Person One *',
    '402 237.45 Employer NI, Person One *',
    '402 5.00 Employer costs owed to HMRC, Person One *',
    '814 -518.81 PAYE tax and NI, Person One *',
    '902/1 -1643.64 Pay after tax and NI, before pension, Person One *',
    '902/1 40.00 Employee pension, Person One *',
    '813 -130.00 Pension contributions, Person One *',
    '403 60.00 Employer pension, Person One *',
    '815 -11.00 Salary sacrifice, Person One *',
    '815 -12.00 Attachment of earnings, Person One *',
    '815 -13.00 Payroll giving, Person One *',
    '815 -14.00 Other deductions, Person One *',
    '407 2000.00 Gross pay, Person Two *',
    '408 237.45 Employer NI, Person Two *',
    '408 5.00 Employer costs owed to HMRC, Person Two *',
    '814 -518.81 PAYE tax and NI, Person Two *',
    '902/2 -1643.64 Net pay, Person Two *',
    '813 -90.00 Pension contributions, Person Two *',
    '403 60.00 Employer pension, Person Two *',
    '815 -11.00 Salary sacrifice, Person Two *',
    '815 -12.00 Attachment of earnings, Person Two *',
    '815 -13.00 Payroll giving, Person Two *',
    '815 -14.00 Other deductions, Person Two *',
  ]);
});

const shared = [
  '401 2000.00 Gross pay',
  '407 2000.00 Gross pay',
  '402 237.45 Employer NI',
  '408 237.45 Employer NI',
  '402 5.00 Employer costs owed to HMRC',
  '408 5.00 Employer costs owed to HMRC',
  '814 -1037.62 PAYE tax and NI',
];
const owed = [
  '813 -100.00 Employee pension contributions',
  '813 -120.00 Employer pension contributions',
  '403 120.00 Employer pension',
  '815 -22.00 Salary sacrifice',
  '815 -24.00 Attachment of earnings',
  '815 -26.00 Payroll giving',
  '815 -28.00 Other deductions',
];

test('summarised: one line per account and kind, 902 per user', () => {
  expect(linesWith({ layout: 'summarised' })).toEqual([
    ...shared,
    '902/1 -1643.64 Pay after tax and NI, before pension, Person One',
    '902/2 -1643.64 Net pay, Person Two',
    '902/1 40.00 Employee pension, Person One',
    ...owed,
  ]);
});

test('merged: all net pay on the control user', () => {
  expect(linesWith({ layout: { merged: { controlUser: userUrl(3) } } })).toEqual([
    ...shared,
    '902/3 -3287.28 Pay after tax and NI, before pension',
    '902/3 40.00 Employee pension',
    ...owed,
  ]);
});

test('merged: all net pay on a liability category, without a user', () => {
  expect(linesWith({ layout: { merged: { liabilityCategory: '731' } } })).toEqual([
    ...shared,
    '731 -3287.28 Pay after tax and NI, before pension',
    '731 40.00 Employee pension',
    ...owed,
  ]);
});

test('loans by policy have a line of their own, and a sacrificed pension is the employer’s', () => {
  const lines = linesWith({
    studentLoans: 'otherDeductions',
    sacrificedPension: 'staffPensions',
    layout: 'summarised',
  });
  expect(lines).toEqual(
    expect.arrayContaining([
      '401 1970.00 Gross pay',
      '814 -1017.62 PAYE tax and NI',
      '815 -20.00 Student and postgraduate loans',
      '813 -40.00 Employee pension contributions',
      '813 -180.00 Employer pension contributions',
      '403 180.00 Employer pension',
    ]),
  );
});

test('a line lists every field that it sums, once', () => {
  const run = mapOne(wire, {
    policy: { layout: 'summarised', treatments: { levy: 'employer_cost_to_tax_authority' } },
  });
  const from = (description: string) => run.journal?.entries.find((entry) => entry.description === description)?.from;
  expect(from('PAYE tax and NI')).toEqual([
    'tax_deducted',
    'employee_ni',
    'employer_ni',
    'student_loan_deduction',
    'levy',
  ]);
  expect(from('Employee pension contributions')).toEqual(['employee_pension', 'employee_pension_salary_sacrifice']);
  const other = mapOne(period([payslip(1), payslip(2, { bonus: '5.0' })]), { policy: { layout: 'summarised' } });
  expect(other.journal?.entries[0]?.from).toEqual(['basic_pay', 'bonus']);
  const itemised = mapOne(wire, { policy: { treatments: { levy: 'employer_cost_to_tax_authority' } } }).journal
    ?.entries;
  expect(itemised?.find((entry) => entry.category === '813')?.from).toEqual([
    'employee_pension',
    'employee_pension_salary_sacrifice',
    'employer_pension',
  ]);
  expect(itemised?.find((entry) => entry.user !== undefined)?.from).toEqual([
    'basic_pay',
    'tax_deducted',
    'employee_ni',
    'student_loan_deduction',
    'employee_pension_salary_sacrifice',
    'other_salary_sacrifice_deductions',
    'attachments',
    'payroll_giving',
    'other_deductions_from_net_pay',
  ]);
});

test('contributions of only one side are described as contributions too', () => {
  const only = (fields: Record<string, unknown>) =>
    mapOne(period([payslip(1, fields)])).journal?.entries.find((entry) => entry.category === '813')?.description;
  expect(only({ employee_pension: '5.0' })).toBe('Pension contributions, Person One');
  expect(only({ employer_pension: '5.0' })).toBe('Pension contributions, Person One');
});
