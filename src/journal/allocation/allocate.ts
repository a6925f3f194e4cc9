import {
  type AllocationPart,
  type AllocationRule,
  type CostName,
  costNames,
  percentOfBoth,
  weightOf,
} from '../nouns/allocation-of-cost.js';
import { codeOf } from '../policy/decided.js';
import { Money } from '../nouns/money.js';
import type { Piece } from './piece.js';
import type { Policy } from '../policy/policy.js';
import { penniesTogether, type Share, shareOut } from '../nouns/shares.js';
import type { AccountRole, LineKind } from '../policy/treatments.js';
import { earned, type Why } from '../nouns/why.js';

const costOf: Readonly<Partial<Record<LineKind, CostName>>> = {
  gross: 'salaries',
  employerNi: 'employerNics',
  employerCost: 'employerNics',
  employerPension: 'staffPensions',
};
const roleOf: Readonly<Record<CostName, AccountRole>> = {
  salaries: 'salary',
  employerNics: 'employerNics',
  staffPensions: 'staffPensions',
};

export interface Bearer {
  readonly user: string;
  readonly director: boolean;
  readonly policy: Policy;
}

/** A piece of a cost that is one part's share, with its reason. */
type Allocated = Piece & { readonly why: readonly [Why & { readonly percent: string }] };

/** Shares one payslip's costs out over the accounts of the parts; everything else stays as it was. */
export function allocate(pieces: readonly Piece[], { parts }: AllocationRule, bearer: Bearer): Piece[] {
  const weights = parts.map((part) => weightOf(part.percent));
  const allocated = pieces.filter((piece) => costIn(piece) === undefined);
  for (const cost of costNames) {
    const own = pieces.filter((piece) => costIn(piece) === cost);
    if (own.length === 0) continue;
    const accounts = parts.map((part) => accountOf(part, cost, bearer.director, bearer.policy));
    const shared = shareCost(own, weights).flatMap((shares, index) =>
      shares.map((share, at) =>
        onAccount(own[index] as Piece, share, parts[at] as AllocationPart, accounts[at] as string, bearer),
      ),
    );
    allocated.push(...(new Set(accounts).size < accounts.length ? perAccount(shared) : shared));
  }
  return allocated;
}

function costIn({ kind, named }: Piece): CostName | undefined {
  return named === true ? undefined : costOf[kind];
}

/** The account that a part names for a cost, else the policy's. */
export function accountOf(
  { accounts }: Pick<AllocationPart, 'accounts'>,
  cost: CostName,
  director: boolean,
  policy: Policy,
): string {
  return accounts[cost] ?? codeOf(roleOf[cost], director, policy);
}

/**
 * The account's net amount is what is shared to the penny. If it holds two kinds of cost (employer NI, and a field
 * decided to be the employer's cost), the last kind takes what the others leave of each part.
 */
function shareCost(pieces: readonly Piece[], weights: readonly bigint[]): (readonly Share[])[] {
  const others = pieces.slice(0, -1).map((piece) => shareOut(piece.amount, weights));
  const net = shareOut(Money.sum(pieces.map((piece) => piece.amount)), weights);
  const left = others.reduce((rest, shares) => rest.map((one, at) => minus(one, shares[at] as Share)), net);
  return [...others, left];
}

function minus(one: Share, other: Share): Share {
  return { amount: one.amount.minus(other.amount), pennies: one.pennies - other.pennies };
}

function onAccount(
  { kind, from, amount: of }: Piece,
  { amount, pennies }: Share,
  { percent }: AllocationPart,
  account: string,
  { user }: Bearer,
): Allocated {
  const why = { because: 'allocation' as const, payslip: user, percent, of, amount, ...earned(pennies) };
  return { account, kind, amount, from, why: [why] };
}

/** Two parts may name the same account: their pieces on it become one, a larger share of the same cost. */
function perAccount(pieces: readonly Allocated[]): Allocated[] {
  const sums = new Map<string, Allocated>();
  for (const piece of pieces) {
    const key = `${piece.account} ${piece.kind}`;
    const sum = sums.get(key);
    sums.set(key, sum === undefined ? piece : together(sum, piece));
  }
  return [...sums.values()];
}

function together(one: Allocated, other: Allocated): Allocated {
  const [why, more] = [one.why[0], other.why[0]];
  const amount = one.amount.plus(other.amount);
  const percent = percentOfBoth(why.percent, more.percent);
  const pennies = penniesTogether(amount, why.of, weightOf(percent), weightOf('100'));
  return { ...one, amount, why: [{ ...why, percent, amount, pennies: earned(pennies).pennies }] };
}
