import { withoutSuffix } from './chart.js';
import { type Line, lineKey } from './identity.js';
import { Money } from './money.js';
import { pathOf } from './pay-run.js';

/** The difference between two journals, as multisets of lines. */
export interface JournalDiff {
  readonly same: boolean;
  readonly datedOn?: { readonly before: string; readonly after: string };
  readonly added: readonly Line[];
  readonly removed: readonly Line[];
  /** Only accounts whose total differs. */
  readonly byAccount: readonly AccountChange[];
}

export interface AccountChange {
  readonly code: string;
  readonly user?: string;
  readonly before: Money;
  readonly after: Money;
}

export interface DatedLines {
  readonly datedOn: string;
  readonly lines: readonly Line[];
}

export function diff(before: DatedLines, after: DatedLines): JournalDiff {
  const added = without(after.lines, before.lines);
  const removed = without(before.lines, after.lines);
  const redated = before.datedOn !== after.datedOn;
  return {
    same: !redated && added.length === 0 && removed.length === 0,
    ...(redated ? { datedOn: { before: before.datedOn, after: after.datedOn } } : {}),
    added,
    removed,
    byAccount: accountChanges(before.lines, after.lines),
  };
}

/** Equal totals per account and user, whatever the lines. */
export function sameTotals(a: readonly Line[], b: readonly Line[]): boolean {
  return accountChanges(a, b).length === 0;
}

/** The lines that `others` does not have, each as often as it is missing there. */
function without(lines: readonly Line[], others: readonly Line[]): Line[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(lineKey(other), (left.get(lineKey(other)) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(lineKey(line)) ?? 0;
    left.set(lineKey(line), count - 1);
    return count <= 0;
  });
}

function accountChanges(before: readonly Line[], after: readonly Line[]): AccountChange[] {
  const changes = new Map<string, AccountChange>();
  const add = (line: Line, side: 'before' | 'after') => {
    const code = withoutSuffix(line.category);
    const key = `${code} ${line.user === undefined ? '' : pathOf(line.user)}`;
    const known = changes.get(key) ?? {
      code,
      ...(line.user === undefined ? {} : { user: line.user }),
      before: Money.zero,
      after: Money.zero,
    };
    changes.set(key, { ...known, [side]: known[side].plus(line.debit) });
  };
  for (const line of before) add(line, 'before');
  for (const line of after) add(line, 'after');
  return [...changes.values()]
    .filter((change) => !change.before.equals(change.after))
    .sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0));
}
