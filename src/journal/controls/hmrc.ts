import { addDays, taxMonthRange, taxYearInWords } from '../dates.js';
import { Money } from '../money.js';
import type { ClaimedPay } from '../paye/claims.js';
import { isWithin, recoveredOf } from '../paye/recovery.js';
import { compensationOn, usualRecovery } from '../paye/recovery-rates.js';
import { oneRateEach } from '../paye/ways.js';
import type { Policy } from '../policy.js';
import type { Debt, JournalNeeded } from './control.js';

/** What is credited to the account of PAYE and NI on one day. */
export interface Charge {
  readonly datedOn: string;
  readonly amount: Money;
}

interface TaxMonth {
  readonly year: number;
  /** 0 to 11. */
  readonly period: number;
}

/** When a company pays HMRC. */
export type DueRule = Pick<Policy['controls'], 'payePeriod' | 'collectionDay'>;

export interface HmrcMonth extends TaxMonth {
  readonly runs: readonly Charge[];
  /** Adjustments that the payment includes: a recovery is negative. */
  readonly adjustments: readonly Charge[];
  readonly cisSuffered: Money;
  /** The amount due according to payroll; absent if it has none. */
  readonly due?: Money;
  /** Each payslip's statutory parental pay. */
  readonly statutoryPay: readonly ClaimedPay[];
  /** Owed to HMRC, but credited to another account by policy. */
  readonly owedElsewhere: Money;
}

export interface HmrcPolicy extends DueRule {
  /** Whether sales receipts debit CIS suffered to this account, not to another. */
  readonly cisIsHere: boolean;
}

export interface HmrcOwed {
  readonly debts: readonly Debt[];
  readonly journals: readonly JournalNeeded[];
  /** What may have been taken off a payment although payroll does not show it, by rate. */
  readonly recoveries: readonly (readonly JournalNeeded[])[];
}

const usualDay = 22;

/** Months come oldest first, without gaps. Credits and refunds are set against what is due next. */
export function hmrcOwed(months: readonly HmrcMonth[], policy: HmrcPolicy, on: string): HmrcOwed {
  const debts: Debt[] = [];
  const journals: JournalNeeded[] = [];
  const recoveries: JournalNeeded[][] = [[], []];
  let credit = Money.zero;
  for (const group of groupsOf(months, policy)) {
    const charged = creditedOf(group, policy);
    const { what, arisesOn, dueOn, isOver } = placed(group, policy, on);
    const left = charged.plus(credit);
    const due = isOver ? dueOf(group) : undefined;
    const payable = due ?? (left.isNegative() ? Money.zero : left);
    const rest = left.minus(payable);
    // Nothing to pay and a credit left over: it comes off the next payment.
    const carries = payable.isZero() && rest.isNegative();
    credit = carries ? rest : Money.zero;
    const later = laterOf(group, arisesOn, on);
    const now = payable.minus(Money.sum(later.map(({ amount }) => amount)));
    if (!now.isZero()) debts.push({ what, arisesOn, dueOn, amount: now });
    for (const { datedOn, amount } of later) debts.push({ what, arisesOn: datedOn, dueOn, amount });
    if (rest.isZero() && isOver)
      for (const [rate, gap] of recoverableOf(group).entries()) recoveries[rate]?.push({ ...gap, arisesOn, dueOn });
    if (!carries) journals.push(...gapsOf(group, rest, policy).map((gap) => ({ ...gap, arisesOn, dueOn })));
  }
  if (!credit.isZero())
    debts.push({ what: 'Credit with HMRC, carried forward', arisesOn: lastDayOf(months), amount: credit });
  return { debts, journals, recoveries };
}

const chargesOf = (group: readonly HmrcMonth[]): readonly Charge[] =>
  group.flatMap(({ runs, adjustments }) => [...runs, ...adjustments]);

function creditedOf(group: readonly HmrcMonth[], policy: HmrcPolicy): Money {
  const charges = chargesOf(group).map(({ amount }) => amount);
  const cis = policy.cisIsHere ? group.map(({ cisSuffered }) => cisSuffered.negated()) : [];
  return Money.sum([...charges, ...cis]);
}

/** Charges of a payment that has begun to arise, known but dated later: the books do not have them yet. */
function laterOf(group: readonly HmrcMonth[], arisesOn: string, on: string): readonly Charge[] {
  return arisesOn > on ? [] : chargesOf(group).filter(({ datedOn }) => datedOn > on);
}

function dueOf(group: readonly HmrcMonth[]): Money | undefined {
  const dues = group.filter(({ runs }) => runs.length > 0).map(({ due }) => due);
  const known = dues.filter((due) => due !== undefined);
  return dues.length > 0 && known.length === dues.length ? Money.sum(known) : undefined;
}

const daysOf = (group: readonly HmrcMonth[]) =>
  chargesOf(group)
    .map(({ datedOn }) => datedOn)
    .sort();
const lastDayOf = (months: readonly HmrcMonth[]) => daysOf(months).at(-1) ?? '0001-01-01';

function groupsOf(months: readonly HmrcMonth[], { payePeriod }: HmrcPolicy): readonly (readonly HmrcMonth[])[] {
  const groups = new Map<string, HmrcMonth[]>();
  for (const month of months) {
    const key = `${month.year} ${payePeriod === 'quarterly' ? Math.floor(month.period / 3) : month.period}`;
    groups.set(key, [...(groups.get(key) ?? []), month]);
  }
  return [...groups.values()];
}

function placed(group: readonly HmrcMonth[], policy: HmrcPolicy, on: string) {
  const [first] = group as [HmrcMonth];
  const quarterly = policy.payePeriod === 'quarterly';
  const lastPeriod = lastPeriodOf(first, policy);
  const { to } = taxMonthRange(first.year, lastPeriod + 1);
  const days = daysOf(group);
  const span = taxYearInWords(first.year);
  const name = quarterly ? `PAYE ${span} quarter ${lastPeriod / 3 + 1 / 3}` : `PAYE ${span} month ${first.period + 1}`;
  const arisesOn = days[0] ?? to;
  // isOver: all its runs are charged, so its payment is known.
  return { what: name, arisesOn, dueOn: hmrcDueOn(first, policy), isOver: (days.at(-1) ?? to) <= on };
}

const lastPeriodOf = ({ period }: TaxMonth, { payePeriod }: DueRule): number =>
  payePeriod === 'quarterly' ? Math.floor(period / 3) * 3 + 2 : period;

/** The 22nd, or the day of the direct debit: the first such day after the tax month or quarter ends on the 5th. */
export function hmrcDueOn(of: TaxMonth, rule: DueRule): string {
  const monthEnd = taxMonthRange(of.year, lastPeriodOf(of, rule) + 1).to;
  const day = rule.collectionDay ?? usualDay;
  const month = monthEnd.slice(0, 8);
  const own = `${month}${String(day).padStart(2, '0')}`;
  if (own > monthEnd) return own;
  return `${addDays(`${month}28`, 7).slice(0, 8)}${String(day).padStart(2, '0')}`;
}

type Gap = Pick<JournalNeeded, 'what' | 'amount'>;

/** What the account holds beyond the payment due, by cause; the causes sum to it. */
function gapsOf(group: readonly HmrcMonth[], rest: Money, policy: HmrcPolicy): readonly Gap[] {
  const gaps: Gap[] = [];
  let left = rest;
  const take = (what: string, amount: Money) => {
    if (amount.isZero()) return;
    gaps.push({ what, amount });
    left = left.minus(amount);
  };
  const cis = policy.cisIsHere ? Money.zero : Money.sum(group.map(({ cisSuffered }) => cisSuffered));
  const elsewhere = Money.sum(group.map(({ owedElsewhere }) => owedElsewhere)).negated();
  if (!left.isZero()) take('CIS suffered stands on its own account: move it to PAYE', cis);
  if (!left.isZero()) take('Owed to HMRC and credited to another account: move it to PAYE', elsewhere);
  const recovery = recoveryOf(group, left);
  if (recovery !== undefined) take(recovery, left);
  const odd = left.isNegative()
    ? 'More is due to HMRC than payroll posted: a levy or an adjustment'
    : 'Less is due to HMRC than payroll posted';
  take(odd, left);
  return gaps;
}

/** Whether the gap is statutory parental pay at one of the rates, to a penny for every payslip. */
function recoveryOf(group: readonly HmrcMonth[], gap: Money): string | undefined {
  const payslips = group.flatMap(({ statutoryPay }) => statutoryPay).length;
  return recoverableOf(group).find(({ amount }) => isWithin(amount.minus(gap), payslips))?.what;
}

/**
 * What HMRC gives back of the statutory parental pay of months without a recovery yet: at the usual rate, and at a
 * small employer's.
 */
function recoverableOf(group: readonly HmrcMonth[]): readonly Gap[] {
  const isPosted = ({ adjustments }: HmrcMonth) => adjustments.some(({ amount }) => amount.isNegative());
  const months = group.filter((month) => !isPosted(month));
  const pays = months.flatMap(({ statutoryPay }) => statutoryPay);
  const total = Money.sum(pays.map(({ amount }) => amount));
  const [first] = pays;
  if (first === undefined || total.isZero()) return [];
  return oneRateEach(pays).map(({ isSmall }) => {
    const rate = isSmall(first)
      ? `100 % and ${compensationOn(first.datedOn).percent} % compensation`
      : `${usualRecovery.percent} %`;
    return {
      what: `Statutory pay ${total.toString()} at ${rate} not posted; confirm the rate`,
      amount: Money.sum(months.map((month) => recoveredOf(month.statutoryPay, isSmall).total)),
    };
  });
}
