import { type ClaimedPay, claimOf } from '../mapping/claims.js';

/** Each claim has one of two rates: 12 claims have 4,096 ways of claiming, which take a fraction of a second. */
export const claimsTriedMax = 12;

/** Whether a claim is a small employer's; undefined while no one has decided. */
export type DecidedRate = (pay: ClaimedPay) => boolean | undefined;

/** One way in which what was paid may have been claimed from HMRC. */
export interface Way {
  readonly isSmall: (pay: ClaimedPay) => boolean;
  /** Every undecided claim at one rate. */
  readonly alike: boolean;
}

export function openClaims(pays: readonly ClaimedPay[], decided: DecidedRate): readonly string[] {
  return [...new Set(pays.filter((pay) => decided(pay) === undefined).map(claimOf))];
}

const undecided: DecidedRate = () => undefined;

/** Every undecided claim at the usual rate, and every one at a small employer's. */
export function oneRateEach(pays: readonly ClaimedPay[], decided: DecidedRate = undecided): readonly Way[] {
  return [false, true].map((isSmall) => ({ isSmall: (pay) => decided(pay) ?? isSmall, alike: true }));
}

/**
 * The one search for rates: every way of claiming, single rates first. With more claims than can be tried, single rates
 * only: with so many ways a fit would prove nothing. Anna and Ben, undecided, give usual and usual, small and small,
 * then Anna small and Ben usual, and the reverse.
 */
export function* waysOf(pays: readonly ClaimedPay[], decided: DecidedRate = undecided): Generator<Way> {
  yield* oneRateEach(pays, decided);
  const open = openClaims(pays, decided);
  if (open.length > claimsTriedMax) return;
  const bitOf = new Map(open.map((claim, bit) => [claim, bit]));
  const isSmallIn = (way: number, pay: ClaimedPay) => ((way >> (bitOf.get(claimOf(pay)) as number)) & 1) === 1;
  for (let way = 1; way < 2 ** open.length - 1; way += 1) {
    yield { isSmall: (pay) => decided(pay) ?? isSmallIn(way, pay), alike: false };
  }
}
