import { Money } from '../nouns/money.js';
import type { Workings } from './workings.js';

/** What a pay run comes to, and to whom it is owed; the same whatever the layout. */
export interface Totals {
  readonly gross: Money;
  readonly netPay: Money;
  /** Tax, NI and loans, less the employment allowance. */
  readonly taxAuthority: Money;
  readonly pension: Money;
  readonly other: Money;
}

/** One payslip's figures, as pages show them. */
export interface PaidPerson {
  readonly user: string;
  readonly userPath: string;
  readonly name: string;
  readonly role?: string;
  readonly director: boolean;
  readonly leaving: boolean;
  readonly gross: Money;
  readonly tax: Money;
  readonly employeeNi: Money;
  readonly loans: Money;
  readonly employeePension: Money;
  readonly otherDeductions: Money;
  readonly net: Money;
  readonly employerNi: Money;
  readonly employerPension: Money;
}

export const noTotals: Totals = {
  gross: Money.zero,
  netPay: Money.zero,
  taxAuthority: Money.zero,
  pension: Money.zero,
  other: Money.zero,
};

export function totalsOf(paid: readonly Workings[], allowance: Money): Totals {
  const ofRun = sumTotals(paid.map(payslipTotals));
  return { ...ofRun, taxAuthority: ofRun.taxAuthority.minus(allowance) };
}

export function sumTotals(all: readonly Totals[]): Totals {
  return all.reduce(
    (sum, one) => ({
      gross: sum.gross.plus(one.gross),
      netPay: sum.netPay.plus(one.netPay),
      taxAuthority: sum.taxAuthority.plus(one.taxAuthority),
      pension: sum.pension.plus(one.pension),
      other: sum.other.plus(one.other),
    }),
    noTotals,
  );
}

function payslipTotals({ sums, net }: Workings): Totals {
  return {
    gross: sums.gross,
    netPay: net,
    taxAuthority: sums.tax
      .plus(sums.employeeNi)
      .plus(sums.loans)
      .plus(sums.taxAuthorityDeductions)
      .plus(sums.employerNi)
      .plus(sums.employerCosts),
    pension: sums.employeePension.plus(sums.sacrificedPension).plus(sums.employerPension),
    other: sums.salarySacrifice.plus(sums.deductions),
  };
}

export function paidPerson({ payslip, person, name, director, sums, net }: Workings): PaidPerson {
  return {
    user: payslip.user,
    userPath: payslip.userPath,
    name,
    role: person?.role,
    director: director ?? false,
    leaving: payslip.leaving,
    gross: sums.gross,
    tax: sums.tax,
    employeeNi: sums.employeeNi,
    loans: sums.loans,
    employeePension: sums.employeePension.plus(sums.sacrificedPension),
    otherDeductions: sums.salarySacrifice.plus(sums.deductions).plus(sums.taxAuthorityDeductions),
    net,
    employerNi: sums.employerNi.plus(sums.employerCosts),
    employerPension: sums.employerPension,
  };
}
