import { Money } from '../../journal/nouns/money.js';
import { type Class1OfYear, yearsBeforeQualifying } from '../../journal/paye/class1.js';
import { claimOf } from '../../journal/mapping/claims.js';
import { broughtForward, isInFull, type MonthBehind, type PayeOwed, paymentAfter } from '../../journal/paye/month.js';
import type { Known } from '../../journal/paye/question.js';
import { recoveredOf } from '../../journal/paye/recovery.js';
import type { StatutoryPay } from '../../journal/mapping/statutory-pay.js';
import type { DecidedRate } from '../../journal/paye/ways.js';
import type { PayPeriodRecord } from '../../record/runs/pay-period.entity.js';
import type { AdjustmentInput, OfPeriod } from './adjustment-input.js';
import { effectivePosting, periodIndex, type RunFacts } from './run-facts.js';

type Month = Readonly<PayPeriodRecord>;

/** What the control account owes for the month and the next, where the payments are known. */
export function paymentsAround(input: AdjustmentInput, of: OfPeriod, decided: DecidedRate): Known {
  const { row, periods, runs } = of;
  if (input.company.policy.controls.payePeriod === 'quarterly') return { unknown: 'paid by the quarter' };
  const due = dueOf(input, row);
  if (due === undefined) return {};
  const behind = periods.filter(({ year, period, goneAt }) => year === row.year && period < row.period && !goneAt);
  const credit = broughtForward(behind.map((one) => behindOf(input, { ...of, row: one }, decided)));
  const paye = { ...owingOf(input, of, row), creditBroughtForward: credit ?? Money.zero, due };
  if (credit === undefined && due.isPositive() && !isInFull(paye)) return { unknown: 'rate of an earlier month' };
  const after = periods.find((one) => periodIndex(one) === periodIndex(row) + 1 && !one.goneAt);
  const next = after && nextOf(input, of, after);
  return { paye, ...(next && { next: { paye: next, pays: statutoryPayIn(paidIn(runs, after)) } }) };
}

function nextOf(input: AdjustmentInput, of: OfPeriod, row: Month): PayeOwed | undefined {
  const due = dueOf(input, row);
  return due && { ...owingOf(input, of, row), creditBroughtForward: Money.zero, due };
}

const dueOf = ({ payments }: AdjustmentInput, row: Month): Money | undefined =>
  Money.tryParse(paymentAfter(row, payments.get(row.year) ?? [])?.amountDue);

function owingOf({ company }: AdjustmentInput, { known }: OfPeriod, row: Month) {
  const included = [...known.values()].filter(
    (one) => one.adjustment?.inPayment && one.adjustment.kind !== 'recovery' && periodIndex(one) === periodIndex(row),
  );
  const lines = included
    .flatMap((one) => one.adjustment?.entered ?? [])
    .filter(({ category }) => category === company.policy.accounts.payeNi);
  return {
    owed: row.j814.plus(row.owedElsewhere),
    cisSuffered: row.cis,
    adjustments: Money.sum(lines.map(({ debit }) => Money.parse(debit))).negated(),
  };
}

/** An earlier month, with what was recovered of it: as posted, else at the rates that were decided. */
function behindOf(input: AdjustmentInput, of: OfPeriod, decided: DecidedRate): MonthBehind {
  const { row, runs, known } = of;
  const posted = effectivePosting(recoveryIn(known, row) ?? { recorded: { postings: [] } });
  const pays = statutoryPayIn(paidIn(runs, row));
  const payeNi = posted?.lines.filter(({ category }) => category === input.company.policy.accounts.payeNi);
  const inBooks = payeNi && Money.sum(payeNi.map(({ debit }) => Money.parse(debit)));
  const isDecided = pays.every((pay) => decided(pay) !== undefined);
  const recovered = inBooks ?? (isDecided ? recoveredOf(pays, (pay) => decided(pay) === true).total : undefined);
  return { ...owingOf(input, of, row), due: dueOf(input, row), recovered };
}

/**
 * Class 1 NI of the tax years before the qualifying weeks of these claims. A claim's qualifying week precedes its first
 * pay.
 */
export function class1Asked(
  known: AdjustmentInput['class1'],
  runs: ReadonlyMap<string, RunFacts>,
  pays: readonly StatutoryPay[],
): readonly Class1OfYear[] {
  const claims = new Set(pays.map(claimOf));
  const all = statutoryPayIn([...runs.values()]).filter((pay) => claims.has(claimOf(pay)));
  const firstOf = (claim: string) =>
    all.flatMap((pay) => (claimOf(pay) === claim ? [pay.datedOn] : [])).sort()[0] as string;
  const years = new Set([...claims].flatMap((claim) => yearsBeforeQualifying(firstOf(claim))));
  return [...years].sort().map((year) => known.get(year) ?? { year });
}

/** Pay runs of the month that are in payroll, by pay date. */
export const paidIn = (
  runs: ReadonlyMap<string, RunFacts>,
  month: { readonly year: number; readonly period: number },
) =>
  [...runs.values()]
    .filter((run) => periodIndex(run) === periodIndex(month) && run.payroll.inPayroll && run.payroll.mapped)
    .sort((a, b) => (a.datedOn < b.datedOn ? -1 : 1));

export const statutoryPayIn = (runs: readonly RunFacts[]): readonly StatutoryPay[] =>
  runs.flatMap((run) => run.payroll.mapped?.statutoryPay ?? []);

export const recoveryIn = (
  known: ReadonlyMap<string, RunFacts>,
  month: { readonly year: number; readonly period: number },
): RunFacts | undefined =>
  [...known.values()].find((one) => one.adjustment?.kind === 'recovery' && periodIndex(one) === periodIndex(month));
