import { In } from 'typeorm';
import type { ReadRows } from '../../ground/rows.js';
import { Money, sumByKey } from '../../journal/money.js';
import { paymentAfter } from '../../journal/recovery/paye-control.js';
import { recoverableIn, type MonthToTie, type TieOut, tieOut } from '../../journal/mapping/tie-out.js';
import { Companion } from '../../record/runs/companion.entity.js';
import { PayPeriodRecord, type StoredPayment, TaxYearRecord } from '../../record/runs/pay-period.entity.js';

/** What a month owes HMRC by payroll and by our journals, and when it is due. */
export interface HmrcTie extends TieOut {
  readonly dueOn?: string;
}

const months = ['p.companyId', 'p.year', 'p.period', 'p.j814', 'p.owedElsewhere', 'p.cis', 'p.readAt'];

/**
 * The tie-out of one month for many companies. Each is judged with the months before it, because credits carry forward.
 */
export async function tiesOf(
  rows: ReadRows,
  companyIds: readonly string[],
  month: { readonly year: number; readonly period: number },
): Promise<ReadonlyMap<string, HmrcTie>> {
  const ties = new Map<string, HmrcTie>();
  for (const [companyId, year] of await yearsOf(rows, companyIds, month.year, month.period)) {
    const tie = year.find((one) => one.period === month.period);
    if (tie !== undefined) ties.set(companyId, tie);
  }
  return ties;
}

/** The tie-outs of a tax year's months up to `upTo`, for these companies. */
export async function yearsOf(
  rows: ReadRows,
  companyIds: readonly string[],
  year: number,
  upTo: number,
): Promise<ReadonlyMap<string, readonly HmrcTie[]>> {
  if (companyIds.length === 0) return new Map();
  const periods = await rows
    .createQueryBuilder(PayPeriodRecord, 'p')
    .select(months)
    .where('p.companyId IN (:...companyIds) AND p.year = :year AND p.period <= :upTo', { companyIds, year, upTo })
    .andWhere('p.readAt IS NOT NULL')
    .orderBy('p.period')
    .getMany();
  const paid = await rows
    .createQueryBuilder(TaxYearRecord, 'y')
    .where('y.companyId IN (:...companyIds) AND y.year = :year', { companyIds, year })
    .getMany();
  const companions = await rows.findBy(Companion, { companyId: In([...companyIds]), year });
  const ties = new Map<string, readonly HmrcTie[]>();
  for (const companyId of companyIds) {
    const payments = paid.find((one) => one.companyId === companyId)?.payments ?? [];
    const own = periods.filter((period) => period.companyId === companyId);
    const beside = besideOf(companions.filter((one) => one.companyId === companyId));
    const plain = tied(own, payments, new Map(), beside);
    const isOdd = plain.some((tie) => tie.verdict === 'unexplained');
    // Recovered statutory pay may explain it. Payslips are long, so they are read only then.
    ties.set(companyId, isOdd ? tied(own, payments, await statutoryPayOf(rows, companyId, year), beside) : plain);
  }
  return ties;
}

function tied(
  periods: readonly PayPeriodRecord[],
  payments: readonly StoredPayment[],
  statutoryPay: ReadonlyMap<number, readonly Money[]>,
  beside: Beside,
): HmrcTie[] {
  const due = periods.map((period) => paymentAfter(period, payments));
  const toTie = periods.map(
    ({ year, period, j814, owedElsewhere, cis }, index): MonthToTie => ({
      year,
      period,
      owed: j814,
      owedElsewhere,
      cisSuffered: cis,
      statutoryPay: statutoryPay.get(period) ?? [],
      due: Money.tryParse(due[index]?.amountDue),
      recovered: beside.recovered.get(period),
      adjustments: beside.adjustments.get(period),
    }),
  );
  return tieOut(carriedOver(toTie)).months.map((tie, index) => ({ ...tie, dueOn: due[index]?.dueOn }));
}

async function statutoryPayOf(
  rows: ReadRows,
  companyId: string,
  year: number,
): Promise<ReadonlyMap<number, readonly Money[]>> {
  const periods = await rows.findBy(PayPeriodRecord, { companyId, year });
  return new Map(periods.map((row) => [row.period, statutoryPayIn(row)]));
}

export const statutoryPayIn = ({ document, year }: Pick<PayPeriodRecord, 'document' | 'year'>): readonly Money[] =>
  document ? recoverableIn(document.period(year)) : [];

/** Journals in the books in addition to the pay runs', by period. */
interface Beside {
  readonly recovered: ReadonlyMap<number, Money>;
  readonly adjustments: ReadonlyMap<number, Money>;
}

function besideOf(companions: readonly Companion[]): Beside {
  const standing = companions.filter(({ journalSet }) => journalSet !== null);
  const recoveries = standing.filter(({ kind }) => kind === 'recovery');
  const adjustments = standing.filter(({ kind, inPayment }) => kind !== 'recovery' && inPayment);
  return {
    // On the PAYE/NI account a recovery is a debit and an adjustment a credit.
    recovered: sumByKey(recoveries.map(({ period, taxAuthority }) => [period, taxAuthority.negated()])),
    adjustments: sumByKey(adjustments.map(({ period, taxAuthority }) => [period, taxAuthority])),
  };
}

/**
 * A claim that reaches HMRC after the 19th comes off the next payment. The sign of it is a month that was paid in full.
 */
function carriedOver(months: readonly MonthToTie[]): readonly MonthToTie[] {
  const shown = [...months];
  for (const [index, month] of shown.entries()) {
    const next = shown[index + 1];
    if (!month.recovered || month.due === undefined || next?.due === undefined) continue;
    const { owed, cisSuffered, adjustments = Money.zero } = month;
    const nothingWasTakenOff = owed.plus(adjustments).minus(cisSuffered).equals(month.due);
    if (!nothingWasTakenOff || month.due.isZero()) continue;
    shown[index] = { ...month, recovered: Money.zero };
    shown[index + 1] = { ...next, recovered: (next.recovered ?? Money.zero).plus(month.recovered) };
  }
  return shown;
}
