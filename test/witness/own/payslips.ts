/**
 * What a pay run comes to, worked out from the payslips as the accounting service answers them, by the rules of
 * accounting.md and by nothing of the program: integers of pence.
 */

export interface OwnPerson {
  readonly gross: number;
  readonly tax: number;
  readonly employeeNi: number;
  readonly employerNi: number;
  readonly other: number;
  readonly net: number;
}

export interface OwnRun extends OwnPerson {
  readonly tag: string;
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  /** What its own lines put on PAYE and NI, the allowance taken off. */
  readonly paye: number;
  readonly pension: number;
  readonly payslips: number;
  /** By the number of the user. */
  readonly people: ReadonlyMap<string, OwnPerson>;
  /** A pay item has to be decided: what follows from the decision is not known here. */
  readonly isUndecided: boolean;
}

export interface RawPeriod {
  readonly year: number;
  readonly period: number;
  readonly dated_on?: string;
  readonly employment_allowance_amount?: string;
  readonly payslips?: readonly Readonly<Record<string, unknown>>[];
}

const pay = [
  ...['basic_pay', 'overtime', 'commission', 'bonus', 'allowance', 'absence_payments', 'other_payments'],
  ...['deduction_free_pay', 'statutory_sick_pay', 'statutory_maternity_pay', 'statutory_paternity_pay'],
  ...['statutory_adoption_pay', 'statutory_parental_bereavement_pay', 'statutory_neonatal_care_pay'],
  ...['statutory_shared_parental_pay', 'additional_statutory_paternity_pay'],
];
const loans = ['student_loan_deduction', 'postgrad_loan_deduction'];
const pensions = ['employee_pension', 'employee_pension_not_under_net_pay'];
const others = ['attachments', 'payroll_giving', 'other_deductions_from_net_pay'];
const undecided = ['other_deductions', 'deductions_subject_to_nic_but_not_paye'];

export function runsOf(periods: readonly RawPeriod[], prefix: string): readonly OwnRun[] {
  return periods.flatMap((period) => {
    const dates = [...new Set((period.payslips ?? []).map((slip) => String(slip['dated_on'])))].sort();
    // The set of the period's own date bears the allowance, or else its latest.
    const bearer = dates.includes(period.dated_on ?? '') ? period.dated_on : dates.at(-1);
    const allowance = pence(period.employment_allowance_amount);
    return dates.map((datedOn) => runOf(period, { datedOn, prefix, allowance: datedOn === bearer ? allowance : 0 }));
  });
}

function runOf(
  { year, period, payslips = [] }: RawPeriod,
  { datedOn, prefix, allowance }: { readonly datedOn: string; readonly prefix: string; readonly allowance: number },
): OwnRun {
  const slips = payslips.filter((slip) => slip['dated_on'] === datedOn);
  const sum = (fields: readonly string[]) => slips.reduce((total, slip) => total + of(slip, fields), 0);
  const people = new Map<string, OwnPerson>();
  for (const slip of slips) {
    const user = String(slip['user']).split('/').at(-1) ?? '';
    people.set(user, added(people.get(user), personOf(slip)));
  }
  const whole = [...people.values()].reduce(added, undefined as unknown as OwnPerson);
  return {
    ...whole,
    ...{ tag: `${prefix}:${year}-${String(period).padStart(2, '0')}:${datedOn}`, year, period, datedOn, people },
    paye: sum(['tax_deducted', 'employee_ni', 'employer_ni', ...loans]) - allowance,
    pension: sum([...pensions, 'employer_pension', 'employee_pension_salary_sacrifice']),
    payslips: slips.length,
    isUndecided: sum(undecided) !== 0,
  };
}

function personOf(slip: Readonly<Record<string, unknown>>): OwnPerson {
  const gross = of(slip, pay);
  const [tax, employeeNi] = [of(slip, ['tax_deducted']), of(slip, ['employee_ni'])];
  const sacrificed = of(slip, ['employee_pension_salary_sacrifice', 'other_salary_sacrifice_deductions']);
  const net = gross - sacrificed - tax - employeeNi - of(slip, [...loans, ...pensions, ...others]);
  const other = gross - tax - employeeNi - net;
  return { gross, tax, employeeNi, employerNi: of(slip, ['employer_ni']), other, net };
}

function added(one: OwnPerson | undefined, more: OwnPerson): OwnPerson {
  if (one === undefined) return more;
  const names = ['gross', 'tax', 'employeeNi', 'employerNi', 'other', 'net'] as const;
  return Object.fromEntries(names.map((name) => [name, one[name] + more[name]])) as unknown as OwnPerson;
}

const of = (slip: Readonly<Record<string, unknown>>, fields: readonly string[]): number =>
  fields.reduce((sum, field) => sum + pence(slip[field]), 0);

function pence(amount: unknown): number {
  if (amount === undefined || amount === null) return 0;
  const [, sign, pounds = '0', part = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?0*$/.exec(String(amount)) ?? [];
  const sum = Number(pounds) * 100 + Number(part.padEnd(2, '0'));
  return sign === '-' ? -sum : sum;
}
