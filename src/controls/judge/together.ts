import { Money } from '../../journal/money.js';
import { type AccountJudged, aheadOf, begin, ownLeft, shown, sortedByDay, type State, step, sumOf } from './account.js';
import type { Item } from './item.js';
import { type Window, windowsOf } from './windows.js';

/** One account, or one person's part of it. */
export interface AccountAsked {
  readonly items: readonly Item[];
  /** What was there before the first window. */
  readonly forward?: Item;
  /** What the ledger cleared from one day to another, both included: what moved, less what our own sets posted. */
  readonly cleared: (from: string, to: string) => Money;
}

export interface Asked {
  /** Sorted; the first is the day on which reading begins. */
  readonly cuts: readonly string[];
  readonly on: string;
  readonly hasEarlyPart?: (from: string) => boolean;
}

/** The wages of some days, paid in all, but not each on its own account. */
export interface Mixed {
  readonly window: Window;
  readonly paid: Money;
  /** By person, in the order given: what was cleared there beyond what was owed there. */
  readonly beyond: readonly Money[];
}

export interface TogetherJudged {
  readonly accounts: readonly AccountJudged[];
  readonly mixed: readonly Mixed[];
  /** The first days of windows in which nothing was open or ahead, and each account cleared its own. */
  readonly plain: ReadonlySet<string>;
}

export const judgeAccount = (account: AccountAsked, asked: Asked): AccountJudged =>
  judgeTogether([account], asked).accounts[0] as AccountJudged;

/**
 * Walks the windows of all accounts that share a code, oldest first. Where a window cleared in all exactly what it owed,
 * nobody's pay is called unpaid because it lies on another's account.
 */
export function judgeTogether(accounts: readonly AccountAsked[], { cuts, on, hasEarlyPart }: Asked): TogetherJudged {
  const windows = windowsOf(
    accounts.flatMap(({ items }) => items),
    cuts,
    hasEarlyPart,
  );
  const items = accounts.map((account) => sortedByDay(account.items));
  const known = accounts.map((account) => new Set(account.items));
  let states: readonly State[] = accounts.map(({ forward }) => begin({ ...(forward && { forward }) }));
  let mixed: readonly Mixed[] = [];
  const plain = new Set<string>();
  for (const window of windows) {
    if (window.from > on) break;
    const to = window.to < on ? window.to : on;
    const wasQuiet = states.every(isQuiet);
    const parts = accounts.map(({ cleared }, index): Part => {
      const own = { ...window, own: window.own.filter((item) => known[index]?.has(item)) };
      return { state: states[index] as State, window: own, amount: cleared(window.from, to) };
    });
    const mix = mixedIn(parts, window, mixed);
    if (mix !== undefined) mixed = isUndone([...mixed, mix]) ? [] : [...mixed, mix];
    states = parts.map(({ state, window: own, amount }, index) => {
      const counted = mix === undefined ? amount : amount.minus(mix.beyond[index] as Money);
      return step(state, { window: own, amount: counted, on, items: items[index] as readonly Item[] });
    });
    if (mix === undefined && wasQuiet && states.every(isQuiet)) plain.add(window.from);
  }
  return { accounts: states.map((state) => shown(state, on)), mixed, plain };
}

interface Part {
  readonly state: State;
  readonly window: Window;
  readonly amount: Money;
}

const isQuiet = ({ open, ahead, paidAhead, waiting }: State): boolean =>
  open.length + ahead.length + waiting.length + paidAhead.size === 0;

function mixedIn(parts: readonly Part[], window: Window, before: readonly Mixed[]): Mixed | undefined {
  const due = parts.map(({ state, window: own }) => sumOf(ownLeft(state, own)));
  const beyond = parts.map(({ amount }, index) => amount.minus(due[index] as Money));
  const paid = Money.sum(parts.map(({ amount }) => amount));
  if (!Money.sum(beyond).isZero() || beyond.every((one) => one.isZero())) return undefined;
  const mix = { window, paid, beyond };
  // A journal that moves each back to its own account.
  if (before.length > 0 && isUndone([...before, mix])) return mix;
  if (paid.isZero()) return undefined;
  const explained = parts.some(({ state }, index) => {
    const more = beyond[index] as Money;
    // An older debt that was paid late, or what was paid ahead, says as much.
    return (more.isPositive() && state.open.length > 0) || (more.isNegative() && !aheadOf(state).isZero());
  });
  return explained ? undefined : mix;
}

const isUndone = (all: readonly Mixed[]): boolean =>
  all[0]?.beyond.every((_, index) => Money.sum(all.map(({ beyond }) => beyond[index] as Money)).isZero()) ?? true;
