import type { Because, ControlState } from './control.js';

/** An account that needs somebody, with what its difference consists of. */
export interface OpenAccount {
  readonly account: string;
  readonly userPath?: string;
  readonly state: ControlState;
  readonly because: readonly Pick<Because, 'what' | 'due' | 'seen' | 'unread'>[];
  readonly alternatives?: unknown;
}

/**
 * Equal for accounts that are one thing to look at: a pay run that is not posted is missing on every account, a month's
 * pay may be unpaid to seven people, and a bank that was not read says nothing of any of them.
 */
export function exceptionOf({ account, userPath = '', state, because, alternatives }: OpenAccount): string {
  const unread = unreadIn(because);
  if (state === 'cannot_tell' && unread !== undefined) return JSON.stringify([unread]);
  if ((alternatives ?? null) !== null) return JSON.stringify([account, userPath]);
  const words = because.map(({ what, due = '', seen = '' }) => [what, due, seen]);
  // Accounts that only wait for a pay run's journal have no due day and the same words everywhere.
  const isOfRuns = state === 'needs_a_journal' && because.every(({ due }) => due === undefined);
  if (isOfRuns && because.length > 0) return JSON.stringify([words]);
  return JSON.stringify([account, userPath === '' ? '' : state, userPath === '' ? '' : words]);
}

/** What was not read, if that is all that is wrong with an account. */
export function unreadIn(because: OpenAccount['because']): string | undefined {
  const [unread] = because.map((one) => one.unread);
  return because.every((one) => one.unread === unread) ? unread : undefined;
}

export const countExceptions = (open: readonly OpenAccount[]): number => new Set(open.map(exceptionOf)).size;
