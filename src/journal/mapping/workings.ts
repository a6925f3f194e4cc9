import { allocate } from '../allocation/allocate.js';
import type { AllocationRule } from '../nouns/allocation-of-cost.js';
import { isOfPersons } from '../nouns/chart.js';
import { codeOf, type PlannedLine, type Planner } from '../policy/decided.js';
import { Money } from '../nouns/money.js';
import { type Flaw, nameOf, type Payslip } from '../nouns/pay-run.js';
import type { Payee } from '../allocation/payee.js';
import type { Piece } from '../allocation/piece.js';
import type { Policy } from '../policy/policy.js';
import { fixedAmount, type SplitShare, splitUp } from '../nouns/split.js';
import { isOwedByPayroll, type SumName } from '../policy/treatments.js';
import type { Why } from '../nouns/why.js';

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
  /** Statutory parental pay, of which HMRC repays part. */
  readonly recovered: readonly Figure[];
  /** Flaws in fields that may post something. */
  readonly flaws: readonly Flaw[];
  readonly plan: Planner;
  /**
   * Splits that take more than there is. Until they are decided again, the whole amount is on the account for the rest.
   */
  readonly oversplit: readonly OversplitFigure[];
  /** What payroll owes and someone decided to be information: the journal lacks it. */
  readonly leftOut: readonly Figure[];
  /** Owed to the tax authority, but not credited to the PAYE/NI account. */
  readonly owedElsewhere: Money;
  /** What is credited there: tax, NI and loans, except those that policy puts elsewhere. */
  readonly payeNi: Money;
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
  const { user, userPath } = payslip;
  const director = payee.director ?? false;
  const { allocation } = payee;
  const sums = { ...noSums };
  const pieces: GrowingPiece[] = [];
  const undecided: Figure[] = [];
  const recovered: Figure[] = [];
  const leftOut: Figure[] = [];
  const oversplit: OversplitFigure[] = [];
  const takeHomeFields: string[] = [];
  let net = Money.zero;
  let owedElsewhere = Money.zero;
  for (const [field, amount] of figuresOf(payslip, plan)) {
    const { part, lines, directorLines, elsewhere, recovered: isRecovered } = plan(field, userPath);
    // As in the tie-out, text of digits alone is none.
    if (isRecovered && payslip.figures.has(field)) recovered.push({ field, amount });
    if (elsewhere) owedElsewhere = owedElsewhere.plus(amount);
    if (part.treatment === 'hold') undecided.push({ field, amount });
    if (part.treatment === 'information' && isOwedByPayroll(field)) leftOut.push({ field, amount });
    if (part.sum === undefined) continue;
    sums[part.sum] = sums[part.sum].plus(amount);
    for (const line of director ? directorLines : lines) {
      const shares = line.split && splitUp(amount, line.split);
      if (shares !== undefined) {
        pieces.push(...splitPieces(line, shares, { user, field, amount }));
        continue;
      }
      if (line.split !== undefined) oversplit.push({ field, amount, fixed: fixedAmount(line.split) });
      addPiece(pieces, {
        account: line.account,
        kind: line.kind,
        amount: line.sign === 1 ? amount : amount.negated(),
        from: [field],
        user: line.ofUser ? user : undefined,
        // Kept apart only under an allocation: otherwise the line stays as it has always been.
        named: allocation && line.named,
      });
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
    recovered,
    leftOut,
    oversplit,
    allocation,
    flaws: payslip.flaws.filter((flaw) => plan(flaw.field, userPath).part.treatment !== 'information'),
    plan,
    owedElsewhere,
    payeNi: owedOn(codeOf('payeNi', director, policy), pieces),
  };
}

function owedOn(account: string, pieces: readonly Piece[]): Money {
  const owed = pieces.filter((piece) => piece.kind === 'taxAuthority' && piece.account === account);
  return Money.sum(owed.map((piece) => piece.amount)).negated();
}

/** Text of digits alone is an amount only if a person decided that its field is money. */
function figuresOf(payslip: Payslip, plan: Planner): ReadonlyMap<string, Money> {
  const { figures, wholeTexts, userPath } = payslip;
  if (wholeTexts === undefined) return figures;
  const decided = [...wholeTexts].filter(([field]) => plan(field, userPath).part.sum !== undefined);
  return decided.length === 0 ? figures : new Map([...figures, ...decided]);
}

/** No figure is undecided or flawed, so the sums may be judged. */
export function isSettled(workings: Workings): boolean {
  return workings.undecided.length === 0 && workings.flaws.length === 0;
}

interface GrowingPiece extends Piece {
  amount: Money;
  readonly from: string[];
}

/** A payslip has a dozen pieces at most: searching them is quicker than any key. */
function addPiece(pieces: GrowingPiece[], added: GrowingPiece): void {
  const { account, kind, named } = added;
  const same = pieces.find(
    (piece) => piece.kind === kind && piece.account === account && piece.named === named && piece.why === undefined,
  );
  if (same === undefined) {
    pieces.push(added);
    return;
  }
  same.amount = same.amount.plus(added.amount);
  same.from.push(...added.from);
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
    const whose = isOfPersons(account) ? user : undefined;
    return { account, kind, amount: signed(share), from: [field], user: whose, named: true, why: [why] };
  });
}

/**
 * Directors' remuneration is disclosed separately: their cost leaves 407 to 409 only if the rule includes directors.
 */
export function allows({ directors }: AllocationRule, director: boolean | undefined): boolean {
  return director !== true || directors === true;
}
