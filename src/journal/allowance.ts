import { inWords } from './dates.js';
import { overEmployerNi } from './allowance-shares.js';
import { codeOf } from './decided.js';
import type { Hold, Warning } from './holds.js';
import type { Entry } from './journal.js';
import { Money } from './money.js';
import type { PayPeriod } from './pay-run.js';
import type { Policy } from './policy.js';
import type { Workings } from './workings.js';

/** What the earlier periods of the tax year came to; unknown offline. */
export interface YearToDate {
  readonly allowance: Money;
  readonly employerNiDirectors: Money;
  readonly employerNiEmployees: Money;
}

export interface EmployerNi {
  readonly directors: Money;
  readonly employees: Money;
}

export interface AllowanceResult {
  /** Undefined when the split cannot be known yet. */
  readonly entries?: readonly Entry[];
  readonly holds: readonly Hold[];
  readonly warnings: readonly Warning[];
}

const field = 'employment_allowance_amount';

/** The employment allowance of a whole period: checked, and split between directors and employees by their employer NI. */
export function claimAllowance(
  period: PayPeriod,
  paid: readonly Workings[],
  policy: Policy,
  yearToDate: YearToDate | undefined,
): AllowanceResult {
  const amount = period.allowanceAmount;
  const own = employerNiOf(paid);
  const due = own.directors.plus(own.employees);
  const holds = [...negativeGroups(own), ...claimHolds(period)];
  const warnings: Warning[] = [];
  if (amount.isZero()) return { entries: [], holds, warnings };

  const unknown = paid.filter((one) => !splitIsKnown(one));
  if (unknown.length > 0) return { holds: [...holds, ...unknown.map((one) => splitUnknown(one, amount))], warnings };

  let basis = own;
  if (amount.compare(due) > 0 && amount.isPositive()) {
    const year = yearToDate === undefined ? undefined : withYear(own, yearToDate);
    const claimed = yearToDate === undefined ? amount : yearToDate.allowance.plus(amount);
    if (year !== undefined && claimed.compare(year.directors.plus(year.employees)) <= 0) {
      basis = year;
      holds.push(...negativeGroups(year, own));
      warnings.push(caughtUp(amount, due));
    } else {
      holds.push(exceeds(amount, due, yearToDate !== undefined));
    }
  }
  return { entries: allowanceEntries(amount, directorsShare(amount, basis, paid), paid, policy), holds, warnings };
}

export function employerNiOf(paid: readonly Workings[]): EmployerNi {
  let directors = Money.zero;
  let employees = Money.zero;
  for (const { director, sums } of paid) {
    if (director === true) directors = directors.plus(sums.employerNi);
    else employees = employees.plus(sums.employerNi);
  }
  return { directors, employees };
}

function withYear(own: EmployerNi, yearToDate: YearToDate): EmployerNi {
  return {
    directors: own.directors.plus(yearToDate.employerNiDirectors),
    employees: own.employees.plus(yearToDate.employerNiEmployees),
  };
}

function directorsShare(amount: Money, basis: EmployerNi, paid: readonly Workings[]): Money {
  const whole = basis.directors.plus(basis.employees);
  if (!whole.isZero()) return amount.share(basis.directors, whole);
  // Without any employer NI there is no proportion: directors bear it only where nobody else is paid.
  return paid.length > 0 && paid.every((one) => one.director === true) ? amount : Money.zero;
}

function allowanceEntries(
  amount: Money,
  directors: Money,
  paid: readonly Workings[],
  policy: Policy,
): readonly Entry[] {
  const entry = (category: string, debit: Money, description: string): Entry => ({
    category,
    debit,
    description,
    from: [field],
  });
  const group = (director: boolean, share: Money, description: string): Entry[] =>
    overEmployerNi(share, paid, { director, policy }).map(({ account, amount: relief, why }) => ({
      ...entry(account, relief.negated(), description),
      ...(why && { why: [why] }),
    }));
  return [
    entry(codeOf('payeNi', false, policy), amount, 'Employment allowance against PAYE and NI'),
    ...group(false, amount.minus(directors), "Employment allowance, employees' NI"),
    ...group(true, directors, "Employment allowance, directors' NI"),
  ].filter((one) => !one.debit.isZero());
}

function splitIsKnown(one: Workings): boolean {
  const niIsKnown = !one.flaws.some((flaw) => flaw.field === 'employer_ni');
  return niIsKnown && (one.director !== undefined || one.sums.employerNi.isZero());
}

function splitUnknown(one: Workings, amount: Money): Hold {
  const code =
    one.person === undefined ? 'unknown_user' : one.director === undefined ? 'unsupported_role' : 'not_exact_money';
  return {
    code,
    message: `The employment allowance of ${amount.inPounds()} is shared between directors and employees by employer NI, and ${one.name}'s payslip of ${inWords(one.payslip.datedOn)} cannot be counted to either yet. Settle what is held on that payslip first.`,
    payslip: one.payslip.user,
    field: 'employer_ni',
    amount: one.sums.employerNi.toString(),
  };
}

function claimHolds(period: PayPeriod): Hold[] {
  const amount = period.allowanceAmount;
  const about = { field, amount: amount.toString() };
  const holds: Hold[] = [];
  if (!period.allowanceClaimed && !amount.isZero()) {
    holds.push({
      code: 'allowance_not_claimed',
      message: `Payroll shows an employment allowance of ${amount.inPounds()}, but says that none is claimed. Check the claim in payroll's settings; approve only if the allowance is really claimed.`,
      ...about,
    });
  }
  if (amount.isNegative()) {
    holds.push({
      code: 'negative_allowance',
      message: `The employment allowance is negative: ${amount.inPounds()}. If an earlier claim is being paid back, approve it; else correct payroll.`,
      ...about,
    });
  }
  return holds;
}

function negativeGroups(
  now: EmployerNi,
  before: EmployerNi = { directors: Money.zero, employees: Money.zero },
): Hold[] {
  return (['directors', 'employees'] as const)
    .filter((group) => now[group].isNegative() && !before[group].isNegative())
    .map((group) => ({
      code: 'negative_employer_ni',
      message: `Employer NI of the ${group} comes to ${now[group].inPounds()}. If payroll corrects an earlier month, approve it; else correct payroll.`,
      field: 'employer_ni',
      amount: now[group].toString(),
    }));
}

function exceeds(amount: Money, due: Money, yearKnown: boolean): Hold {
  const against = yearKnown ? ', also with the earlier months of the tax year' : '';
  return {
    code: 'allowance_exceeds_employer_ni',
    message: `The employment allowance of ${amount.inPounds()} is more than the employer NI of ${due.inPounds()} it is set against${against}. Check the claim in payroll; approve it if it catches up on earlier months.`,
    field,
    amount: amount.toString(),
  };
}

function caughtUp(amount: Money, due: Money): Warning {
  return {
    code: 'allowance_caught_up',
    message: `The employment allowance of ${amount.inPounds()} is more than this period's employer NI of ${due.inPounds()}: it catches up on earlier months of the tax year, and is shared on the year to date.`,
    field,
    amount: amount.toString(),
  };
}
