import { In } from 'typeorm';
import { onlyAmong } from '../../ground/among.js';
import type { ReadRows } from '../../ground/rows.js';
import { Money, sumByKey } from '../../journal/nouns/money.js';
import { paymentsOfYear } from '../../journal/paye/month.js';
import type { MonthToTie } from '../../journal/paye/balance.js';
import { amountOf, type HmrcEntry } from '../../journal/policy/hmrc-account.js';
import type { PaymentDue, SchemeYear } from '../../journal/paye/scheme-year.js';
import { claimedIn, type ClaimedPay } from '../../journal/mapping/claims.js';
import { type TieOut, tieOut } from '../../journal/paye/tie-out.js';
import { type Adjustment, isAdjustment } from '../../record/runs/adjustment.js';
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

type RunOwed = Pick<PayRunRecord, 'state' | 'journalSet' | 'gone' | 'payeNi' | 'owedElsewhere'>;
type AdjustmentOwed = Pick<Adjustment, 'companyId' | 'period' | 'kind' | 'payeNi' | 'inPayment'>;

/** A month that was read, and its pay runs. */
interface MonthRead extends Pick<PayPeriodRecord, 'companyId' | 'period' | 'cis'> {
  readonly runs: RunOwed[];
}

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
  const ownMonths = byCompany(await monthsRead(rows, companyIds, year));
  const ownAdjustments = byCompany(await adjustmentsInBooks(rows, companyIds, year));
  const employers = ofFiles ?? (await policiesOfFiles(rows, companyIds));
  const schemes = await schemeYears(rows, employers, year);
  const ownPaid = new Map(paid.map((one) => [one.companyId, one]));
  const paymentAfter = paymentsOfYear(year);
  const ties = new Map<string, readonly HmrcTie[]>();
  for (const companyId of companyIds) {
    const own: OfCompany = {
      year,
      months: ownMonths.get(companyId) ?? [],
      paid: ownPaid.get(companyId),
      paymentAfter,
      wanted,
      adjustment: adjustedIn(ownAdjustments.get(companyId)),
      scheme: schemes.get(companyId) && (schemes.get(companyId)?.[0] ?? noScheme),
      typed: employers.get(companyId)?.policy.hmrcAccount ?? [],
    };
    const plain = tied(own, new Map());
    // Recovered statutory pay may explain it. Payslips are long, so they are read only then.
    ties.set(companyId, (plain.isOdd ? tied(own, await statutoryPayOf(rows, companyId, year)) : plain).ties);
  }
  return ties;
}

interface MonthRow extends Pick<PayPeriodRecord, 'companyId' | 'period'> {
  /** Pence, as text on PostgreSQL. */
  readonly cis: number | string;
  readonly payeNi: number | string | null;
  readonly owedElsewhere: number | string;
  readonly state: RunOwed['state'];
  readonly journalSet: string | null;
  readonly gone: boolean | number;
}

/** The months that were read, in order. A thousand companies have 12,000: one statement, and no more columns than these. */
async function monthsRead(rows: ReadRows, companyIds: readonly string[], year: number): Promise<readonly MonthRead[]> {
  const query = rows
    .createQueryBuilder(PayPeriodRecord, 'p')
    .leftJoin(
      PayRunRecord,
      'r',
      `r.companyId = p.companyId AND r.year = p.year AND r.period = p.period AND r.kind = 'payroll'`,
    )
    .select(['p.companyId AS "companyId"', 'p.period AS "period"', 'p.cis AS "cis"'])
    .addSelect(['r.state AS "state"', 'r.journalSet AS "journalSet"', 'r.gone AS "gone"'])
    .addSelect(['r.payeNi AS "payeNi"', 'r.owedElsewhere AS "owedElsewhere"'])
    .where('p.year = :year AND p.readAt IS NOT NULL', { year })
    // As they are stored: by period alone all would be sorted.
    .orderBy('p.companyId')
    .addOrderBy('p.period');
  const months: MonthRead[] = [];
  for (const row of await onlyAmong(query, 'p.companyId', companyIds).getRawMany<MonthRow>()) {
    const { companyId, period } = row;
    let month = months.at(-1);
    if (month?.companyId !== companyId || month.period !== period) {
      month = { companyId, period, cis: Money.pence(BigInt(row.cis)), runs: [] };
      months.push(month);
    }
    if (row.payeNi !== null) month.runs.push(runOwed(row, row.payeNi));
  }
  return months;
}

const runOwed = ({ state, journalSet, gone, owedElsewhere }: MonthRow, payeNi: number | string): RunOwed => ({
  state,
  journalSet,
  gone: Boolean(gone),
  payeNi: Money.pence(BigInt(payeNi)),
  owedElsewhere: Money.pence(BigInt(owedElsewhere)),
});

/** By their own index: few companies have any. */
async function adjustmentsInBooks(
  rows: ReadRows,
  companyIds: readonly string[],
  year: number,
): Promise<readonly AdjustmentOwed[]> {
  const query = rows
    .createQueryBuilder(PayRunRecord, 'r')
    .select(['r.companyId', 'r.tag', 'r.period', 'r.kind', 'r.payeNi', 'r.inPayment'])
    .where(`r.kind <> 'payroll' AND r.year = :year AND r.journalSet IS NOT NULL`, { year });
  return (await onlyAmong(query, 'r.companyId', companyIds).getMany()).filter(isAdjustment);
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
  readonly year: number;
  readonly months: readonly MonthRead[];
  readonly paid?: Pick<TaxYearRecord, 'payments' | 'listedAt'>;
  readonly paymentAfter: ReturnType<typeof paymentsOfYear>;
  readonly wanted: TiesWanted['periods'];
  readonly adjustment: Adjusted;
  /** Of payroll that comes as files. */
  readonly scheme: Scheme | undefined;
  readonly typed: readonly HmrcEntry[];
}

type Scheme = Pick<SchemeYear, 'months' | 'payments'>;
const noScheme: Scheme = { months: [], payments: [] };

function tied(
  { year, months, paid, paymentAfter, wanted, adjustment, scheme, typed }: OfCompany,
  statutoryPay: ReadonlyMap<number, readonly ClaimedPay[]>,
): { readonly ties: readonly HmrcTie[]; readonly isOdd: boolean } {
  const due = months.map(({ period }) => paymentAfter(period, paid?.payments ?? []));
  // What payroll no longer has, and no journal has, is not owed.
  const ofMonths = months.map(({ runs }) => runs.filter(({ gone, journalSet }) => !gone || journalSet !== null));
  const toTie = months.map(
    ({ period, cis }, index): MonthToTie => ({
      year,
      period,
      owed: summed(ofMonths[index], 'payeNi'),
      owedElsewhere: summed(ofMonths[index], 'owedElsewhere'),
      cisSuffered: cis,
      statutoryPay: statutoryPay.get(period) ?? [],
      due: Money.tryParse(due[index]?.amountDue),
      recovered: adjustment.recovered.get(period),
      adjustments: adjustment.adjustments.get(period),
    }),
  );
  const judged = tieOut(toTie).months.map((tie) =>
    scheme ? { ...tie, ...ofReturns({ year, period: tie.period }, scheme, typed) } : tie,
  );
  const ties = judged.flatMap((tie, index): HmrcTie | [] => {
    if (wanted !== undefined && !wanted.has(tie.period)) return [];
    const { of, notOurs } = ownershipOf(ofMonths[index] ?? []);
    return { ...tie, of, notOurs, dueOn: due[index]?.dueOn, asAt: paid?.listedAt ?? undefined };
  });
  return { ties, isOdd: judged.some(({ verdict }) => verdict === 'unexplained') };
}

const summed = (runs: readonly RunOwed[] = [], of: 'payeNi' | 'owedElsewhere'): Money =>
  runs.reduce((sum, run) => sum.plus(run[of]), Money.zero);

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
  return { of: togetherOf(abouts), notOurs: notOurs.isZero() ? undefined : notOurs };
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

const nothingAdjusted: Adjusted = { recovered: new Map(), adjustments: new Map() };

function adjustedIn(inBooks: readonly AdjustmentOwed[] | undefined): Adjusted {
  if (inBooks === undefined) return nothingAdjusted;
  const recoveries = inBooks.filter(({ kind }) => kind === 'recovery');
  const adjustments = inBooks.filter(({ kind, inPayment }) => kind !== 'recovery' && inPayment);
  return {
    // On the PAYE/NI account a recovery is a debit and an adjustment a credit.
    recovered: sumByKey(recoveries.map(({ period, payeNi }) => [period, payeNi.negated()])),
    adjustments: sumByKey(adjustments.map(({ period, payeNi }) => [period, payeNi])),
  };
}
