import type { Money } from '../nouns/money.js';
import type { ClaimedPay } from '../mapping/claims.js';
import { isInFull, type PayeOwed, takenOff } from './month.js';
import { isWithin, recover, recoveredOf, type Recovery, type SmallEmployer } from './recovery.js';
import type { StatutoryPay } from '../mapping/statutory-pay.js';
import { claimsTriedMax, type DecidedRate, openClaims, waysOf } from './ways.js';

/** What payments say about the rates of a month's claims. */
export interface MonthPaid {
  /** Absent while the payment is not known, or what was set against it. */
  readonly paye?: PayeOwed;
  /** A claim that reached HMRC after the 19th comes off the next month's payment, on top of that month's own claim. */
  readonly next?: { readonly paye: PayeOwed; readonly pays: readonly ClaimedPay[] };
}

/** The proposed recovery of a month, and how sure it is. */
export interface Proposal {
  /**
   * explained: the payment shows it to the penny · unexplained: it shows something else · carried: it comes off a later
   * payment · cannot_tell: nothing is due, or several rates fit · not_due_yet: no payment is known.
   */
  readonly verdict: 'explained' | 'unexplained' | 'carried' | 'cannot_tell' | 'not_due_yet';
  /** Absent if no rate is known. */
  readonly recovery?: Recovery;
  readonly rates?: 'decided' | 'from the payment due';
  /** How many ways of claiming the payment fits. */
  readonly found: Rates['found'];
}

/** Decided rates win; the other rates are worked out from what was taken off the payment. */
export function proposeRecovery(
  pays: readonly StatutoryPay[],
  decided: DecidedRate,
  { paye, next }: MonthPaid,
): Proposal {
  const shown = paye && shownBy(paye, next);
  const { found, isSmall }: Rates = shown ? findRates(pays, decided, shown) : { found: 'none' };
  const verdict = verdictOn(found, paye);
  if (openClaims(pays, decided).length === 0) {
    return { verdict, found, recovery: recover(pays, (pay) => decided(pay) === true, shown?.off), rates: 'decided' };
  }
  if (!isSmall) return { verdict, found };
  return { verdict, found, recovery: recover(pays, isSmall, shown?.off), rates: 'from the payment due' };
}

/** What was taken off, and the next month's pay that may have come off with it. */
export interface Shown {
  readonly off: Money;
  readonly nextPays: readonly ClaimedPay[];
}

/**
 * The month whose payment shows the recovery: its own, unless nothing was taken off that, or nothing is due. Then the
 * next one's. A payment of nil proves no rate.
 */
function shownBy(paye: PayeOwed, next: MonthPaid['next']): Shown | undefined {
  if (paye.due.isPositive() && !isInFull(paye)) return { off: takenOff(paye), nextPays: [] };
  if (!next?.paye.due.isPositive()) return undefined;
  // What is left of this month, owed or in credit, is in the next payment too.
  return { off: takenOff(paye).plus(takenOff(next.paye)), nextPays: next.pays };
}

interface Rates {
  readonly found: 'one' | 'none' | 'several' | 'too_many';
  readonly isSmall?: SmallEmployer;
}

/**
 * The claims that were made as a small employer. That shows what payroll claimed, not what the employer is entitled to,
 * so it is a proposal.
 */
export function findRates(pays: readonly ClaimedPay[], decided: DecidedRate, shown: Shown): Rates {
  const together = [...pays, ...shown.nextPays];
  if (openClaims(together, decided).length > claimsTriedMax) return { found: 'too_many' };
  const fitting = new Map<string, SmallEmployer>();
  for (const { isSmall } of waysOf(together, decided)) {
    const own = recoveredOf(pays, isSmall);
    const others = recoveredOf(shown.nextPays, isSmall);
    const left = shown.off.minus(own.total);
    // The next month's own pay explains its payment: so this month's need not have come off it.
    if (others.sums > 0 && isWithin(shown.off.minus(others.total), others.sums)) return { found: 'several' };
    if (isWithin(left, own.sums) || isWithin(left.minus(others.total), own.sums + others.sums))
      fitting.set(pays.map((pay) => Number(isSmall(pay))).join(''), isSmall);
    if (fitting.size > 1) return { found: 'several' };
  }
  const [isSmall] = fitting.values();
  return isSmall ? { found: 'one', isSmall } : { found: 'none' };
}

function verdictOn(found: Proposal['found'], paye: PayeOwed | undefined): Proposal['verdict'] {
  if (paye === undefined) return 'not_due_yet';
  if (found === 'one') return 'explained';
  if (found !== 'none' || !paye.due.isPositive()) return 'cannot_tell';
  return isInFull(paye) ? 'carried' : 'unexplained';
}
