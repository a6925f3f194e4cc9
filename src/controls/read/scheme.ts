import type { Company } from '../../companies/company.js';
import { taxMonthOf, taxMonthRange, taxYearOf } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import { lastPeriodOf } from '../../journal/paye/due-days.js';
import type { SchemeYear } from '../../journal/paye/scheme-year.js';
import { isPayroll } from '../../record/runs/adjustment.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';

/**
 * What payments to HMRC since the start have from before it, since it is in the balance brought forward: pay runs of
 * the month in which reading begins and earlier months of its quarter, less the credit that was left by then. Ash is
 * read from 20 May on: what it paid on 9 May is due with the rest of the tax month.
 */
export function beforeIn(
  years: readonly SchemeYear[],
  runs: readonly PayRunRecord[],
  { company, start }: { readonly company: Company; readonly start: string },
): Money {
  const { controls, accounts } = company.policy;
  const [year, period] = [taxYearOf(start), taxMonthOf(start) - 1];
  const scheme = years.find((one) => one.year === year);
  if (scheme === undefined) return Money.zero;
  const last = lastPeriodOf({ year, period }, controls);
  const earlier = scheme.months.filter(
    (one) => one.period < period && lastPeriodOf({ ...one, year }, controls) === last,
  );
  const paid = runs.filter(
    (run) => isPayroll(run) && !run.gone && run.year === year && run.period === period && run.datedOn < start,
  );
  const begun = taxMonthRange(year, period + 1).from < start;
  // Where sales receipts debit PAYE itself, we do not know on which days: it counts as there already.
  const isCisHere = begun && controls.cisSuffered === accounts.payeNi;
  const suffered = isCisHere ? scheme.months.find((one) => one.period === period)?.cisSuffered : undefined;
  const credit = scheme.payments.findLast((one) => one.period < last)?.creditLeft ?? Money.zero;
  return Money.sum([
    ...earlier.map(({ total, elsewhere }) => total.minus(elsewhere)),
    ...paid.map(({ payeNi }) => payeNi),
  ])
    .minus(suffered ?? Money.zero)
    .minus(credit);
}
