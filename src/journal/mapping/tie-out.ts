import { taxYearRange } from '../dates.js';
import type { MappedPeriod } from './mapper.js';
import { Money } from '../money.js';
import type { PayPeriod } from '../pay-run.js';
import { recoveryFactorsOn } from '../recovery/recovery-rates.js';
import { isRecovered } from './treatments.js';

/** What one tax month's payroll owes the tax authority. */
export interface Liability {
  /** The year the tax year ends in. */
  readonly year: number;
  /** 0 to 11. */
  readonly period: number;
  /** The credit of 814: tax, NI and loans, less the employment allowance. */
  readonly owed: Money;
  /** Owed to the tax authority as well, but on another account by policy. */
  readonly owedElsewhere: Money;
  readonly cisSuffered: Money;
  /** Each payslip's statutory parental pay: part of it is recovered outside the payroll data. */
  readonly statutoryPay: readonly Money[];
}

export interface MonthToTie extends Liability {
  /** The amount due according to the service; absent if it has none yet. */
  readonly due?: Money;
  /** Statutory pay taken off this month's payment, as it is in the books: then its rate is known. */
  readonly recovered?: Money;
  /** Adjustments in the books that payroll's own payment includes, such as a levy. */
  readonly adjustments?: Money;
}

export type Cause = 'on_other_accounts' | 'levy' | 'quarterly_payer' | 'late_correction' | 'nil_due';

export interface TieOut {
  readonly period: number;
  /** What should be due after credits of earlier months; never negative. */
  readonly expected: Money;
  readonly due?: Money;
  /** Due minus expected. */
  readonly difference: Money;
  /** 'cannot_tell': if nothing is due, no rate of recovery can be proved. */
  readonly verdict: 'agrees' | 'explained' | 'cannot_tell' | 'unexplained' | 'not_due_yet';
  /** The rate at which recovered statutory parental pay explains it: "0.92", or "0.92 and 1.085". */
  readonly recoveryRate?: string;
  /** What an unexplained difference may come from. */
  readonly causes: readonly Cause[];
  /** How much is on other accounts, when that is a cause. */
  readonly owedElsewhere?: Money;
  /** When a recovery or an adjustment is in the books: J814 − recovery − CIS + adjustments is what is expected. */
  readonly sum?: PayeSum;
}

/** What makes up the payment of one tax month, all as positive amounts. */
export interface PayeSum {
  readonly payroll: Money;
  readonly recovered: Money;
  readonly cisSuffered: Money;
  readonly adjustments: Money;
}

export interface YearTieOut {
  readonly months: readonly TieOut[];
  readonly yearToDate: Omit<TieOut, 'period'>;
}

const penny = Money.parse('0.01');

export function liabilityOf(period: PayPeriod, mapped: MappedPeriod): Liability {
  return {
    year: period.year,
    period: period.period,
    owed: Money.sum(mapped.runs.map((run) => run.payeNi)),
    owedElsewhere: Money.sum(mapped.runs.map((run) => run.owedElsewhere)),
    cisSuffered: period.cisDeduction,
    statutoryPay: recoverableIn(period),
  };
}

/** Amounts that are not exact money are held elsewhere; here they are left out. */
export const recoverableIn = ({ payslips }: PayPeriod): readonly Money[] =>
  payslips.flatMap(({ figures }) => [...figures].flatMap(([field, amount]) => (isRecovered(field) ? [amount] : [])));

/** The months of one tax year, in order, each judged after those before it. It never stops a posting. */
export function tieOut(given: readonly MonthToTie[]): YearTieOut {
  // What was really recovered is in the books, so there is no rate to find.
  const months = given.map((month) => (month.recovered === undefined ? month : { ...month, statutoryPay: [] }));
  const tied: TieOut[] = [];
  let carried = nothingCarried;
  for (const [index, month] of months.entries()) {
    const tie = tieMonth(month, carried, months.slice(0, index));
    tied.push(tie.tie);
    carried = tie.carried;
  }
  return { months: tied, yearToDate: tieYear(months, tied) };
}

/** What earlier months leave to the next. */
interface Carried {
  /** Negative: set against what is due next. */
  readonly credit: Money;
  /** The months since that credit whose recovery rate nobody knows yet. */
  readonly open: readonly MonthToTie[];
}

const nothingCarried: Carried = { credit: Money.zero, open: [] };

function tieMonth(
  month: MonthToTie,
  carried: Carried,
  before: readonly MonthToTie[],
): { readonly tie: TieOut; readonly carried: Carried } {
  const { period, due } = month;
  const open = [...carried.open, month];
  const expected = balance(carried.credit, open, noRecovery).due;
  const next: Carried = { credit: carried.credit, open };
  if (due === undefined) {
    const verdict = 'not_due_yet';
    return { tie: { period, expected, difference: Money.zero, verdict, causes: [], ...sumOf(month) }, carried: next };
  }
  const recoveries = recoveriesOf(open);
  const { recovery, ...judged } = judge(due, expected, recoveries, (one) => balance(carried.credit, open, one).due);
  const unexplained = judged.verdict === 'unexplained' ? causesOf(month, before, judged.difference) : { causes: [] };
  // Nothing due leaves a credit of unknown size: if there is statutory pay, its rate shows in a later month.
  const unsettled = due.isZero() && recoveries.single.length > 0;
  return {
    tie: { period, expected, due, ...judged, ...unexplained, ...sumOf(month) },
    carried: unsettled ? next : { credit: balance(carried.credit, open, recovery).credit, open: [] },
  };
}

function sumOf({
  owed,
  cisSuffered,
  recovered = Money.zero,
  adjustments = Money.zero,
}: MonthToTie): Pick<TieOut, 'sum'> {
  if (recovered.isZero() && adjustments.isZero()) return {};
  return { sum: { payroll: owed, recovered, cisSuffered, adjustments } };
}

/** The months with an amount due, and the other months of a quarter that was paid at once. */
function tieYear(months: readonly MonthToTie[], tied: readonly TieOut[]): Omit<TieOut, 'period'> {
  const quarters = new Set(tied.filter(isQuarterly).map(({ period }) => quarterOf(period)));
  const known = months.filter(({ due, period }) => due !== undefined || quarters.has(quarterOf(period)));
  const expected = totalDue(known, noRecovery);
  if (known.length === 0) return { expected, difference: Money.zero, verdict: 'not_due_yet', causes: [] };
  const due = Money.sum(known.map((month) => month.due ?? Money.zero));
  // Mixed rates are only judged month by month.
  const recoveries = { ...recoveriesOf(known), mixed: [] };
  const { recovery: _, ...judged } = judge(due, expected, recoveries, (one) => totalDue(known, one));
  if (judged.verdict !== 'unexplained') return { expected, due, ...judged, causes: [] };
  const verdicts = new Set(tied.map((tie) => tie.verdict));
  const rates = new Set(tied.flatMap((tie) => tie.recoveryRate?.split(' and ') ?? []));
  if (verdicts.has('unexplained')) return { expected, due, ...judged, causes: [] };
  if (verdicts.has('cannot_tell')) return { expected, due, ...judged, verdict: 'cannot_tell', causes: [] };
  return { expected, due, ...judged, verdict: 'explained', recoveryRate: [...rates].sort().join(' and '), causes: [] };
}

/** As the first cause it is the only one: else it comes after "nothing due". */
const isQuarterly = ({ causes }: TieOut) => causes[0] === 'quarterly_payer';

/** How much statutory pay was recovered in each month, and at which rates. */
interface Recovery {
  readonly rates: string;
  readonly of: ReadonlyMap<MonthToTie, Money>;
}

const noRecovery: Recovery = { rates: '', of: new Map() };

type Judged = Pick<TieOut, 'difference' | 'verdict' | 'recoveryRate'> & { readonly recovery: Recovery };

/**
 * One rate for everything is likelier than two: mixed rates count only if no single one fits, and only if they fit in
 * exactly one way.
 */
function judge(
  due: Money,
  expected: Money,
  { tolerance, single, mixed }: Recoveries,
  expectedAt: (recovery: Recovery) => Money,
): Judged {
  const difference = due.minus(expected);
  if (difference.isZero()) return { difference, verdict: 'agrees', recovery: noRecovery };
  const fits = (one: Recovery) => due.minus(expectedAt(one)).abs().compare(tolerance) <= 0;
  const alike = single.find(fits);
  const mixtures = alike === undefined ? mixed.filter(fits) : [];
  // Two rates mixed leave nothing due only where the higher one alone does so too.
  if (due.isZero() && alike !== undefined) return { difference, verdict: 'cannot_tell', recovery: noRecovery };
  const recovery = alike ?? (mixtures.length === 1 ? mixtures[0] : undefined);
  if (recovery === undefined) return { difference, verdict: 'unexplained', recovery: noRecovery };
  return { difference, verdict: 'explained', recoveryRate: recovery.rates, recovery };
}

/** What is due for the last of these months: a month with less than nothing due is set against the next. */
function balance(
  before: Money,
  months: readonly MonthToTie[],
  recovery: Recovery,
): { readonly due: Money; readonly credit: Money } {
  let credit = before;
  let due = Money.zero;
  for (const month of months) {
    const left = balanceOf(month, recovery).plus(credit);
    due = left.isNegative() ? Money.zero : left;
    credit = left.isNegative() ? left : Money.zero;
  }
  return { due, credit };
}

function totalDue(months: readonly MonthToTie[], recovery: Recovery): Money {
  return Money.sum(months.map((_, index) => balance(Money.zero, months.slice(0, index + 1), recovery).due));
}

function balanceOf(month: MonthToTie, recovery: Recovery): Money {
  const { owed, cisSuffered, recovered: posted, adjustments = Money.zero } = month;
  return owed
    .plus(adjustments)
    .minus(cisSuffered)
    .minus(posted ?? recovery.of.get(month) ?? Money.zero);
}

/** Rates have three decimals and money two: written as thousandths, a rate is a whole number. */
function recovered(pay: Money, rate: string): Money {
  return pay.share(Money.parse(rate.replace('.', '')), Money.parse('1000'));
}

/** What may have been recovered of these months' statutory pay, in every way that is tried. */
interface Recoveries {
  /** A penny for every line that somebody may have rounded. */
  readonly tolerance: Money;
  /** One rate for all of it. */
  readonly single: readonly Recovery[];
  /** Two rates mixed, since each claim has its own. */
  readonly mixed: readonly Recovery[];
}

/** With more lines there are so many mixtures that a match would prove nothing. */
const mixedLinesMax = 10;

function recoveriesOf(months: readonly MonthToTie[]): Recoveries {
  const lines = months.flatMap((month) => month.statutoryPay).length;
  const [first] = months;
  if (first === undefined || lines === 0) return { tolerance: Money.zero, single: [], mixed: [] };
  const rates = ratesOf(first.year);
  return {
    tolerance: Money.sum(Array.from({ length: lines }, () => penny)),
    single: rates.map((rate) => recoveryAt(months, () => rate)),
    mixed: lines > mixedLinesMax ? [] : mixtures(months, lines, rates),
  };
}

function mixtures(months: readonly MonthToTie[], lines: number, [one, other]: Rates): readonly Recovery[] {
  const ways = new Map<string, Recovery>();
  for (let way = 1; way < 2 ** lines - 1; way += 1) {
    const recovery = recoveryAt(months, (line) => (Math.floor(way / 2 ** line) % 2 === 0 ? one : other));
    // Two ways that recover the same in every month count as one.
    ways.set([...recovery.of.values()].join(' '), recovery);
  }
  return [...ways.values()];
}

function recoveryAt(months: readonly MonthToTie[], rateOf: (line: number) => string): Recovery {
  const rates = new Set<string>();
  let line = 0;
  const of = months.map((month): [MonthToTie, Money] => {
    const pays = month.statutoryPay.map((pay) => {
      const rate = rateOf(line);
      line += 1;
      rates.add(rate.replace(/0$/, ''));
      return recovered(pay, rate);
    });
    return [month, Money.sum(pays)];
  });
  return { rates: [...rates].sort().join(' and '), of: new Map(of) };
}

type Rates = readonly [string, string];

function ratesOf(year: number): Rates {
  return recoveryFactorsOn(taxYearRange(year).from);
}

function causesOf(
  month: MonthToTie,
  before: readonly MonthToTie[],
  difference: Money,
): Pick<TieOut, 'causes' | 'owedElsewhere'> {
  const { due = Money.zero, owedElsewhere } = month;
  if (!owedElsewhere.isZero() && difference.equals(owedElsewhere)) {
    return { causes: ['on_other_accounts'], owedElsewhere };
  }
  if (due.isZero()) return { causes: ['nil_due', 'quarterly_payer', 'late_correction'] };
  if (isPaidByTheQuarter(month, before)) return { causes: ['quarterly_payer'] };
  const others: readonly Cause[] = difference.isPositive() ? ['levy', 'late_correction'] : ['late_correction'];
  if (owedElsewhere.isZero()) return { causes: others };
  return { causes: ['on_other_accounts', ...others], owedElsewhere };
}

/** Nothing was due for the earlier months of the quarter, and now all of them are due together. */
function isPaidByTheQuarter(month: MonthToTie, before: readonly MonthToTie[]): boolean {
  const others = before.filter(({ period }) => quarterOf(period) === quarterOf(month.period));
  if (others.length === 0 || others.some(({ due }) => due?.isZero() === false)) return false;
  const quarter = [...others, month];
  const together = (recovery: Recovery) => Money.sum(quarter.map((one) => balanceOf(one, recovery)));
  const elsewhere = Money.sum(quarter.map((one) => one.owedElsewhere));
  const { tolerance, single, mixed } = recoveriesOf(quarter);
  return [noRecovery, ...single, ...mixed].some((recovery) => {
    const left = month.due?.minus(together(recovery)) ?? Money.zero;
    const within = recovery === noRecovery ? Money.zero : tolerance;
    return [left, left.minus(elsewhere)].some((rest) => rest.abs().compare(within) <= 0);
  });
}

/** PAYE quarters end on 5 July, October, January and April. */
function quarterOf(period: number): number {
  return Math.floor(period / 3);
}
