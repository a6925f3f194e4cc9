import { addDays, taxYearOf } from '../nouns/dates.js';
import { Money } from '../nouns/money.js';
import type { PayPeriod } from '../nouns/pay-run.js';

/** Class 1 NI of one tax year, as far as payroll has it. */
export interface Class1OfYear {
  readonly year: number;
  /** Employees' and employer's, before the employment allowance; absent unless all of the year's payroll is known. */
  readonly amount?: Money;
  /** Tax months in which someone was paid. */
  readonly months?: number;
}

/** An employer that paid at most this much is a small one. */
export const smallEmployerClass1Max = Money.parse('45000.00');

/**
 * The qualifying week is the 15th before the child is due. Pay begins 11 weeks before that at the earliest, and at the
 * birth at the latest: 4 to 15 weeks after it. Payroll does not know the week itself.
 */
const weeksFromQualifying = [15, 4] as const;

/** The last complete tax year before the qualifying week; two, if 5 April lies between the earliest and the latest. */
export function yearsBeforeQualifying(firstPaidOn: string): readonly number[] {
  return [...new Set(weeksFromQualifying.map((weeks) => taxYearOf(addDays(firstPaidOn, -7 * weeks)) - 1))];
}

export function class1Of(year: number, periods: readonly Pick<PayPeriod, 'payslips'>[]): Required<Class1OfYear> {
  const paid = periods.filter(({ payslips }) => payslips.length > 0);
  const shares = paid.flatMap(({ payslips }) =>
    payslips.flatMap(({ figures }) => [figures.get('employee_ni'), figures.get('employer_ni')]),
  );
  return { year, amount: Money.sum(shares.filter((share) => share !== undefined)), months: paid.length };
}
