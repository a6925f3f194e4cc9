import { exceptionOf, unreadIn } from '../../journal/controls/exceptions.js';
import { Money, sumByKey } from '../../journal/money.js';
import type { StoredBecause } from '../../record/control-account.entity.js';
import type { ControlRow } from './control-accounts.js';

/** One thing somebody has to look at, on one account or on several. */
export interface ControlException {
  /** In the order of accounts; of one company, and all in the same state. */
  readonly rows: readonly [ControlRow, ...ControlRow[]];
  /** Undefined when the viewer may not see figures. */
  readonly difference?: Money;
  readonly parts: readonly ExceptionPart[];
}

interface ExceptionPart extends Omit<StoredBecause, 'amount'> {
  readonly amounts: readonly { readonly account: string; readonly amount: Money }[];
}

/** Joins rows with the same cause. */
export function exceptionsOf(rows: readonly ControlRow[]): readonly ControlException[] {
  const facts = new Map<string, [ControlRow, ...ControlRow[]]>();
  for (const row of rows) {
    const key = JSON.stringify([row.companyId, factOf(row)]);
    const known = facts.get(key);
    if (known === undefined) facts.set(key, [row]);
    else known.push(row);
  }
  return [...facts.values()].map(together);
}

const factOf = ({ account, userPath, state, figures }: ControlRow): string =>
  figures === undefined ? JSON.stringify([account, userPath]) : exceptionOf({ account, userPath, state, ...figures });

function together(rows: readonly [ControlRow, ...ControlRow[]]): ControlException {
  const seen = rows.flatMap(({ account, figures }) => (figures === undefined ? [] : [{ account, ...figures }]));
  if (seen.length < rows.length) return { rows, parts: [] };
  const unread = rows[0].state === 'cannot_tell' ? unreadIn(seen[0]?.because ?? []) : undefined;
  if (unread !== undefined) {
    const amounts = sumByKey(seen.map(({ account, difference }) => [account, difference]));
    const part = { what: unread, amounts: [...amounts].map(([account, amount]) => ({ account, amount })) };
    return { rows, difference: Money.sum(seen.map(({ difference }) => difference)), parts: [part] };
  }
  const parts = (seen[0]?.because ?? []).map(({ amount: _, ...part }, index): ExceptionPart => {
    const amounts = sumByKey(seen.map(({ account, because }) => [account, Money.parse(because[index]?.amount ?? '0')]));
    return { ...part, amounts: [...amounts].map(([account, amount]) => ({ account, amount })) };
  });
  return { rows, difference: Money.sum(seen.map(({ difference }) => difference)), parts };
}
