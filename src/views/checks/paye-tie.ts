import { In, IsNull, Not } from 'typeorm';
import type { ReadRows } from '../../ground/rows.js';
import { Money, sumByKey } from '../../journal/nouns/money.js';
import { paymentsOfYear } from '../../journal/paye/month.js';
import type { MonthToTie } from '../../journal/paye/balance.js';
import { amountOf, type HmrcEntry } from '../../journal/policy/hmrc-account.js';
import type { PaymentDue, SchemeYear } from '../../journal/paye/scheme-year.js';
import { claimedIn, type ClaimedPay } from '../../journal/mapping/claims.js';
import { type TieOut, tieOut } from '../../journal/paye/tie-out.js';
import { type Adjustment, isAdjustment, isPayroll } from '../../record/runs/adjustment.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { PayPeriodRecord, TaxYearRecord } from '../../record/runs/pay-period.entity.js';
import { type Employer, policiesOfFiles, schemeYears } from './scheme-years.js';
import { aboutOf, type Of, togetherOf } from './phase.js';

/**
 * What a month's journals leave on PAYE and NI, and what is due to HMRC. All its journals count together: those in the
 * books as they were posted, reversed or amended, and the ones that would be posted for runs that are not there yet.
 */
export interface HmrcTie extends Omit<TieOut, 'verdict'> {
  /** `worked_out`: payroll gives no figure to compare, and no one has typed HMRC's own. */
  readonly verdict: TieOut['verdict'] | 'worked_out';
  /** HMRC's own figure of the month, as a person typed it. */
  readonly charged?: Money;
  readonly dueOn?: string;
  /** Where payroll gives no figure: what is due by the returns, for the month or the quarter that ends with it. */
  readonly hmrc?: PaymentDue | undefined;
  /** The same where this is no last month of a quarter: what it adds to the quarter's payment, and when that is due. */
  readonly withQuarter?: { readonly amount: Money; readonly dueOn: string };
  readonly of: Of;
  /** The part of it that is in no journal of ours: runs from before the cut-over, ignored, or posted by others. */
  readonly notOurs?: Money;
  /** When payroll was last asked what is due. */
  readonly asAt?: Date;
}

/** What is due to HMRC for the month: payroll's own figure, else what its returns come to. */
export const dueToHmrc = ({ due, hmrc }: Pick<HmrcTie, 'due' | 'hmrc'>): Money | undefined => due ?? hmrc?.due;
export const dueToHmrcOn = ({
  dueOn,
  hmrc,
  withQuarter,
}: Pick<HmrcTie, 'dueOn' | 'hmrc' | 'withQuarter'>): string | undefined => dueOn ?? hmrc?.dueOn ?? withQuarter?.dueOn;

interface TiesWanted {
  /** Those of the companies whose payroll comes as files, where the caller has read their policies. */
  readonly ofFiles?: ReadonlyMap<string, Employer>;
  /** Of these months only. */
  readonly periods?: ReadonlySet<number>;
}

const ofPeriod = ['companyId', 'year', 'period', 'cis'] as const;
const ofRun = [
  ...(['companyId', 'period', 'kind', 'state', 'journalSet', 'gone', 'payeNi', 'owedElsewhere'] as const),
  'inPayment' as const,
];
type Owed = (typeof ofRun)[number];
type RunOwed = Pick<PayRunRecord, Owed>;
type AdjustmentOwed = Pick<Adjustment, Owed>;

/**
 * The tie-outs of a tax year's months for these companies. Always the whole year: a credit is carried forward, and a
 * claim that came too late for its own payment shows in the next.
 */
export async function yearsOf(
  rows: ReadRows,
  companyIds: readonly string[],
  year: number,
  { ofFiles, periods: wanted }: TiesWanted = {},
): Promise<ReadonlyMap<string, readonly HmrcTie[]>> {
  if (companyIds.length === 0) return new Map();
  const ofYear = { companyId: In([...companyIds]), year };
  const paid = await rows.select(TaxYearRecord, ['companyId', 'payments', 'listedAt'], { where: ofYear });
  const periods = await rows.select(PayPeriodRecord, ofPeriod, {
    where: { ...ofYear, readAt: Not(IsNull()) },
    // As they are stored: by period alone all would be sorted.
    order: { companyId: 'ASC', period: 'ASC' },
  });
  const found = await rows.select(PayRunRecord, ofRun, { where: ofYear });
  const runs = found.filter(isPayroll);
  const adjustments = found.filter(isAdjustment).filter(({ journalSet }) => journalSet !== null);
  const employers = ofFiles ?? (await policiesOfFiles(rows, companyIds));
  const schemes = await schemeYears(rows, employers, year);
  const [ownPeriods, ownRuns, ownAdjustments] = [byCompany(periods), byCompany(runs), byCompany(adjustments)];
  const ownPaid = new Map(paid.map((one) => [one.companyId, one]));
  const paymentAfter = paymentsOfYear(year);
  const ties = new Map<string, readonly HmrcTie[]>();
  for (const companyId of companyIds) {
    const own: OfCompany = {
      periods: ownPeriods.get(companyId) ?? [],
      paid: ownPaid.get(companyId),
      paymentAfter,
      wanted,
      runs: ownRuns.get(companyId) ?? [],
      adjustment: adjustedIn(ownAdjustments.get(companyId) ?? []),
      scheme: schemes.get(companyId) && (schemes.get(companyId)?.[0] ?? noScheme),
      typed: employers.get(companyId)?.policy.hmrcAccount ?? [],
    };
    const plain = tied(own, new Map());
    // Recovered statutory pay may explain it. Payslips are long, so they are read only then.
    ties.set(companyId, (plain.isOdd ? tied(own, await statutoryPayOf(rows, companyId, year)) : plain).ties);
  }
  return ties;
}

function byCompany<Row extends { readonly companyId: string }>(rows: readonly Row[]): ReadonlyMap<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const own = found.get(row.companyId);
    if (own) own.push(row);
    else found.set(row.companyId, [row]);
  }
  return found;
}

interface OfCompany {
  readonly periods: readonly Pick<PayPeriodRecord, (typeof ofPeriod)[number]>[];
  readonly paid?: Pick<TaxYearRecord, 'payments' | 'listedAt'>;
  readonly paymentAfter: ReturnType<typeof paymentsOfYear>;
  readonly wanted: TiesWanted['periods'];
  readonly runs: readonly RunOwed[];
  readonly adjustment: Adjusted;
  /** Of payroll that comes as files. */
  readonly scheme: Scheme | undefined;
  readonly typed: readonly HmrcEntry[];
}

type Scheme = Pick<SchemeYear, 'months' | 'payments'>;
const noScheme: Scheme = { months: [], payments: [] };

function tied(
  { periods, paid, paymentAfter, wanted, runs, adjustment, scheme, typed }: OfCompany,
  statutoryPay: ReadonlyMap<number, readonly ClaimedPay[]>,
): { readonly ties: readonly HmrcTie[]; readonly isOdd: boolean } {
  const due = periods.map(({ period }) => paymentAfter(period, paid?.payments ?? []));
  // What payroll no longer has, and no journal has, is not owed.
  const owing = runs.filter(({ gone, journalSet }) => !gone || journalSet !== null);
  const ofMonths = periods.map(({ period }) => owing.filter((run) => run.period === period));
  const toTie = periods.map(
    ({ year, period, cis }, index): MonthToTie => ({
      year,
      period,
      owed: Money.sum(ofMonths[index]?.map(({ payeNi }) => payeNi) ?? []),
      owedElsewhere: Money.sum(ofMonths[index]?.map(({ owedElsewhere }) => owedElsewhere) ?? []),
      cisSuffered: cis,
      statutoryPay: statutoryPay.get(period) ?? [],
      due: Money.tryParse(due[index]?.amountDue),
      recovered: adjustment.recovered.get(period),
      adjustments: adjustment.adjustments.get(period),
    }),
  );
  const judged = tieOut(toTie).months.map((tie, index) =>
    scheme ? { ...tie, ...ofReturns({ year: periods[index]?.year ?? 0, period: tie.period }, scheme, typed) } : tie,
  );
  const ties = judged.flatMap((tie, index): HmrcTie[] =>
    wanted !== undefined && !wanted.has(tie.period)
      ? []
      : [
          {
            ...tie,
            ...ownershipOf(ofMonths[index] ?? []),
            dueOn: due[index]?.dueOn,
            asAt: paid?.listedAt ?? undefined,
          },
        ],
  );
  return { ties, isOdd: judged.some(({ verdict }) => verdict === 'unexplained') };
}

/** HMRC's own figure proves what is worked out; a payment of our own figure would not. */
function ofReturns(
  { year, period }: { readonly year: number; readonly period: number },
  { months, payments }: Scheme,
  typed: readonly HmrcEntry[],
): Pick<HmrcTie, 'verdict' | 'difference' | 'charged' | 'hmrc' | 'withQuarter'> {
  const hmrc = payments.find((one) => one.period === period);
  const charged = Money.tryParse(amountOf(typed, 'due', { year, period }));
  if (hmrc === undefined) {
    const amount = months.find((one) => one.period === period)?.total;
    const quarter = payments.find((one) => one.period > period);
    return {
      verdict: 'worked_out',
      difference: Money.zero,
      ...(amount && quarter && { withQuarter: { amount, dueOn: quarter.dueOn } }),
    };
  }
  if (charged === undefined) return { verdict: 'worked_out', difference: Money.zero, hmrc };
  const difference = charged.minus(hmrc.due);
  return { verdict: difference.isZero() ? 'agrees' : 'unexplained', difference, charged, hmrc };
}

function ownershipOf(runs: readonly RunOwed[]): Pick<HmrcTie, 'of' | 'notOurs'> {
  // If payroll posts itself and the books were found to agree, its journals are the ones in the books.
  const abouts = runs.map((run) => (run.state === 'agrees' ? 'posted' : aboutOf(run)));
  const notOurs = Money.sum(runs.flatMap(({ payeNi }, index) => (abouts[index] === 'payroll' ? [payeNi] : [])));
  return { of: togetherOf(abouts), ...(notOurs.isZero() ? {} : { notOurs }) };
}

async function statutoryPayOf(
  rows: ReadRows,
  companyId: string,
  year: number,
): Promise<ReadonlyMap<number, readonly ClaimedPay[]>> {
  const periods = await rows.findBy(PayPeriodRecord, { companyId, year });
  return new Map(periods.map((row) => [row.period, statutoryPayIn(row)]));
}

export const statutoryPayIn = ({
  document,
  year,
}: Pick<PayPeriodRecord, 'document' | 'year'>): readonly ClaimedPay[] =>
  document ? claimedIn(document.period(year)) : [];

/** Journals in the books in addition to the pay runs', by period. */
interface Adjusted {
  readonly recovered: ReadonlyMap<number, Money>;
  readonly adjustments: ReadonlyMap<number, Money>;
}

function adjustedIn(inBooks: readonly AdjustmentOwed[]): Adjusted {
  const recoveries = inBooks.filter(({ kind }) => kind === 'recovery');
  const adjustments = inBooks.filter(({ kind, inPayment }) => kind !== 'recovery' && inPayment);
  return {
    // On the PAYE/NI account a recovery is a debit and an adjustment a credit.
    recovered: sumByKey(recoveries.map(({ period, payeNi }) => [period, payeNi.negated()])),
    adjustments: sumByKey(adjustments.map(({ period, payeNi }) => [period, payeNi])),
  };
}
