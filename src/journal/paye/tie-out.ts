import type { MappedPeriod } from '../mapping/mapper.js';
import { Money } from '../nouns/money.js';
import type { PayPeriod } from '../nouns/pay-run.js';
import {
  balance,
  type Liability,
  type MonthToTie,
  noRecovery,
  type Recoveries,
  type Recovery,
  recoveriesOf,
  totalDue,
} from './balance.js';
import { type Causes, causesOf, quarterOf } from './causes.js';
import { claimedIn } from '../mapping/claims.js';
import { owing } from './month.js';
import { isWithin } from './recovery.js';
import { oneRateEach } from './ways.js';

export interface TieOut extends Causes {
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

export function liabilityOf(period: PayPeriod, mapped: MappedPeriod): Liability {
  return {
    year: period.year,
    period: period.period,
    owed: Money.sum(mapped.runs.map((run) => run.payeNi)),
    owedElsewhere: Money.sum(mapped.runs.map((run) => run.owedElsewhere)),
    cisSuffered: period.cisDeduction,
    statutoryPay: claimedIn(period),
  };
}

/** The months of one tax year, in order, each judged after those before it. It never stops a posting. */
export function tieOut(given: readonly MonthToTie[]): YearTieOut {
  // What was really recovered is in the books, so there is no rate to find.
  const months = carriedOver(given).map((month) =>
    month.recovered === undefined ? month : { ...month, statutoryPay: [] },
  );
  const tied: TieOut[] = [];
  let carried = nothingCarried;
  for (const [index, month] of months.entries()) {
    const tie = tieMonth(month, carried, () => months.slice(0, index));
    tied.push(tie.tie);
    carried = tie.carried;
  }
  return {
    months: tied,
    // The pages look at months alone: for a thousand companies the year takes as long as they do.
    get yearToDate() {
      return tieYear(months, tied);
    },
  };
}

/** What earlier months leave to the next. */
interface Carried {
  /** Negative: set against what is due next. */
  readonly credit: Money;
  /** The months since that credit whose recovery rate is unknown. */
  readonly open: readonly MonthToTie[];
}

const nothingCarried: Carried = { credit: Money.zero, open: [] };

function tieMonth(
  month: MonthToTie,
  carried: Carried,
  before: () => readonly MonthToTie[],
): { readonly tie: TieOut; readonly carried: Carried } {
  const { period, due } = month;
  const open = carried.open.length === 0 ? [month] : [...carried.open, month];
  const inFull = balance(carried.credit, open, noRecovery);
  // Nothing due leaves a credit of unknown size: if there is statutory pay, its rate shows in a later month.
  const after = (credit: Money): Carried =>
    due === undefined || due.isZero() ? { credit: carried.credit, open } : { credit, open: [] };
  const [expected, sum] = [inFull.due, sumOf(month)];
  // Nearly all months of a thousand companies: nothing is asked about recoveries.
  if (due === undefined || due.equals(expected)) {
    const verdict = due === undefined ? 'not_due_yet' : 'agrees';
    const tie: TieOut = { period, expected, due, difference: Money.zero, verdict, causes: [], sum };
    return { tie, carried: after(inFull.credit) };
  }
  const at = (recovery: Recovery) => balance(carried.credit, open, recovery);
  const { recovery, ...judged } = judge(due, (one) => at(one).due, recoveriesOf(open));
  const unexplained = judged.verdict === 'unexplained' ? causesOf(month, before(), judged.difference) : { causes: [] };
  return { tie: { period, expected, due, ...judged, ...unexplained, sum }, carried: after(at(recovery).credit) };
}

function sumOf({
  owed,
  cisSuffered,
  recovered = Money.zero,
  adjustments = Money.zero,
}: MonthToTie): PayeSum | undefined {
  if (recovered.isZero() && adjustments.isZero()) return undefined;
  return { payroll: owed, recovered, cisSuffered, adjustments };
}

/** The months with an amount due, and the other months of a quarter that was paid at once. */
function tieYear(months: readonly MonthToTie[], tied: readonly TieOut[]): Omit<TieOut, 'period'> {
  const quarters = new Set(tied.filter(isQuarterly).map(({ period }) => quarterOf(period)));
  const known = months.filter(({ due, period }) => due !== undefined || quarters.has(quarterOf(period)));
  const expected = totalDue(known, noRecovery);
  if (known.length === 0) return { expected, difference: Money.zero, verdict: 'not_due_yet', causes: [] };
  const due = Money.sum(known.map((month) => month.due ?? Money.zero));
  // Mixed rates are only judged month by month.
  const { recovery: _, ...judged } = judge(due, (one) => totalDue(known, one), recoveriesOf(known, oneRateEach));
  if (judged.verdict !== 'unexplained') return { expected, due, ...judged, causes: [] };
  const verdicts = new Set(tied.map((tie) => tie.verdict));
  const rates = new Set(tied.flatMap((tie) => tie.recoveryRate?.split(' and ') ?? []));
  if (verdicts.has('unexplained')) return { expected, due, ...judged, causes: [] };
  if (verdicts.has('cannot_tell')) return { expected, due, ...judged, verdict: 'cannot_tell', causes: [] };
  return { expected, due, ...judged, verdict: 'explained', recoveryRate: [...rates].sort().join(' and '), causes: [] };
}

/** As the first cause it is the only one: else it comes after "nothing due". */
const isQuarterly = ({ causes }: TieOut) => causes[0] === 'quarterly_payer';

type Judged = Pick<TieOut, 'difference' | 'verdict' | 'recoveryRate'> & { readonly recovery: Recovery };

/**
 * Compares what is due, if this much was recovered, with what payroll says is due. One rate for everything is likelier
 * than two: mixed rates count only if no single rate fits, and only if they fit in exactly one way.
 */
function judge(due: Money, dueAt: (recovery: Recovery) => Money, { tolerance, all }: Recoveries): Judged {
  const difference = due.minus(dueAt(noRecovery));
  if (difference.isZero()) return { difference, verdict: 'agrees', recovery: noRecovery };
  const explained = (recovery: Recovery): Judged => ({
    difference,
    verdict: 'explained',
    recoveryRate: recovery.rates,
    recovery,
  });
  const mixed = new Map<string, Recovery>();
  for (const one of all()) {
    if (!isWithin(due.minus(dueAt(one)), tolerance)) continue;
    // Those with one rate come first. Two rates mixed leave nothing due only where the higher one alone does so too.
    if (one.alike) return due.isZero() ? { difference, verdict: 'cannot_tell', recovery: noRecovery } : explained(one);
    // Which of two equal claims is the small employer's makes no difference to the amount.
    mixed.set([...one.of.values()].join(' '), one);
  }
  const [only] = mixed.values();
  return only && mixed.size === 1 ? explained(only) : { difference, verdict: 'unexplained', recovery: noRecovery };
}

/** A claim that reaches HMRC after the 19th comes off the next payment. Its sign is a month that was paid in full. */
function carriedOver(months: readonly MonthToTie[]): readonly MonthToTie[] {
  const shown = [...months];
  for (const [index, month] of shown.entries()) {
    const next = shown[index + 1];
    if (!month.recovered || month.due === undefined || next?.due === undefined) continue;
    if (!owing(month).equals(month.due) || month.due.isZero()) continue;
    shown[index] = { ...month, recovered: Money.zero };
    shown[index + 1] = { ...next, recovered: (next.recovered ?? Money.zero).plus(month.recovered) };
  }
  return shown;
}
