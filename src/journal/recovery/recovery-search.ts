import type { Money } from '../money.js';
import { fits, type SmallEmployer } from './recovery.js';
import { claimOf, type StatutoryPay } from './statutory-pay.js';

/** Each claim has one of two rates: 12 claims have 4,096 assignments, which take a fraction of a second. */
export const claimsSearchedMax = 12;

export type Found =
  /** Exactly one assignment of rates explains what was taken off the payment. */
  | { readonly is: 'one'; readonly isSmall: SmallEmployer }
  | { readonly is: 'none' }
  | { readonly is: 'several' }
  | { readonly is: 'gave_up'; readonly claims: number };

/** Whether a claim is a small employer's; undefined while nobody decided. */
export type DecidedRate = (pay: StatutoryPay) => boolean | undefined;

/**
 * Finds which claims were made as a small employer from what was taken off the payment. That shows what payroll
 * claimed, not what the employer is entitled to, so it is a proposal.
 */
export function findRates(pays: readonly StatutoryPay[], decided: DecidedRate, actual: Money): Found {
  const open = [...new Set(pays.filter((pay) => decided(pay) === undefined).map(claimOf))];
  if (open.length > claimsSearchedMax) return { is: 'gave_up', claims: open.length };
  const bitOf = new Map(open.map((claim, bit) => [claim, bit]));
  let found: SmallEmployer | undefined;
  for (let assignment = 0; assignment < 2 ** open.length; assignment += 1) {
    const isSmall: SmallEmployer = (pay) =>
      decided(pay) ?? ((assignment >> (bitOf.get(claimOf(pay)) as number)) & 1) === 1;
    if (!fits(pays, isSmall, actual)) continue;
    if (found !== undefined) return { is: 'several' };
    found = isSmall;
  }
  return found === undefined ? { is: 'none' } : { is: 'one', isSmall: found };
}

/**
 * What was taken off a payment and nothing else explains; absent if nothing is due, since a nil payment proves no rate.
 */
export interface TakenOff {
  readonly own?: Money;
  readonly next?: Money;
}

/** A claim that reached HMRC after the 19th comes off the next month's payment, so that payment is tried as well. */
export function findMonth(
  pays: readonly StatutoryPay[],
  decided: DecidedRate,
  { own, next }: TakenOff,
): Found & { readonly month?: 'own' | 'next' } {
  const here = own === undefined ? undefined : findRates(pays, decided, own);
  if (here !== undefined && here.is !== 'none') return { ...here, month: 'own' };
  const there = next === undefined ? undefined : findRates(pays, decided, next);
  return there === undefined ? { is: 'none' } : { ...there, month: 'next' };
}
