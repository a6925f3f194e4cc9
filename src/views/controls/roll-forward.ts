import { Money } from '../../journal/money.js';
import type { ControlAccount } from '../../record/control-account.entity.js';

/** How an account's balance came from one reading to the next. */
export interface RollForward {
  /** The day of the reading before; empty for the first. */
  readonly after: string;
  readonly asOn: string;
  readonly account: string;
  readonly opening: Money;
  /** By the pay runs, before anything was recovered. */
  readonly charged: Money;
  /** Statutory pay that HMRC gives back, by our journals. */
  readonly recovered: Money;
  /** Everything else that moved it: payments, and journals that cleared it. */
  readonly cleared: Money;
  readonly closing: Money;
}

/** What one journal took off what is owed. */
export interface Recovered {
  readonly account: string;
  readonly datedOn: string;
  readonly amount: Money;
}

/** By account, the latest first. What the first reading's balance has beyond payroll's charges is shown as cleared. */
export function rollForward(
  history: readonly ControlAccount[],
  recoveries: readonly Recovered[] = [],
): readonly RollForward[] {
  const accounts = [...new Set(history.map(({ account }) => account))].sort();
  return accounts.flatMap((account) => {
    const own = history.filter((row) => row.account === account);
    const recovered = recoveries.filter((one) => one.account === account);
    return rolled(account, own, recovered).toReversed();
  });
}

/** One reading of one account by person; the people add up to the account. */
export function rollForwardByPerson(
  history: readonly ControlAccount[],
  { account, asOn }: Pick<RollForward, 'account' | 'asOn'>,
): readonly (RollForward & { readonly name: string })[] {
  const own = history.filter((row) => row.account === account && row.asOn <= asOn);
  const people = new Map(own.filter(({ userPath }) => userPath !== '').map(({ userPath, name }) => [userPath, name]));
  const days = [...new Set(own.map((row) => row.asOn))];
  return [...people].flatMap(([userPath, name]) => {
    const rows = own.filter((row) => row.userPath === userPath);
    return rolled(account, rows, [], days)
      .filter((row) => row.asOn === asOn)
      .map((row) => ({ ...row, name }));
  });
}

/** Oldest first. */
function rolled(
  account: string,
  own: readonly ControlAccount[],
  recoveries: readonly Recovered[],
  days: readonly string[] = [...new Set(own.map(({ asOn }) => asOn))],
): readonly RollForward[] {
  let opening = Money.zero;
  let before = Money.zero;
  let after = '';
  return days.map((asOn): RollForward => {
    const onDay = own.filter((row) => row.asOn === asOn);
    const closing = Money.sum(onDay.map(({ balance }) => balance));
    const toDate = Money.sum(onDay.map(({ charged }) => charged));
    const since = after;
    const within = recoveries.filter(({ datedOn }) => since < datedOn && datedOn <= asOn);
    const recovered = Money.sum(within.map(({ amount }) => amount));
    // The charge to date is already net of what was recovered.
    const charged = toDate.minus(before);
    const cleared = opening.plus(charged).minus(closing);
    const row = { after, asOn, account, opening, charged: charged.plus(recovered), recovered, cleared, closing };
    opening = closing;
    before = toDate;
    after = asOn;
    return row;
  });
}
