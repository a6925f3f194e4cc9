import { type AllocationPart, type AllocationRule, type CostName, costNames, weightOf } from './allocation-of-cost.js';
import { codeOf } from './decided.js';
import { Money } from './money.js';
import type { Piece } from './piece.js';
import type { Policy } from './policy.js';
import { type Share, shareOut } from './shares.js';
import type { AccountRole, LineKind } from './treatments.js';
import { earned, type Why } from './why.js';

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

/** One payslip's costs on the accounts of its parts; everything else as it was. */
export function allocate(pieces: readonly Piece[], { parts }: AllocationRule, bearer: Bearer): Piece[] {
  const isCost = (piece: Piece) => costOf[piece.kind] !== undefined && piece.named !== true;
  const shared = costNames.flatMap((cost) =>
    shareCost(
      pieces.filter((piece) => isCost(piece) && costOf[piece.kind] === cost),
      parts,
    ).map(({ part, piece, share }) => onAccountOf(part, cost, piece, share, bearer)),
  );
  return [...pieces.filter((piece) => !isCost(piece)), ...perAccount(shared)];
}

/** The account of a cost in one part: its own, else the policy's. */
export function accountOf(part: AllocationPart, cost: CostName, director: boolean, policy: Policy): string {
  return part.accounts[cost] ?? codeOf(roleOf[cost], director, policy);
}

interface PieceShare {
  readonly part: AllocationPart;
  readonly piece: Piece;
  readonly share: Share;
}

/**
 * What is shared to the penny is the account's net amount. Where it holds two kinds of cost (employer NI and a field decided as
 * the employer's cost), the last takes what the others leave of each part.
 */
function shareCost(pieces: readonly Piece[], parts: readonly AllocationPart[]): PieceShare[] {
  const weights = parts.map((part) => weightOf(part.percent));
  let left = shareOut(Money.sum(pieces.map((piece) => piece.amount)), weights);
  return pieces.flatMap((piece, index) => {
    const shares = index === pieces.length - 1 ? left : shareOut(piece.amount, weights);
    left = left.map((one, at) => minus(one, shares[at] as Share));
    return parts.map((part, at): PieceShare => ({ part, piece, share: shares[at] as Share }));
  });
}

function minus(one: Share, other: Share): Share {
  return { amount: one.amount.minus(other.amount), pennies: one.pennies - other.pennies };
}

function onAccountOf(
  part: AllocationPart,
  cost: CostName,
  piece: Piece,
  { amount, pennies }: Share,
  { user, director, policy }: Bearer,
): Piece {
  const why: Why = {
    because: 'allocation',
    payslip: user,
    percent: part.percent,
    of: piece.amount,
    amount,
    ...earned(pennies),
  };
  return { ...piece, account: accountOf(part, cost, director, policy), amount, why: [...(piece.why ?? []), why] };
}

/** Two parts may name one account. */
function perAccount(pieces: readonly Piece[]): Piece[] {
  const sums = new Map<string, Piece>();
  for (const piece of pieces) {
    const key = `${piece.account} ${piece.kind}`;
    const sum = sums.get(key);
    sums.set(key, sum === undefined ? piece : together(sum, piece));
  }
  return [...sums.values()];
}

function together(one: Piece, other: Piece): Piece {
  return { ...one, amount: one.amount.plus(other.amount), why: [...(one.why ?? []), ...(other.why ?? [])] };
}
