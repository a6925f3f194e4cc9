import { accountOf } from '../allocation/allocate.js';
import { type CostName, weightOf } from '../nouns/allocation-of-cost.js';
import type { FieldPlan } from '../policy/decided.js';
import type { Money } from '../nouns/money.js';
import type { Policy } from '../policy/policy.js';
import { splitUp } from '../nouns/split.js';
import { allows, type Workings } from './workings.js';
import { claimedAs, type ClaimedPay } from './claims.js';

/** One payslip's statutory parental pay of one kind, and the accounts that its recovery is credited to. */
export interface StatutoryPay extends ClaimedPay {
  /** The user's url. */
  readonly payslip: string;
  readonly name: string;
  readonly pay: readonly WeightedAccount[];
  readonly employerNi: readonly WeightedAccount[];
}

/** A proportion; it has a percentage if it comes from an allocation. */
export interface WeightedAccount {
  readonly account: string;
  readonly weight: bigint;
  readonly percent?: string;
}

export function statutoryPayOf(one: Workings, policy: Policy): readonly StatutoryPay[] {
  const { user, userPath, datedOn } = one.payslip;
  return one.recovered.map(({ field, amount }) => ({
    payslip: user,
    userPath,
    name: one.name,
    datedOn,
    field,
    kind: claimedAs(field, datedOn),
    amount,
    pay: accountsOf('salaries', one, one.plan(field, userPath), policy, amount),
    employerNi: accountsOf('employerNics', one, one.plan('employer_ni', userPath), policy, one.sums.employerNi),
  }));
}

function accountsOf(
  cost: Extract<CostName, 'salaries' | 'employerNics'>,
  { allocation, director = false }: Workings,
  plan: FieldPlan,
  policy: Policy,
  amount: Money,
): readonly WeightedAccount[] {
  const [line] = director ? plan.directorLines : plan.lines;
  const shares = line?.split && splitUp(amount, line.split);
  if (shares !== undefined)
    return shares.map((share) => ({ account: share.account, weight: share.amount.abs().toPence() }));
  if (line?.named) return [{ account: line.account, weight: 1n }];
  if (allocation === undefined || !allows(allocation, director)) {
    return [{ account: accountOf({ accounts: {} }, cost, director, policy), weight: 1n }];
  }
  return allocation.parts.map((part) => ({
    account: accountOf(part, cost, director, policy),
    weight: weightOf(part.percent),
    percent: part.percent,
  }));
}
