import { causeWords } from '../../audit/words.js';
import { Money } from '../../journal/nouns/money.js';
import type { Plan } from '../../record/runs/pay-run.entity.js';
import { causesWithoutAmounts } from '../company/audits.js';

type CheckPlan = Extract<Plan, { kind: 'check' }>;

/** What was found of a pay run that is only checked, for who may not see pay: verdict and causes. */
export const checkWithoutPay = ({ kind, verdict, sets, causes }: CheckPlan): CheckPlan => ({
  kind,
  verdict,
  sets,
  causes: causesWithoutAmounts(causes),
});

/** What the books have of an account more than payroll says, and why. */
export interface DifferenceFound {
  readonly why: string;
  readonly account: string;
  readonly user?: string;
  readonly amount: string;
}

export const differencesFound = ({ causes }: Pick<CheckPlan, 'causes'>): readonly DifferenceFound[] =>
  causes.flatMap(({ cause, accounts }) =>
    accounts.map(({ account, user, amount = '0.00' }) => ({ why: causeWords[cause], account, user, amount })),
  );

/** By how much each account is out in all: several causes, and several people, may be on one. */
export function outByAccount(plan: Pick<CheckPlan, 'causes'>): readonly Pick<DifferenceFound, 'account' | 'amount'>[] {
  const sums = new Map<string, Money>();
  for (const { account, amount } of differencesFound(plan))
    sums.set(account, (sums.get(account) ?? Money.zero).plus(Money.parse(amount)));
  return [...sums].flatMap(([account, sum]) => (sum.isZero() ? [] : [{ account, amount: sum.toString() }]));
}
