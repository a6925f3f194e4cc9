import { addDays, taxMonthRange } from '../nouns/dates.js';
import { Money } from '../nouns/money.js';

/** HMRC is paid by the 22nd after the tax month (the 19th by post), so before the next tax month is over. */
const dueWithinDays = 30;

interface Payment {
  readonly dueOn: string;
}

export function paymentAfter<One extends Payment>(
  { year, period }: { readonly year: number; readonly period: number },
  payments: readonly One[],
): One | undefined {
  return payments.length === 0 ? undefined : paymentIn(daysAfter(year, period), payments);
}

/** The same for the months of one tax year and the payments of many companies: each month's days are worked out once. */
export function paymentsOfYear(
  year: number,
): <One extends Payment>(period: number, payments: readonly One[]) => One | undefined {
  const days = Array.from({ length: 12 }, (_, period) => daysAfter(year, period));
  return (period, payments) => paymentIn(days[period] ?? daysAfter(year, period), payments);
}

interface DaysAfter {
  readonly month: string;
  readonly latest: string;
}

function daysAfter(year: number, period: number): DaysAfter {
  const { to } = taxMonthRange(year, period + 1);
  return { month: to, latest: addDays(to, dueWithinDays) };
}

const paymentIn = <One extends Payment>({ month, latest }: DaysAfter, payments: readonly One[]): One | undefined =>
  payments.find(({ dueOn }) => dueOn > month && dueOn <= latest);

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

/** What a tax month owes HMRC before recoveries, all as positive amounts. */
export interface PayeOwing {
  readonly owed: Money;
  readonly cisSuffered: Money;
  readonly adjustments?: Money;
}

export function owing({ owed, cisSuffered, adjustments = Money.zero }: PayeOwing): Money {
  return owed.plus(adjustments).minus(cisSuffered);
}

/** The same, with what was set against it. */
export interface PayeOwed extends Required<PayeOwing> {
  readonly creditBroughtForward: Money;
  readonly due: Money;
}

/** What was taken off the payment without another explanation: the recovery, if statutory pay was paid. */
export function takenOff(month: PayeOwed): Money {
  return owing(month).minus(month.creditBroughtForward).minus(month.due);
}

/** Only the credit was taken off, or less: statutory pay of the month comes off a later payment. */
export function isInFull(month: PayeOwed): boolean {
  return takenOff(month).isZero() || owing(month).equals(month.due);
}

export interface MonthBehind extends PayeOwing {
  readonly due?: Money;
  /** What was recovered of its statutory pay; absent while its rate is not known. */
  readonly recovered?: Money;
}

/**
 * What earlier months of the tax year leave to be set against the next payment: a month that owes less than nothing,
 * and a recovery claimed too late for its own payment. Undefined while that depends on an unknown rate.
 */
export function broughtForward(months: readonly MonthBehind[]): Money | undefined {
  let credit: Money | undefined = Money.zero;
  for (const month of months) credit = leftAfter(month, credit);
  return credit;
}

function leftAfter(month: MonthBehind, credit: Money | undefined): Money | undefined {
  const { due, recovered } = month;
  const left = owing(month);
  if (due?.isPositive()) {
    // Nothing at all was taken off it.
    if (left.equals(due)) return recovered && credit?.plus(recovered);
    // Only the credit was.
    return credit && left.minus(credit).equals(due) ? recovered : Money.zero;
  }
  const rest = recovered && credit && left.minus(credit).minus(recovered);
  return rest?.isPositive() ? Money.zero : rest?.negated();
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
