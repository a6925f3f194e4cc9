import { Money } from '../../src/journal/nouns/money.js';
import type { StoredMapping, StoredPaid } from '../../src/record/runs/pay-run.entity.js';
import type { StoredLine } from '../../src/record/runs/posting.entity.js';

/** One person's pay as a test gives it, in pounds as text. */
export interface Slip {
  readonly id: number;
  readonly name: string;
  readonly role?: 'Employee' | 'Director';
  readonly basic: string;
  readonly bonus?: string;
  readonly tax: string;
  readonly ni: string;
  readonly employerNi: string;
  readonly pension?: string;
  readonly employerPension?: string;
  /** Further fields, such as other_deductions. */
  readonly more?: Readonly<Record<string, string>>;
}

export interface Payroll {
  readonly slips: readonly Slip[];
  readonly gross: Money;
  readonly net: Money;
  readonly taxAuthority: Money;
  readonly pension: Money;
  readonly lines: readonly StoredLine[];
  readonly paid: readonly StoredPaid[];
}

const origin = 'https://books.example';
export const userUrl = (id: number) => `${origin}/v2/users/${id}`;

const money = (text: string | undefined) => Money.parse(text ?? '0');

/** The lines that the design demands for these payslips, worked out here without the mapper. */
export function payrollOf(slips: readonly Slip[]): Payroll {
  const worked = slips.map(work);
  const total = (pick: (one: Worked) => Money) => Money.sum(worked.map(pick));
  return {
    slips,
    gross: total((one) => one.gross),
    net: total((one) => one.net),
    taxAuthority: total((one) => one.owed),
    pension: total((one) => one.pension),
    lines: worked.flatMap((one) => one.lines),
    paid: worked.map((one) => one.paid),
  };
}

interface Worked {
  readonly gross: Money;
  readonly net: Money;
  readonly owed: Money;
  readonly pension: Money;
  readonly lines: readonly StoredLine[];
  readonly paid: StoredPaid;
}

function work(slip: Slip): Worked {
  const director = slip.role === 'Director';
  const gross = money(slip.basic).plus(money(slip.bonus));
  const [tax, ni, employerNi] = [money(slip.tax), money(slip.ni), money(slip.employerNi)];
  const [employee, employer] = [money(slip.pension), money(slip.employerPension)];
  const owed = tax.plus(ni).plus(employerNi);
  const net = gross.minus(tax).minus(ni).minus(employee);
  const user = userUrl(slip.id);
  const line = (category: string, words: string, debit: Money, from: string[], owner?: string): StoredLine => ({
    category,
    ...(owner === undefined ? {} : { user: owner }),
    debit: debit.toString(),
    description: `${words}, ${slip.name}`,
    payslip: user,
    from,
  });
  const payFields = slip.bonus === undefined ? ['basic_pay'] : ['basic_pay', 'bonus'];
  const lines = [
    line(director ? '407' : '401', 'Gross pay', gross, payFields),
    line(director ? '408' : '402', 'Employer NI', employerNi, ['employer_ni']),
    line('814', 'PAYE and NI', owed.negated(), ['tax_deducted', 'employee_ni', 'employer_ni']),
    line(
      '902',
      'Pay after tax and NI, before pension',
      net.plus(employee).negated(),
      [...payFields, 'tax_deducted', 'employee_ni'],
      user,
    ),
    line('902', 'Employee pension', employee, ['employee_pension'], user),
    line('813', 'Pension', employee.plus(employer).negated(), ['employee_pension', 'employer_pension']),
    line('403', 'Employer pension', employer, ['employer_pension']),
  ].filter((one) => !Money.parse(one.debit).isZero());
  return {
    gross,
    net,
    owed,
    pension: employee.plus(employer),
    lines,
    paid: {
      user,
      name: slip.name,
      role: slip.role ?? 'Employee',
      director,
      gross: gross.toString(),
      tax: tax.toString(),
      employeeNi: ni.toString(),
      employerNi: employerNi.toString(),
      pension: employee.toString(),
      net: net.toString(),
    },
  };
}

export function mappingOf(
  payroll: Payroll,
  run: { datedOn: string; description: string },
  remarks: Partial<Pick<StoredMapping, 'outcome' | 'holds' | 'warnings'>> = {},
): StoredMapping {
  return {
    outcome: 'post',
    ...run,
    lines: payroll.lines,
    holds: [],
    warnings: [],
    ...remarks,
    paid: payroll.paid,
  };
}

/** The period as it is stored: the service's answer without its envelope. */
export function documentOf(
  payroll: Payroll,
  period: { year: number; period: number; datedOn: string; status: string },
): Record<string, unknown> {
  return {
    url: `${origin}/v2/payroll/${period.year}/${period.period}`,
    period: period.period,
    dated_on: period.datedOn,
    frequency: 'Monthly',
    status: period.status,
    employment_allowance_claimed: false,
    employment_allowance_amount: '0.0',
    construction_industry_scheme_deduction: '0.0',
    payslips: payroll.slips.map((slip) => ({
      user: userUrl(slip.id),
      tax_code: '1257L',
      dated_on: period.datedOn,
      ni_calc_type: slip.role === 'Director' ? 'Director' : 'Employee',
      frequency: 'Monthly',
      ni_letter: 'A',
      basic_pay: slip.basic,
      bonus: slip.bonus ?? '0.0',
      tax_deducted: slip.tax,
      employee_ni: slip.ni,
      employer_ni: slip.employerNi,
      employee_pension: slip.pension ?? '0.0',
      employer_pension: slip.employerPension ?? '0.0',
      ...slip.more,
    })),
  };
}
