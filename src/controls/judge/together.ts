import { Money } from '../../journal/nouns/money.js';
import {
  type AccountJudged,
  aheadOf,
  begin,
  oldestThatAre,
  ownLeft,
  restOf,
  shown,
  sortedByDay,
  type State,
  step,
  sumOf,
} from './account.js';
import type { Item } from './item.js';
import { type Window, windowsOf } from './windows.js';

/** One account, or one person's part of it. */
export interface AccountAsked {
  readonly items: readonly Item[];
  /** What was there before the first window. */
  readonly forward?: Item;
  /** What the ledger cleared from one day to another, both included: the movement, less what our own sets posted. */
  readonly cleared: (from: string, to: string) => Money;
}

export interface Asked {
  /** Sorted; the first is the day on which reading begins. */
  readonly cuts: readonly string[];
  readonly on: string;
  readonly hasEarlyPart?: (from: string) => boolean;
}

/** The wages of some days, paid in total, but not each on its own account. */
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
 * Walks the windows of all accounts that share a code, oldest first. If a window cleared exactly what it owed in total,
 * no one's pay is called unpaid because it is on another's account.
 */
export function judgeTogether(accounts: readonly AccountAsked[], { cuts, on, hasEarlyPart }: Asked): TogetherJudged {
  const windows = windowsOf(
    accounts.flatMap(({ items }) => items),
    cuts,
    hasEarlyPart,
  );
  const items = accounts.map((account) => sortedByDay(account.items));
  const known = accounts.map((account) => new Set(account.items));
  let states: readonly State[] = accounts.map(({ forward }) => begin({ forward }));
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
    const undone = undoneIn(parts, mixed);
    const mix = undone.length > 0 ? undefined : mixedIn(parts, window);
    mixed = [...mixed.filter((one) => !undone.includes(one)), ...(mix === undefined ? [] : [mix])];
    states = parts.map(({ state, window: own, amount }, index) => {
      const beyond = mix?.beyond[index] ?? beyondOf(undone, index).negated();
      const counted = amount.minus(beyond);
      return step(state, { window: own, amount: counted, on, items: items[index] as readonly Item[] });
    });
    if (mix === undefined && wasQuiet && states.every(isQuiet)) plain.add(window.from);
  }
  const to = windows.findLast(({ from }) => from <= on)?.to ?? on;
  const judged = accounts.map(({ items: own, forward, cleared }, index): AccountJudged => {
    const state = states[index] as State;
    const owed = sumOf([...own.filter(({ due }) => due <= to), ...(forward === undefined ? [] : [forward])]);
    const counted = cleared(cuts[0] as string, on).minus(beyondOf(mixed, index));
    return { ...shown(state, on), rest: restOf(state, { owed, cleared: counted, to }) };
  });
  return { accounts: judged, mixed, plain };
}

interface Part {
  readonly state: State;
  readonly window: Window;
  readonly amount: Money;
}

const isQuiet = ({ open, ahead, paidAhead, waiting }: State): boolean =>
  open.length + ahead.length + waiting.length + paidAhead.size === 0;

/** Each one's own, less what was paid ahead. */
const dueOf = ({ state, window }: Part): Money => sumOf(ownLeft(state, window));
const beyondOf = (all: readonly Mixed[], index: number): Money =>
  Money.sum(all.map(({ beyond }) => beyond[index] as Money));

/** A journal moved each back to its own account, one of them or all: nothing else moved, except what is due now. */
function undoneIn(parts: readonly Part[], mixed: readonly Mixed[]): readonly Mixed[] {
  const isUndone = (all: readonly Mixed[]) =>
    parts.every((part, index) => {
      const rest = part.amount.plus(beyondOf(all, index));
      return rest.isZero() || rest.equals(dueOf(part));
    });
  return [...mixed.map((one) => [one]), mixed].find(isUndone) ?? [];
}

function mixedIn(parts: readonly Part[], window: Window): Mixed | undefined {
  const beyond = parts.map((part) => part.amount.minus(dueOf(part)));
  const paid = Money.sum(parts.map(({ amount }) => amount));
  if (paid.isZero() || !Money.sum(beyond).isZero() || beyond.every((one) => one.isZero())) return undefined;
  const explained = parts.some(({ state }, index) => {
    const more = beyond[index] as Money;
    // An older debt that was paid late, or something paid ahead, shows as much.
    return more.isPositive() ? oldestThatAre(more, state.open) > 0 : more.isNegative() && !aheadOf(state).isZero();
  });
  return explained ? undefined : { window, paid, beyond };
}
