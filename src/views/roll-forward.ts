import { Money } from '../journal/money.js';
import type { ControlAccount } from '../record/control-account.entity.js';

/** How an account came from one reading to the next. */
export interface RollForward {
  readonly asOn: string;
  readonly account: string;
  readonly opening: Money;
  readonly charged: Money;
  /** Paid, or cleared by a journal: whatever else moved it. */
  readonly cleared: Money;
  readonly closing: Money;
}

/** By account, the latest first; the first reading of all opens with what was not charged by payroll. */
export function rollForward(history: readonly ControlAccount[]): readonly RollForward[] {
  const rows: RollForward[] = [];
  for (const account of new Set(history.map((row) => row.account))) {
    const own = history.filter((row) => row.account === account);
    let opening = Money.zero;
    let before = Money.zero;
    const days = [...new Set(own.map(({ asOn }) => asOn))];
    const months = days.map((asOn): RollForward => {
      const onDay = own.filter((row) => row.asOn === asOn);
      const closing = Money.sum(onDay.map(({ balance }) => balance));
      const toDate = Money.sum(onDay.map(({ charged }) => charged));
      const charged = toDate.minus(before);
      const row = { asOn, account, opening, charged, cleared: opening.plus(charged).minus(closing), closing };
      opening = closing;
      before = toDate;
      return row;
    });
    rows.push(...months.toReversed());
  }
  return rows.toSorted((a, b) => (a.account < b.account ? -1 : a.account > b.account ? 1 : 0));
}
