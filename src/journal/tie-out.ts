import { taxYearRange } from './dates.js';
import type { MappedPeriod } from './mapper.js';
import { Money } from './money.js';
import type { PayPeriod } from './pay-run.js';
import { isRecovered } from './treatments.js';

/** What one tax month's payroll says is owed to the tax authority. */
export interface Liability {
  /** The year the tax year ends in. */
  readonly year: number;
  /** 0 to 11. */
  readonly period: number;
  /** The credit of 814: tax, NI and loans, less the employment allowance. */
  readonly owed: Money;
  readonly cisSuffered: Money;
  /** Each payslip's statutory parental pay: part of it is recovered outside the payroll data. */
  readonly statutoryPay: readonly Money[];
}

export interface MonthToTie extends Liability {
  /** What the service says is due; absent where it says nothing yet. */
  readonly due?: Money;
}

export type Cause = 'levy' | 'quarterly_payer' | 'late_correction' | 'nil_due';

export interface TieOut {
  readonly period: number;
  /** What should be due: never negative, credits of earlier months set against it. */
  readonly expected: Money;
  readonly due?: Money;
  /** What is due beyond what is expected. */
  readonly difference: Money;
  readonly verdict: 'agrees' | 'explained' | 'unexplained' | 'not_due_yet';
  /** Where statutory parental pay recovered at this rate explains it: "0.92". */
  readonly recoveryRate?: string;
  /** What an unexplained difference may come from. */
  readonly causes: readonly Cause[];
}

export interface YearTieOut {
  readonly months: readonly TieOut[];
  readonly yearToDate: Omit<TieOut, 'period'>;
}

/** Employers recover 92 %; small ones all, with a compensation that changes by the year. */
const usualRate = '0.920';
const smallEmployerRates = [
  { from: '2026-04-06', rate: '1.090' },
  { from: '2025-04-06', rate: '1.085' },
];
const earliestSmallEmployerRate = '1.030';
const penny = Money.parse('0.01');

export function liabilityOf(period: PayPeriod, mapped: MappedPeriod): Liability {
  return {
    year: period.year,
    period: period.period,
    owed: Money.sum(mapped.runs.map((run) => run.totals.taxAuthority)),
    cisSuffered: period.cisDeduction,
    statutoryPay: period.payslips.flatMap(({ figures }) =>
      [...figures].filter(([field]) => isRecovered(field)).map(([, amount]) => amount),
    ),
  };
}

/** The months of one tax year, in order, each with those before it. It never stops a posting. */
export function tieOut(months: readonly MonthToTie[]): YearTieOut {
  const tied = months.map((_, index) => tieMonth(months.slice(0, index + 1)));
  return { months: tied, yearToDate: tieYear(months) };
}

function tieMonth(months: readonly MonthToTie[]): TieOut {
  const { year, period, due } = months.at(-1) as MonthToTie;
  const expected = dueAfterCredits(months, undefined);
  if (due === undefined) {
    return { period, expected, difference: Money.zero, verdict: 'not_due_yet', causes: [] };
  }
  const judged = judge(due, expected, pennies(months.slice(-1)), ratesOf(year, months), (rate) =>
    dueAfterCredits(months, rate),
  );
  const causes = judged.verdict === 'unexplained' ? causesOf(months, due, expected) : [];
  return { period, expected, due, ...judged, causes };
}

function tieYear(months: readonly MonthToTie[]): Omit<TieOut, 'period'> {
  const known = months.filter((month) => month.due !== undefined);
  const [first] = known;
  const expected = totalDue(known, undefined);
  if (first === undefined) return { expected, difference: Money.zero, verdict: 'not_due_yet', causes: [] };
  const due = Money.sum(known.map((month) => month.due ?? Money.zero));
  const judged = judge(due, expected, pennies(known), ratesOf(first.year, known), (rate) => totalDue(known, rate));
  return { expected, due, ...judged, causes: [] };
}

function judge(
  due: Money,
  expected: Money,
  tolerance: Money,
  rates: readonly string[],
  expectedAt: (rate: string) => Money,
): Pick<TieOut, 'difference' | 'verdict' | 'recoveryRate'> {
  const difference = due.minus(expected);
  if (difference.isZero()) return { difference, verdict: 'agrees' };
  const recoveryRate = rates.find((rate) => due.minus(expectedAt(rate)).abs().compare(tolerance) <= 0);
  if (recoveryRate === undefined) return { difference, verdict: 'unexplained' };
  return { difference, verdict: 'explained', recoveryRate: recoveryRate.replace(/0$/, '') };
}

/** What is due for the last of these months: a month that comes to less than nothing is set against the next. */
function dueAfterCredits(months: readonly MonthToTie[], rate: string | undefined): Money {
  let credit = Money.zero;
  let due = Money.zero;
  for (const month of months) {
    const balance = balanceOf(month, rate).plus(credit);
    due = balance.isNegative() ? Money.zero : balance;
    credit = balance.isNegative() ? balance : Money.zero;
  }
  return due;
}

function totalDue(months: readonly MonthToTie[], rate: string | undefined): Money {
  return Money.sum(months.map((_, index) => dueAfterCredits(months.slice(0, index + 1), rate)));
}

function balanceOf({ owed, cisSuffered, statutoryPay }: Liability, rate: string | undefined): Money {
  const balance = owed.minus(cisSuffered);
  return rate === undefined ? balance : balance.minus(Money.sum(statutoryPay.map((pay) => recovered(pay, rate))));
}

/** Rates have three decimals, money two: both sides of the share are thousandths. */
function recovered(pay: Money, rate: string): Money {
  return pay.share(Money.parse(rate.replace('.', '')), Money.parse('1000'));
}

/** A penny for every line that somebody may have rounded. */
function pennies(months: readonly Liability[]): Money {
  return Money.sum(months.flatMap((month) => month.statutoryPay.map(() => penny)));
}

/** The rates that may explain a difference: none where no statutory parental pay was paid. */
function ratesOf(year: number, months: readonly Liability[]): readonly string[] {
  if (months.every((month) => month.statutoryPay.length === 0)) return [];
  const { from } = taxYearRange(year);
  return [usualRate, smallEmployerRates.find((row) => row.from <= from)?.rate ?? earliestSmallEmployerRate];
}

function causesOf(months: readonly MonthToTie[], due: Money, expected: Money): readonly Cause[] {
  if (due.isZero()) return ['nil_due', 'quarterly_payer', 'late_correction'];
  const quarter = months.slice(-3);
  const ofQuarter = Money.sum(quarter.map((month) => balanceOf(month, undefined)));
  if (quarter.length === 3 && due.equals(ofQuarter)) return ['quarterly_payer'];
  return due.compare(expected) > 0 ? ['levy', 'late_correction'] : ['late_correction'];
}
