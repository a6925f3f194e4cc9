import { allocate } from './allocate.js';
import { type AllocationRule, isOwedToPersons, ruleFor } from './allocation-of-cost.js';
import { codeOf, type PlannedLine, type Planner } from './decided.js';
import { Money } from './money.js';
import { type Flaw, nameOf, type Payslip } from './pay-run.js';
import type { Payee } from './payee.js';
import type { Piece } from './piece.js';
import type { Policy } from './policy.js';
import { fixedAmount, type SplitShare, splitUp } from './split.js';
import type { SumName } from './treatments.js';
import type { Why } from './why.js';

export interface Figure {
  readonly field: string;
  readonly amount: Money;
}

/** One payslip worked out: its sums, its pieces, and what is still open. */
export interface Workings extends Payee {
  readonly payslip: Payslip;
  readonly name: string;
  readonly sums: Sums;
  readonly net: Money;
  readonly pieces: readonly Piece[];
  readonly undecided: readonly Figure[];
  /** Flaws in fields that post something. */
  readonly flaws: readonly Flaw[];
  readonly plan: Planner;
  /** Splits that take more than there is: until it is decided anew, all of it stands on the account of the rest. */
  readonly oversplit: readonly OversplitFigure[];
  /** How this person's cost is shared out on this pay date; a director's only where the rule expressly includes them. */
  readonly allocation?: AllocationRule;
}

export interface OversplitFigure extends Figure {
  readonly fixed: Money;
}

export type Sums = Readonly<Record<SumName, Money>>;

const noSums: Sums = {
  gross: Money.zero,
  tax: Money.zero,
  employeeNi: Money.zero,
  loans: Money.zero,
  taxAuthorityDeductions: Money.zero,
  employerNi: Money.zero,
  employerCosts: Money.zero,
  employeePension: Money.zero,
  sacrificedPension: Money.zero,
  salarySacrifice: Money.zero,
  employerPension: Money.zero,
  deductions: Money.zero,
};

export function workOut(payslip: Payslip, payee: Payee, plan: Planner, policy: Policy): Workings {
  const { user, userPath, figures } = payslip;
  const director = payee.director ?? false;
  const sums = { ...noSums };
  const pieces: GrowingPiece[] = [];
  const undecided: Figure[] = [];
  const oversplit: OversplitFigure[] = [];
  const allocation = ruleFor(policy.allocations, userPath, payslip.datedOn);
  const takeHomeFields: string[] = [];
  let net = Money.zero;
  for (const [field, amount] of figures) {
    const { part, lines, directorLines } = plan(field, userPath);
    if (part.treatment === 'hold') undecided.push({ field, amount });
    if (part.sum === undefined) continue;
    sums[part.sum] = sums[part.sum].plus(amount);
    for (const line of director ? directorLines : lines) {
      if (line.split !== undefined) {
        const shares = splitUp(amount, line.split);
        if (shares === undefined) oversplit.push({ field, amount, fixed: fixedAmount(line.split) });
        else {
          pieces.push(...splitPieces(line, shares, { user, field, amount }));
          continue;
        }
      }
      const whose = line.kind === 'employeePension' || isOwedToPersons(line.account) ? user : undefined;
      const piece = { account: line.account, kind: line.kind, user: whose, named: allocation && line.named };
      addPiece(pieces, piece, line.sign === 1 ? amount : amount.negated(), field);
    }
    if (part.net === 0) continue;
    net = part.net === 1 ? net.plus(amount) : net.minus(amount);
    if (part.sum !== 'employeePension') takeHomeFields.push(field);
  }
  const shared =
    allocation !== undefined && allows(allocation, director)
      ? allocate(pieces, allocation, { user, director, policy })
      : pieces;
  shared.push({
    account: codeOf('netPay', director, policy),
    kind: 'net',
    amount: net.plus(sums.employeePension).negated(),
    from: takeHomeFields,
    user,
  });
  return {
    payslip,
    person: payee.person,
    director: payee.director,
    name: payee.person === undefined ? `The person at ${userPath}` : nameOf(payee.person),
    sums,
    net,
    pieces: shared,
    undecided,
    oversplit,
    allocation,
    flaws: payslip.flaws.filter((flaw) => plan(flaw.field, userPath).part.treatment !== 'information'),
    plan,
  };
}

/** Every figure here is settled: its sums may be judged. */
export function isSettled(workings: Workings): boolean {
  return workings.undecided.length === 0 && workings.flaws.length === 0;
}

interface GrowingPiece extends Piece {
  amount: Money;
  readonly from: string[];
}

/** A payslip has a dozen pieces at most: looking through them is quicker than any key. */
function addPiece(
  pieces: GrowingPiece[],
  { account, kind, user, named }: Pick<Piece, 'account' | 'kind' | 'user' | 'named'>,
  amount: Money,
  field: string,
): void {
  for (const piece of pieces) {
    if (piece.kind !== kind || piece.account !== account || piece.named !== named || piece.why !== undefined) continue;
    piece.amount = piece.amount.plus(amount);
    piece.from.push(field);
    return;
  }
  pieces.push({ account, kind, amount, from: [field], user, named });
}

/** A split names its accounts, so each part is a piece of its own, with its reason. */
function splitPieces(
  { sign, kind }: PlannedLine,
  shares: readonly SplitShare[],
  { user, field, amount }: Figure & { readonly user: string },
): GrowingPiece[] {
  const signed = (money: Money) => (sign === 1 ? money : money.negated());
  return shares.map(({ account, amount: share, rest }) => {
    const why: Why = {
      because: 'split',
      payslip: user,
      field,
      of: signed(amount),
      amount: signed(share),
      ...(rest ? { rest } : {}),
    };
    const whose = isOwedToPersons(account) ? user : undefined;
    return { account, kind, amount: signed(share), from: [field], user: whose, named: true, why: [why] };
  });
}

/** Directors' remuneration is disclosed apart: their cost leaves 407 to 409 only where the rule includes directors. */
export function allows({ directors }: AllocationRule, director: boolean | undefined): boolean {
  return director !== true || directors === true;
}
