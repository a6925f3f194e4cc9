import { allowanceMaximum } from '../../journal/mapping/allowance.js';
import { taxMonthOf } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import type { DatedPayslip } from './file-documents.js';
import { ownShares, type SharesSent } from './ni-check.js';
import type { KnownYear } from './year-to-date.js';

/**
 * The employment allowance of each tax month, 1 to 12. No file has it: HMRC sets it against class 1 NI as that falls
 * due, until the year's maximum is used up. With NI of 6,000.00 in April and 5,000.00 in May, and a maximum of
 * 10,500.00, April gets 6,000.00 and May 4,500.00. `before`: NI of the year that is in no file here.
 */
export function allowanceWorked(
  year: number,
  payslips: readonly DatedPayslip[],
  before: Money,
): ReadonlyMap<number, Money> {
  const maximum = allowanceMaximum(year);
  const usedBy = (ni: Money) => (ni.isNegative() ? Money.zero : ni.compare(maximum) > 0 ? maximum : ni);
  const months = new Map<number, Money>();
  let toDate = before;
  for (const [month, ni] of [...class1ByMonth(payslips)].sort(([a], [b]) => a - b)) {
    const used = usedBy(toDate);
    toDate = toDate.plus(ni);
    months.set(month, usedBy(toDate).minus(used));
  }
  return months;
}

function class1ByMonth(payslips: readonly DatedPayslip[]): ReadonlyMap<number, Money> {
  const months = new Map<number, Money>();
  for (const { datedOn, read } of payslips) {
    const month = taxMonthOf(datedOn);
    const class1 = (read.figures.get('employer_ni') ?? Money.zero).minus(read.class1A);
    months.set(month, (months.get(month) ?? Money.zero).plus(class1));
  }
  return months;
}

/** The employer's NI of people whose year had begun before the first file, by the letters they had then. */
export function niBeforeFiles(known: KnownYear, shares: SharesSent): Money {
  const first = [...known.values()].flatMap(([one]) => (one?.unchecked ? one.filed.ni : []));
  return Money.sum(ownShares(first, shares).map(({ employer, employerToDate }) => employerToDate.minus(employer)));
}
