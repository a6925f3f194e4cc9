import { Money } from '../money.js';
import type { PayeOwed } from './paye-control.js';
import { takenOff } from './paye-control.js';
import { recover, type Recovery } from './recovery.js';
import { compensationOn } from './recovery-rates.js';
import { claimsSearchedMax, type DecidedRate, type Found, findRates } from './recovery-search.js';
import type { StatutoryPay } from './statutory-pay.js';

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
  /** What a person is asked if no rate is known. */
  readonly question?: string;
}

/** A small employer paid at most this much Class 1 NI in the tax year before. */
const smallEmployerClass1Max = Money.parse('45000.00');

export interface MonthPaid {
  /** Absent while the payment is not known. */
  readonly paye?: PayeOwed;
  /** Class 1 NI of the tax year before, where it is known. */
  readonly lastYearsClass1?: Money;
}

/** Decided rates win; the other rates are worked out from the payment due, if it is above zero. */
export function proposeRecovery(
  pays: readonly StatutoryPay[],
  decided: DecidedRate,
  { paye, lastYearsClass1 }: MonthPaid,
): Proposal {
  const actual = paye?.due.isPositive() ? takenOff(paye) : undefined;
  const open = pays.filter((pay) => decided(pay) === undefined);
  if (open.length === 0) {
    const recovery = recover(pays, (pay) => decided(pay) === true, actual);
    return { verdict: verdictOn(recovery, paye, actual), recovery, rates: 'decided' };
  }
  const found: Found = actual === undefined ? { is: 'none' } : findRates(pays, decided, actual);
  if (found.is === 'one') {
    return { verdict: 'explained', recovery: recover(pays, found.isSmall, actual), rates: 'from the payment due' };
  }
  return { verdict: verdictWithout(found, paye, actual), question: questionOf(open, found, paye, lastYearsClass1) };
}

function verdictOn(recovery: Recovery, paye: PayeOwed | undefined, actual: Money | undefined): Proposal['verdict'] {
  if (paye === undefined) return 'not_due_yet';
  if (actual === undefined) return 'cannot_tell';
  if (actual.equals(recovery.total)) return 'explained';
  return actual.isZero() ? 'carried' : 'unexplained';
}

function verdictWithout(found: Found, paye: PayeOwed | undefined, actual: Money | undefined): Proposal['verdict'] {
  if (paye === undefined) return 'not_due_yet';
  if (actual === undefined || found.is !== 'none') return 'cannot_tell';
  return actual.isZero() ? 'carried' : 'unexplained';
}

function questionOf(
  open: readonly StatutoryPay[],
  found: Found,
  paye: PayeOwed | undefined,
  lastYearsClass1: Money | undefined,
): string {
  const amount = Money.sum(open.map((pay) => pay.amount)).inPounds();
  const { percent } = compensationOn((open.at(-1) as StatutoryPay).datedOn);
  const known =
    lastYearsClass1 === undefined ? '' : ` Last tax year's Class 1 NI came to ${lastYearsClass1.inPounds()}.`;
  return `${amount} of statutory parental pay was paid, and ${reasonOf(found, paye)} HMRC gives back 92 %, or 100 % and ${percent} % on top to a small employer, whose Class 1 NI of the tax year before was ${smallEmployerClass1Max.inPounds()} or less.${known} Decide which it is.`;
}

function reasonOf(found: Found, paye: PayeOwed | undefined): string {
  if (found.is === 'several') return 'the payment due to HMRC fits more than one way of claiming it.';
  if (found.is === 'gave_up')
    return `its ${found.claims} claims are too many to find their rates from the payment due (at most ${claimsSearchedMax} are tried).`;
  if (paye === undefined) return 'the payment due to HMRC is not known.';
  if (!paye.due.isPositive()) return 'nothing is due to HMRC, which proves no rate.';
  if (takenOff(paye).isZero()) return 'nothing was taken off the payment due to HMRC: it may come off the next one.';
  return `${takenOff(paye).inPounds()} was taken off the payment due to HMRC, which fits no rate.`;
}
