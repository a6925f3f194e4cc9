import { codeOf, type FieldPlan, type Planner } from './decided.js';
import { Money } from './money.js';
import type { Flaw, Payslip, Person } from './pay-run.js';
import { nameOf } from './pay-run.js';
import type { Policy } from './policy.js';
import type { LineKind, SumName } from './treatments.js';

/** One side of one figure of one payslip, before a layout tells it. */
export interface Piece {
  readonly account: string;
  readonly kind: LineKind;
  readonly amount: Money;
  readonly from: readonly string[];
  /** On the user accounts (902) only: whose it is. */
  readonly user?: string;
}

export interface Figure {
  readonly field: string;
  readonly amount: Money;
}

/** One payslip worked out: its sums, its pieces, and what is still open. */
export interface Workings {
  readonly payslip: Payslip;
  readonly person?: Person;
  readonly name: string;
  /** Undefined while nobody can say: an unknown user, an unsupported role. */
  readonly director?: boolean;
  readonly sums: Sums;
  readonly net: Money;
  readonly pieces: readonly Piece[];
  readonly undecided: readonly Figure[];
  /** Flaws in fields that post something. */
  readonly flaws: readonly Flaw[];
  /** Statutory pay and the like need the fields themselves. */
  readonly plan: Planner;
}

export class Sums {
  private readonly amounts = new Map<SumName, Money>();

  add(name: SumName, amount: Money): void {
    this.amounts.set(name, this.of(name).plus(amount));
  }

  of(...names: readonly SumName[]): Money {
    let sum = Money.zero;
    for (const name of names) sum = sum.plus(this.amounts.get(name) ?? Money.zero);
    return sum;
  }
}

export interface Payee {
  readonly person?: Person;
  readonly director?: boolean;
}

export function workOut(payslip: Payslip, payee: Payee, plan: Planner, policy: Policy): Workings {
  const director = payee.director ?? false;
  const sums = new Sums();
  const pieces: Piece[] = [];
  const undecided: Figure[] = [];
  const takeHomeFields: string[] = [];
  let net = Money.zero;
  for (const [field, amount] of payslip.figures) {
    const { part, ...lines } = plan(field, payslip.userPath);
    if (part.treatment === 'hold') undecided.push({ field, amount });
    if (part.sum === undefined) continue;
    sums.add(part.sum, amount);
    for (const { account, sign, kind } of director ? lines.director : lines.employee) {
      pieces.push({ account, kind, amount: sign === 1 ? amount : amount.negated(), from: [field], ...owner(kind) });
    }
    if (part.net === 0) continue;
    net = part.net === 1 ? net.plus(amount) : net.minus(amount);
    if (part.sum !== 'employeePension') takeHomeFields.push(field);
  }
  pieces.push({
    account: codeOf('netPay', director, policy),
    kind: 'net',
    amount: net.plus(sums.of('employeePension')).negated(),
    from: takeHomeFields,
    user: payslip.user,
  });
  return {
    payslip,
    ...payee,
    name: payee.person === undefined ? `The person at ${payslip.userPath}` : nameOf(payee.person),
    sums,
    net,
    pieces,
    undecided,
    flaws: payslip.flaws.filter((flaw) => posts(plan(flaw.field, payslip.userPath))),
    plan,
  };

  function owner(kind: LineKind): { user?: string } {
    return kind === 'employeePension' ? { user: payslip.user } : {};
  }
}

function posts(plan: FieldPlan): boolean {
  return plan.part.treatment !== 'information';
}

/** Every figure here is settled: its sums may be judged. */
export function isSettled(workings: Workings): boolean {
  return workings.undecided.length === 0 && workings.flaws.length === 0;
}
