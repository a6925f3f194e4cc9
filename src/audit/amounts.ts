import { isOfPersons, isProfitAndLoss, withoutSuffix } from '../journal/nouns/chart.js';
import { Money } from '../journal/nouns/money.js';

/**
 * Pence by place. A place is an account, or an account and the person whose it is: '401', '902 /v2/users/3'. Debits are
 * positive, and a place without an amount is absent.
 */
export type Amounts = ReadonlyMap<string, bigint>;

export const placeOf = (code: string, user?: string): string => (user === undefined ? code : `${code} ${user}`);
export const codeIn = (place: string): string => place.split(' ', 1)[0] as string;
export const userIn = (place: string): string | undefined => place.split(' ')[1];

/** `other` is no account that payroll could be on: no layout has it. */
export type Kind = 'cost' | 'liability' | 'bank' | 'other';
/** What an account is: books of another kind name their own. */
export type KindOf = (code: string) => Kind;

/** In the accounting service's chart, costs come before 600, and 750 is the bank. */
export const usualKind: KindOf = (code) =>
  isProfitAndLoss(code) ? 'cost' : withoutSuffix(code) === '750' ? 'bank' : 'liability';
export const isPersons = (place: string): boolean => isOfPersons(codeIn(place));

export function gathered(all: Iterable<readonly [string, bigint]>): Amounts {
  const sums = new Map<string, bigint>();
  for (const [place, pence] of all) {
    const sum = (sums.get(place) ?? 0n) + pence;
    if (sum === 0n) sums.delete(place);
    else sums.set(place, sum);
  }
  return sums;
}

export function together(...all: readonly Amounts[]): Amounts {
  return gathered(all.flatMap((one) => [...one]));
}

export function less(a: Amounts, b: Amounts): Amounts {
  const left = new Map(a);
  for (const [place, pence] of b) {
    const rest = (left.get(place) ?? 0n) - pence;
    if (rest === 0n) left.delete(place);
    else left.set(place, rest);
  }
  return left;
}

export const times = (factor: bigint, amounts: Amounts): Amounts =>
  new Map([...amounts].map(([place, pence]) => [place, factor * pence]));

export const isSame = (a: Amounts, b: Amounts): boolean => a.size === b.size && less(a, b).size === 0;

export const size = (pence: bigint): bigint => (pence < 0n ? -pence : pence);

/** Half the sum of what there is on both sides: the pounds that a difference is about. */
export function halfOf(amounts: Amounts): bigint {
  let sum = 0n;
  for (const pence of amounts.values()) sum += size(pence);
  return sum / 2n;
}

/** What is on accounts of costs: no layout changes it. */
export function costOf(amounts: Amounts, kindOf: KindOf): bigint {
  let sum = 0n;
  for (const [place, pence] of amounts) if (kindOf(codeIn(place)) === 'cost') sum += pence;
  return sum;
}

/** `Map.groupBy`, which Node 20 does not have. */
export function groupedBy<Key, One>(all: Iterable<One>, keyOf: (one: One) => Key): ReadonlyMap<Key, readonly One[]> {
  const groups = new Map<Key, One[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}

export const written = (pence: bigint): string => Money.pence(pence).toString();

/** Weights by which amounts are added up to one number: sums of amounts can be looked up by the sums of their numbers. */
export class Sums {
  private readonly weights = new Map<string, bigint>();

  of(amounts: Amounts): bigint {
    let sum = 0n;
    for (const [place, pence] of amounts) sum += this.weight(place) * pence;
    return sum;
  }

  private weight(place: string): bigint {
    const known = this.weights.get(place);
    if (known !== undefined) return known;
    // Steps of an odd constant, mixed: places that differ by little get weights without a simple relation.
    let mixed = BigInt.asUintN(64, BigInt(this.weights.size + 1) * 0x9e3779b97f4a7c15n);
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    this.weights.set(place, mixed);
    return mixed;
  }
}
