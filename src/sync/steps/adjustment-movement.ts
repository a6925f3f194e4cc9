import { withoutSuffix } from '../../journal/nouns/chart.js';
import type { Line } from '../../journal/nouns/identity.js';
import { Money } from '../../journal/nouns/money.js';
import { betweenDays, foreignMovement, movementInWords, type GuardCase, type Judgement } from './movement.js';

/** For an adjustment the guard watches the set's own accounts and the PAYE/NI account. */
export interface AdjustmentCase extends GuardCase {
  /** Movement there that has an explanation: payments to HMRC as payroll has them due, and CIS suffered. */
  readonly known: readonly Money[];
}

export function judgeAdjustment(given: AdjustmentCase): Judgement {
  const { run, policy } = given;
  const accounts = new Set([...run.map((line) => withoutSuffix(line.category)), policy.accounts.payeNi]);
  const movement = withoutKnown(foreignMovement(given, accounts), given);
  if (movement.size === 0) return { is: 'clear' };
  const figures = Object.fromEntries([...movement].map(([code, amount]) => [code, amount.toString()]));
  const shown = movementInWords(movement);
  const amount = Money.sum(movement.values()).toString();
  const between = betweenDays(given.range);
  if ([...movement].some(([code, moved]) => isALine(run, code, moved))) {
    const message = `The books already show this: ${shown} ${between}. Posting would double it. Approve if that is something else.`;
    return { is: 'held', hold: { code: 'already_in_books', message, amount, figures } };
  }
  if ([...movement.values()].some((moved) => moved.abs().compare(smallestLine(run)) >= 0)) {
    const message = `The books show ${shown} ${between} that Counterfoil did not post. Check whether it was journalled by hand; approve if it is something else.`;
    return { is: 'held', hold: { code: 'unexplained_movement', message, amount, figures } };
  }
  const message = `The books show ${shown} that Counterfoil did not post; less than any line of this journal.`;
  return { is: 'small', remark: { code: 'small_movement', message, amount } };
}

/** HMRC is paid from this account every month: one such payment, or all of them together, is no reason to hold. */
function withoutKnown(
  movement: ReadonlyMap<string, Money>,
  { known, policy }: AdjustmentCase,
): ReadonlyMap<string, Money> {
  const { payeNi } = policy.accounts;
  const moved = movement.get(payeNi);
  const sums = [...known, Money.sum(known)];
  if (!moved || !sums.some((one) => one.equals(moved))) return movement;
  return new Map([...movement].filter(([code]) => code !== payeNi));
}

/** One line of it, or all of its lines on that account together. */
function isALine(run: readonly Line[], code: string, moved: Money): boolean {
  const own = run.filter((line) => withoutSuffix(line.category) === code).map((line) => line.debit);
  return [...own, Money.sum(own)].some((debit) => !debit.isZero() && debit.equals(moved));
}

function smallestLine(run: readonly Line[]): Money {
  const sizes = run.map((line) => line.debit.abs()).filter((size) => !size.isZero());
  return sizes.reduce((least, one) => (one.compare(least) < 0 ? one : least), sizes[0] ?? Money.zero);
}
