import { codeOf, type Planner } from './decided.js';
import { Money } from './money.js';
import { type Flaw, nameOf, type Payslip } from './pay-run.js';
import type { Payee } from './payee.js';
import type { Policy } from './policy.js';
import type { LineKind, SumName } from './treatments.js';

/** What one payslip says on one account about one thing, before a layout tells it. */
export interface Piece {
  readonly account: string;
  readonly kind: LineKind;
  readonly amount: Money;
  /** The payslip fields it came from. */
  readonly from: readonly string[];
  /** On the accounts of persons (900 to 910) only: whose it is. */
  readonly user?: string;
}

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
  /** What is owed to the tax authority but not credited to the account of PAYE and NI. */
  readonly owedElsewhere: Money;
  /** What is credited there: tax, NI and loans, but for those that policy puts elsewhere. */
  readonly payeNi: Money;
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
  const sums = { ...noSums };
  const pieces: GrowingPiece[] = [];
  const undecided: Figure[] = [];
  const takeHomeFields: string[] = [];
  let net = Money.zero;
  let owedElsewhere = Money.zero;
  for (const [field, amount] of figuresOf(payslip, plan)) {
    const { part, lines, directorLines, elsewhere } = plan(field, userPath);
    if (elsewhere) owedElsewhere = owedElsewhere.plus(amount);
    if (part.treatment === 'hold') undecided.push({ field, amount });
    if (part.sum === undefined) continue;
    sums[part.sum] = sums[part.sum].plus(amount);
    for (const line of director ? directorLines : lines) {
      const whose = line.ofUser ? user : undefined;
      addPiece(pieces, line.account, line.kind, whose, line.sign === 1 ? amount : amount.negated(), field);
    }
    if (part.net === 0) continue;
    net = part.net === 1 ? net.plus(amount) : net.minus(amount);
    if (part.sum !== 'employeePension') takeHomeFields.push(field);
  }
  pieces.push({
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
    pieces,
    undecided,
    flaws: payslip.flaws.filter((flaw) => plan(flaw.field, userPath).part.treatment !== 'information'),
    plan,
    owedElsewhere,
    payeNi: owedOn(codeOf('payeNi', director, policy), pieces),
  };
}

function owedOn(account: string, pieces: readonly Piece[]): Money {
  return (
    pieces.find((piece) => piece.kind === 'taxAuthority' && piece.account === account)?.amount.negated() ?? Money.zero
  );
}

/** Text of digits alone is an amount only where a person decided that its field is money. */
function figuresOf(payslip: Payslip, plan: Planner): ReadonlyMap<string, Money> {
  const { figures, wholeTexts, userPath } = payslip;
  if (wholeTexts === undefined) return figures;
  const decided = [...wholeTexts].filter(([field]) => plan(field, userPath).part.sum !== undefined);
  return decided.length === 0 ? figures : new Map([...figures, ...decided]);
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
  account: string,
  kind: LineKind,
  user: string | undefined,
  amount: Money,
  field: string,
): void {
  for (const piece of pieces) {
    if (piece.kind !== kind || piece.account !== account) continue;
    piece.amount = piece.amount.plus(amount);
    piece.from.push(field);
    return;
  }
  pieces.push({ account, kind, amount, from: [field], user });
}
