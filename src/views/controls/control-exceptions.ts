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

/**
 * Joins rows with the same cause: a pay run that is not posted is missing on every account, and a month's pay may be
 * unpaid to seven people, but each is one thing to look at.
 */
export function exceptionsOf(rows: readonly ControlRow[]): readonly ControlException[] {
  const facts = new Map<string, [ControlRow, ...ControlRow[]]>();
  for (const row of rows) {
    const key = factOf(row);
    const known = facts.get(key);
    if (known === undefined) facts.set(key, [row]);
    else known.push(row);
  }
  return [...facts.values()].map(together);
}

function factOf({ companyId, account, userPath = '', state, figures }: ControlRow): string {
  if (figures === undefined || figures.alternatives !== undefined)
    return JSON.stringify([companyId, account, userPath]);
  const { because } = figures;
  const words = because.map(({ what, due = '', seen = '' }) => [what, due, seen]);
  // Rows that only wait for a pay run's journal have no due day and the same words on every account.
  const isOfRuns = state === 'needs_a_journal' && because.every(({ due }) => due === undefined);
  if (isOfRuns && because.length > 0) return JSON.stringify([companyId, words]);
  return JSON.stringify([companyId, account, userPath === '' ? '' : state, userPath === '' ? '' : words]);
}

function together(rows: readonly [ControlRow, ...ControlRow[]]): ControlException {
  const seen = rows.flatMap(({ account, figures }) => (figures === undefined ? [] : [{ account, ...figures }]));
  if (seen.length < rows.length) return { rows, parts: [] };
  const parts = (seen[0]?.because ?? []).map(({ amount: _, ...part }, index): ExceptionPart => {
    const amounts = sumByKey(seen.map(({ account, because }) => [account, Money.parse(because[index]?.amount ?? '0')]));
    return { ...part, amounts: [...amounts].map(([account, amount]) => ({ account, amount })) };
  });
  return { rows, difference: Money.sum(seen.map(({ difference }) => difference)), parts };
}
