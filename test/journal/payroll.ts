import { parsePayPeriod, parsePeople, peopleByPath } from '../../src/payrolls/service/wire.js';
import {
  type MapContext,
  type MappedPeriod,
  type MappedRun,
  mapPeriod,
  type YearToDate,
} from '../../src/journal/mapping/mapper.js';
import type { Relief } from '../../src/journal/mapping/allowance-shares.js';
import { Money } from '../../src/journal/nouns/money.js';
import { defaultPolicy, type Policy } from '../../src/journal/policy/policy.js';

/** Payroll as the service would answer it, for tests to change. */
export const payDay = '2025-10-31';

export function userUrl(number: number): string {
  return `https://api.example.test/v2/users/${number}`;
}

export function payslip(user = 1, fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    user: userUrl(user),
    dated_on: payDay,
    tax_code: '1257L',
    ni_calc_type: 'Employee',
    basic_pay: '2000.0',
    tax_deducted: '190.2',
    employee_ni: '76.16',
    employer_ni: '237.45',
    bonus: '0.0',
    leaving_payslip: false,
    ...fields,
  };
}

export function period(payslips: unknown[], fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { period: 6, dated_on: payDay, status: 'filed', ...fields, payslips };
}

export const claimed = (amount: string) => ({
  employment_allowance_claimed: true,
  employment_allowance_amount: amount,
});

const byGroup = (directors: string, employees: string) => ({
  directors: Money.parse(directors),
  employees: Money.parse(employees),
});

export const relief = (directors: string, employees: string): Relief[] => [
  { director: false, account: '402', amount: Money.parse(employees) },
  { director: true, account: '408', amount: Money.parse(directors) },
];

/** Employer NI of directors and employees so far, and the allowance claimed of each. */
export const soFar = (
  ni: [string, string],
  relieved: [string, string],
  above: Record<string, boolean> = {},
): YearToDate => ({
  employerNi: byGroup(...ni),
  relief: relief(...relieved),
  aboveThreshold: new Map(Object.entries(above)),
});

/** Users 1 to n with these roles. */
export function users(...roles: string[]): Record<string, unknown>[] {
  return roles.map((role, index) => ({
    url: userUrl(index + 1),
    role,
    first_name: 'Person',
    last_name: ['One', 'Two', 'Three', 'Four', 'Five'][index],
  }));
}

export type Circumstances = Omit<Partial<MapContext>, 'policy' | 'people'> & {
  policy?: Partial<Policy>;
  users?: unknown[];
  year?: number;
};

export function map(wire: unknown, { policy, users: known, year, ...rest }: Circumstances = {}): MappedPeriod {
  return mapPeriod(parsePayPeriod(wire, year ?? 2026), {
    prefix: 'counterfoil',
    policy: { ...defaultPolicy, ...policy },
    people: peopleByPath(parsePeople(known ?? users('Employee', 'Employee', 'Employee'))),
    ...rest,
  });
}

/** For a period with one pay run. */
export function mapOne(wire: unknown, circumstances: Circumstances = {}): MappedRun {
  const { runs } = map(wire, circumstances);
  if (runs.length !== 1 || runs[0] === undefined) throw new Error(`One pay run is expected, not ${runs.length}`);
  return runs[0];
}

/** The journal's lines without descriptions, such as "402 -209.46". */
export function linesOf(run: MappedRun): string[] {
  return (run.journal?.entries ?? []).map(
    ({ category, user, debit }) => `${category}${user === undefined ? '' : ` user ${user.split('/').at(-1)}`} ${debit}`,
  );
}

export function codes(remarks: readonly { readonly code: string }[]): string[] {
  return remarks.map(({ code }) => code);
}
