import { Money } from '../journal/money.js';
import type { ControlAccount } from '../record/control-account.entity.js';

/** How an account came from one reading to the next. */
export interface RollForward {
  readonly asOn: string;
  readonly account: string;
  readonly opening: Money;
  /** By the pay runs, before anything was recovered. */
  readonly charged: Money;
  /** Statutory pay that comes back from HMRC, by journals of ours. */
  readonly recovered: Money;
  /** Paid, or cleared by a journal: whatever else moved it. */
  readonly cleared: Money;
  readonly closing: Money;
}

/** What one journal took off what is owed. */
export interface Recovered {
  readonly account: string;
  readonly datedOn: string;
  readonly amount: Money;
}

/** By account, the latest first; the first reading of all opens with what was not charged by payroll. */
export function rollForward(
  history: readonly ControlAccount[],
  recoveries: readonly Recovered[] = [],
): readonly RollForward[] {
  const rows: RollForward[] = [];
  for (const account of new Set(history.map((row) => row.account))) {
    const own = history.filter((row) => row.account === account);
    let opening = Money.zero;
    let before = Money.zero;
    let dayBefore = '';
    const days = [...new Set(own.map(({ asOn }) => asOn))];
    const months = days.map((asOn): RollForward => {
      const onDay = own.filter((row) => row.asOn === asOn);
      const closing = Money.sum(onDay.map(({ balance }) => balance));
      const toDate = Money.sum(onDay.map(({ charged }) => charged));
      const recovered = recoveredIn(recoveries, account, dayBefore, asOn);
      // What was charged to date has what was recovered off already.
      const charged = toDate.minus(before);
      const cleared = opening.plus(charged).minus(closing);
      const row = { asOn, account, opening, charged: charged.plus(recovered), recovered, cleared, closing };
      opening = closing;
      before = toDate;
      dayBefore = asOn;
      return row;
    });
    rows.push(...months.toReversed());
  }
  return rows.toSorted((a, b) => (a.account < b.account ? -1 : a.account > b.account ? 1 : 0));
}

function recoveredIn(recoveries: readonly Recovered[], account: string, after: string, to: string): Money {
  const within = recoveries.filter((one) => one.account === account && after < one.datedOn && one.datedOn <= to);
  return Money.sum(within.map(({ amount }) => amount));
}
