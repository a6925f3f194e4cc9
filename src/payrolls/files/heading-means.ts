import { asInformation } from '../../journal/policy/column-map.js';

/** What a heading means, as reports write it. */
export interface Meaning {
  /** A payslip field, "information", or one of the columns that are not fields. */
  readonly as: string;
  /** It does not say whose: the employee's, unless net pay shows it is not. */
  readonly ofEmployer?: string;
}

const person = 'person';
const name = 'name';
const net = 'net';

/** Lower case, without apostrophes and other signs between words. */
const written: Readonly<Record<string, readonly string[]>> = {
  [person]: [
    ...['ref', 'reference', 'id'],
    ...['payroll id', 'payroll no', 'payroll number', 'payroll ref', 'works number', 'works no'],
    ...[
      'employee ref',
      'employee id',
      'employee no',
      'employee number',
      'employee code',
      'emp ref',
      'emp id',
      'emp no',
    ],
    ...['staff no', 'staff number', 'staff id'],
  ],
  [name]: ['employee', 'name', 'employee name', 'full name', 'surname'],
  [net]: ['net', 'net pay', 'nett', 'nett pay', 'take home pay', 'amount paid'],
  basic_pay: ['basic', 'basic pay', 'basic salary', 'salary', 'wages', 'wage'],
  overtime: ['overtime', 'overtime pay'],
  commission: ['commission'],
  bonus: ['bonus', 'bonuses'],
  allowance: ['allowance', 'allowances'],
  other_payments: ['other pay', 'other payments', 'other additions', 'holiday pay'],
  statutory_sick_pay: ['ssp', 'statutory sick pay'],
  statutory_maternity_pay: ['smp', 'statutory maternity pay'],
  statutory_paternity_pay: ['spp', 'statutory paternity pay'],
  statutory_adoption_pay: ['sap', 'statutory adoption pay'],
  statutory_parental_bereavement_pay: ['spbp', 'statutory parental bereavement pay'],
  statutory_neonatal_care_pay: ['sncp', 'statutory neonatal care pay'],
  tax_deducted: ['tax', 'paye', 'paye tax', 'income tax', 'tax deducted', 'tax paid'],
  student_loan_deduction: ['student loan', 'student loans', 'student loan deduction', 'slr'],
  postgrad_loan_deduction: ['postgrad loan', 'postgraduate loan', 'postgraduate loans', 'pgl'],
  attachments: ['attachment of earnings', 'attachments', 'aeo', 'court order', 'court orders'],
  payroll_giving: ['payroll giving', 'give as you earn', 'gaye'],
  other_deductions: ['other deductions', 'other deds', 'deductions from net pay'],
  hours_worked: ['hours', 'hours worked', 'total hours'],
  pension_earnings_amount: ['pensionable pay', 'pensionable earnings', 'qualifying earnings'],
  [asInformation]: [
    ...['gross', 'gross pay', 'total gross', 'total pay', 'gross for tax', 'gross for ni', 'taxable', 'taxable pay'],
    ...['taxable gross', 'niable pay', 'niable gross', 'total deductions', 'deductions', 'total cost', 'employer cost'],
    ...['cost to employer', 'period', 'tax period', 'week', 'tax week', 'month', 'tax month', 'tax code', 'dept'],
    ...['department', 'cost centre', 'rate', 'hourly rate', 'annual salary'],
  ],
};

const byHeading: ReadonlyMap<string, string> = new Map(
  Object.entries(written).flatMap(([as, headings]) => headings.map((heading) => [heading, as] as const)),
);

/** The name of everyone's total pay: it is pay if nothing else is. */
export const isGross = (heading: string): boolean =>
  ['gross', 'gross pay', 'total gross', 'total pay'].includes(bare(heading));

/** Undefined if the heading alone does not tell. */
export function meaningOf(heading: string): Meaning | undefined {
  const text = bare(heading);
  const as = byHeading.get(text);
  if (as !== undefined) return { as };
  const words = new Set(text.split(' '));
  const has = (...any: readonly string[]) => any.some((word) => words.has(word));
  if (has('ytd') || text.endsWith('to date')) return { as: asInformation };
  const isEmployers = has('er', 'ers', 'employer', 'employers');
  const isEmployees = has('ee', 'ees', 'employee', 'employees');
  if (has('ni', 'nic', 'nics') || text.includes('national insurance')) {
    if (has('number', 'no', 'letter', 'category', 'cat', 'table', 'total', 'earnings', 'pay', 'code'))
      return { as: asInformation };
    return sided('employee_ni', 'employer_ni', { isEmployers, isEmployees });
  }
  if (has('pension', 'pensions') && !has('total', 'earnings', 'pay')) {
    if (has('sacrifice', 'sac')) return { as: 'employee_pension_salary_sacrifice' };
    return sided('employee_pension', 'employer_pension', { isEmployers, isEmployees });
  }
  return undefined;
}

function sided(
  employees: string,
  employers: string,
  { isEmployers, isEmployees }: { readonly isEmployers: boolean; readonly isEmployees: boolean },
): Meaning | undefined {
  if (isEmployers && isEmployees) return undefined;
  if (isEmployers) return { as: employers };
  return isEmployees ? { as: employees } : { as: employees, ofEmployer: employers };
}

const bare = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/['’.]/g, '')
    .replaceAll(/[^a-z\d]+/g, ' ')
    .trim();
