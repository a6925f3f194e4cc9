import type { Warning } from '../../journal/nouns/holds.js';
import { Money } from '../../journal/nouns/money.js';
import type { FiledPayment } from './fps.js';
import type { NiCheck } from './ni-check.js';
import { pounds } from './ni-year.js';
import { nameOf } from './payment-questions.js';

/**
 * Small differences of one sign add up: 0.90 too much each month is within what tables round, and 10.80 a year. Class 1
 * is not cumulative, so nothing is worked out again on a year's earnings: what was sent beyond what is due is summed over
 * the periods that were checked.
 */
export interface OffToDate {
  readonly employer: Off;
  readonly employee: Off;
}

interface Off {
  readonly sum: Money;
  readonly periods: number;
  /** Some were too much and others too little: it rounds. */
  readonly isMixed: boolean;
  readonly isTold: boolean;
}

const nothing: Off = { sum: Money.zero, periods: 0, isMixed: false, isTold: false };
export const nothingOff: OffToDate = { employer: nothing, employee: nothing };

/** To the nearest penny, or the one below. */
const rounding = Money.pence(1n);
const most = pounds(1);

export function withOff(
  before: OffToDate,
  filed: FiledPayment,
  checks: Readonly<Record<keyof OffToDate, NiCheck>>,
): { readonly toDate: OffToDate; readonly noted: readonly Warning[] } {
  const employer = next(before.employer, checks.employer);
  const employee = next(before.employee, checks.employee);
  return {
    toDate: { employer, employee },
    noted: [
      ...(employer.isTold && !before.employer.isTold ? [told(filed, 'employer’s', employer)] : []),
      ...(employee.isTold && !before.employee.isTold ? [told(filed, 'employee’s', employee)] : []),
    ],
  };
}

function next(before: Off, check: NiCheck): Off {
  const off = check.is === 'agrees' ? check.off : undefined;
  if (off === undefined || off.abs().compare(rounding) <= 0) return before;
  const isMixed = before.isMixed || (before.periods > 0 && before.sum.isNegative() !== off.isNegative());
  const sum = before.sum.plus(off);
  const isTold = before.isTold || (!isMixed && sum.abs().compare(most) > 0);
  return { sum, periods: before.periods + 1, isMixed, isTold };
}

function told(filed: FiledPayment, share: string, { sum, periods }: Off): Warning {
  const than = sum.isNegative() ? 'less' : 'more';
  return {
    code: 'ni_off_each_period',
    message: `${nameOf(filed)}’s ${share} NI is ${sum.abs().inPounds()} ${than} than is due, in ${periods} payments since 6 April: little each time, and always ${than}. If this program takes NI from HMRC’s tables, say so once; otherwise compare with payroll.`,
    field: share === 'employer’s' ? 'employer_ni' : 'employee_ni',
    amount: sum.toString(),
  };
}
