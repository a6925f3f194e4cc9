import { Money } from '../nouns/money.js';
import { compensationOn, fullRecovery, type Rate, usualRecovery, wholeTenths } from './recovery-rates.js';
import { byLargestRemainder, mirrored, type Share } from '../nouns/shares.js';
import type { ClaimedPay } from '../mapping/claims.js';
import type { StatutoryPay } from '../mapping/statutory-pay.js';

/** Whether a claim is made as a small employer: HMRC repays all of it, with compensation on top. */
export type SmallEmployer = (pay: ClaimedPay) => boolean;

/** What HMRC repays of one payslip's statutory pay. */
export interface RecoveredShare {
  readonly pay: StatutoryPay;
  readonly because: 'recovery' | 'compensation';
  readonly rate: string;
  readonly amount: Money;
  readonly pennies: number;
}

export interface Recovery {
  readonly total: Money;
  readonly shares: readonly RecoveredShare[];
}

/** Pay of one kind at one rate over the tax month: added up first, then rounded once. */
interface Group<Pay extends ClaimedPay = StatutoryPay> {
  readonly pays: readonly Pay[];
  /** The part that is rounded; what is repaid in full needs no rounding. */
  readonly rounded: Portion;
  readonly full?: Portion;
}

interface Portion {
  readonly because: 'recovery' | 'compensation';
  readonly rate: Rate;
}

/**
 * `actual` is what was taken off the payment to HMRC. If it is within a penny per group of our sum, it is the total:
 * payroll rounded differently, and the books follow what was really claimed.
 */
export function recover(pays: readonly StatutoryPay[], isSmall: SmallEmployer, actual?: Money): Recovery {
  const groups = groupsOf(pays, isSmall);
  const usual = Money.sum(groups.map(totalOf));
  const off = actual?.minus(usual);
  const extra = off !== undefined && isWithin(off, groups.length) ? off.toPence() : 0n;
  const pennies = extraPennies(groups, extra);
  const shares = groups.flatMap((group, index) => [
    ...(group.full ? sharesOf(group, group.full, 0n) : []),
    ...sharesOf(group, group.rounded, pennies[index] as bigint),
  ]);
  return { total: usual.plus(Money.pence(extra)), shares: inPayslipOrder(shares, pays) };
}

export interface Recovered {
  readonly total: Money;
  /** How many sums were rounded: payroll may be a penny off in each. */
  readonly sums: number;
}

/** What is recovered of one tax month's pay, without saying whose it is. */
export function recoveredOf(pays: readonly ClaimedPay[], isSmall: SmallEmployer): Recovered {
  const groups = groupsOf(pays, isSmall);
  return { total: Money.sum(groups.map(totalOf)), sums: groups.length };
}

/** Within a penny for each sum that was rounded. */
export function isWithin(difference: Money, sums: number): boolean {
  return difference.abs().compare(Money.pence(BigInt(sums))) <= 0;
}

function groupsOf<Pay extends ClaimedPay>(pays: readonly Pay[], isSmall: SmallEmployer): readonly Group<Pay>[] {
  const groups = new Map<string, { pays: Pay[]; rounded: Portion; full?: Portion }>();
  for (const pay of pays) {
    const rates = ratesOf(pay, isSmall(pay));
    const key = `${pay.kind} ${rates.rounded.because} ${rates.rounded.rate.percent}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { pays: [pay], ...rates });
    else group.pays.push(pay);
  }
  return [...groups.values()];
}

function ratesOf({ datedOn }: ClaimedPay, small: boolean): Pick<Group, 'rounded' | 'full'> {
  if (!small) return { rounded: { because: 'recovery', rate: usualRecovery } };
  return {
    full: { because: 'recovery', rate: fullRecovery },
    rounded: { because: 'compensation', rate: compensationOn(datedOn) },
  };
}

function totalOf({ pays, full, rounded }: Group<ClaimedPay>): Money {
  const pay = payOf(pays);
  const portion = roundedPortion(pay, rounded.rate);
  return full === undefined ? portion : portion.plus(pay);
}

function payOf(pays: readonly ClaimedPay[]): Money {
  return Money.sum(pays.map((one) => one.amount));
}

/** Rounds half away from zero, so that a correction mirrors what it corrects. */
function roundedPortion(pay: Money, { tenths }: Rate): Money {
  const portion = pay.abs().toPence() * tenths;
  const rounded = Money.pence((portion + wholeTenths / 2n) / wholeTenths);
  return pay.isNegative() ? rounded.negated() : rounded;
}

/** Gives a penny more or less to the groups whose own rounding came nearest to it. */
function extraPennies(groups: readonly Group[], extra: bigint): readonly bigint[] {
  const direction = extra < 0n ? -1n : 1n;
  const pull = groups.map(({ pays, rounded: { rate } }) => {
    const pay = payOf(pays);
    return direction * (pay.toPence() * rate.tenths - roundedPortion(pay, rate).toPence() * wholeTenths);
  });
  const order = [...groups.keys()].sort((a, b) => Number((pull[b] as bigint) - (pull[a] as bigint)));
  const moved = new Set(order.slice(0, Math.abs(Number(extra))));
  return groups.map((_, index) => (moved.has(index) ? direction : 0n));
}

/** Shared over the payslips by largest remainder, ties in their order; negative pay is shared as its opposite. */
function sharesOf({ pays }: Group, { because, rate }: Portion, extra: bigint): readonly RecoveredShare[] {
  const pay = payOf(pays);
  const isTakenBack = pay.isNegative();
  const sign = isTakenBack ? -1n : 1n;
  const total = roundedPortion(pay, rate).toPence() + extra;
  const shares = byLargestRemainder(
    sign * total,
    pays.map((one) => sign * one.amount.toPence() * rate.tenths),
    wholeTenths,
  );
  return pays.map((one, index) => {
    const share = shares[index] as Share;
    return { pay: one, because, rate: rate.percent, ...(isTakenBack ? mirrored(share) : share) };
  });
}

function inPayslipOrder(shares: readonly RecoveredShare[], pays: readonly StatutoryPay[]): readonly RecoveredShare[] {
  const place = new Map(pays.map((pay, index) => [pay, index]));
  return shares.toSorted((a, b) => (place.get(a.pay) as number) - (place.get(b.pay) as number));
}
