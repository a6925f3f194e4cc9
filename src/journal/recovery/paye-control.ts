import { addDays, taxMonthRange } from '../dates.js';
import type { Money } from '../money.js';

/** HMRC is paid by the 22nd after the tax month (the 19th by post), so before the next tax month is over. */
const dueWithinDays = 30;

export function paymentAfter<Payment extends { readonly dueOn: string }>(
  { year, period }: { readonly year: number; readonly period: number },
  payments: readonly Payment[],
): Payment | undefined {
  const { to } = taxMonthRange(year, period + 1);
  const latest = addDays(to, dueWithinDays);
  return payments.find((payment) => payment.dueOn > to && payment.dueOn <= latest);
}

/** The PAYE/NI control account for one tax month, as an accountant reads it: credits negative. */
export interface PayeControl {
  /** J814: tax, NI and loans, less the employment allowance. */
  readonly payroll: Money;
  readonly recovery: Money;
  /** Tax suffered in the construction industry scheme; sales receipts post it, never payroll. */
  readonly cisSuffered: Money;
  /** Adjustments that are included in payroll's own payment. */
  readonly adjustments: Money;
  readonly creditBroughtForward: Money;
  readonly payment: Money;
  /** Zero if J814 − recovery − CIS = amount due. */
  readonly left: Money;
}

/** What is owed and what was taken off it, all as positive amounts. */
export interface PayeOwed {
  readonly owed: Money;
  readonly cisSuffered: Money;
  readonly adjustments: Money;
  readonly creditBroughtForward: Money;
  readonly due: Money;
}

/** What was taken off the payment and nothing else explains: the recovery, if statutory pay was paid. */
export function takenOff({ owed, cisSuffered, adjustments, creditBroughtForward, due }: PayeOwed): Money {
  return owed.plus(adjustments).minus(cisSuffered).minus(creditBroughtForward).minus(due);
}

export function payeControl(month: PayeOwed, recovery: Money): PayeControl {
  return {
    payroll: month.owed.negated(),
    recovery,
    cisSuffered: month.cisSuffered,
    adjustments: month.adjustments.negated(),
    creditBroughtForward: month.creditBroughtForward,
    payment: month.due,
    left: recovery.minus(takenOff(month)),
  };
}
