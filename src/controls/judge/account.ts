import { bankDaysAfter } from '../../journal/bank-days.js';
import { Money } from '../../journal/money.js';
import type { Beyond, Item, OpenItem } from './item.js';
import { byDue, type Window, windowsOf } from './windows.js';

/** One account, or one person's part of it, on one day. */
export interface AccountAsked {
  readonly items: readonly Item[];
  /** Sorted; the first is the day on which reading begins. */
  readonly cuts: readonly string[];
  /** What the ledger cleared from one day to another, both included: what moved, less what our own sets posted. */
  readonly cleared: (from: string, to: string) => Money;
  readonly on: string;
}

export interface AccountJudged {
  /** Oldest first. */
  readonly open: readonly OpenItem[];
  readonly beyond: readonly Beyond[];
  /** Paid ahead, and said by nobody: people pay HMRC on pay day. */
  readonly ahead: Money;
}

/** The bank feed may be three bank days late: that is our wait, not HMRC's. */
const graceBankDays = 3;
export const isPast = ({ due }: Item, on: string): boolean => on > bankDaysAfter(due, graceBankDays);

interface Owed {
  readonly item: Item;
  readonly left: Money;
  /** What came off it in its own window, and after that. */
  readonly paid: 'nothing' | 'in_part' | 'on_account';
  /** A payment fits this one and the next: which of them it was for nobody can tell. */
  readonly or?: readonly Item[];
  /** No debt of payroll: what came back, in these days, and is owed again. */
  readonly credited?: Window;
}

interface Ahead {
  readonly amount: Money;
  readonly window: Window;
  /** The next window had the chance to use it, and did not. */
  readonly unused: boolean;
}

interface State {
  readonly open: readonly Owed[];
  /** What was cleared beyond what was due by then, in the order in which it was. */
  readonly ahead: readonly Ahead[];
  /** Items that were paid before their own windows, by exactly their amounts. */
  readonly paidAhead: ReadonlySet<Item>;
  /** How many items in a row, up to now, were paid ahead by exactly their amounts. */
  readonly early: number;
}

const begun: State = { open: [], ahead: [], paidAhead: new Set(), early: 0 };

/** Walks the windows, oldest first. Each is judged by what it cleared, never by what sums might fit. */
export function judgeAccount({ items, cuts, cleared, on }: AccountAsked): AccountJudged {
  const sorted = items.toSorted(byDue);
  let state = begun;
  for (const window of windowsOf(sorted, cuts)) {
    if (window.from > on) break;
    const amount = cleared(window.from, window.to < on ? window.to : on);
    state = step(state, { window, amount, on, items: sorted });
  }
  return shown(state, on);
}

interface Moved {
  readonly window: Window;
  /** What was cleared in it so far. */
  readonly amount: Money;
  readonly on: string;
  readonly items: readonly Item[];
}

/** What one window says. The rows of the table in controls.md, in this order. */
function step(before: State, moved: Moved): State {
  const { window, amount, on, items } = moved;
  const isEarly = window.own.length > 0 && window.own.every((item) => before.paidAhead.has(item));
  const state = { ...before, early: isEarly ? before.early + 1 : before.early };
  const own = window.own.filter((item) => !state.paidAhead.has(item));
  const due = sumOf(own);
  const have = amount.plus(aheadOf(state));
  if (amount.isNegative()) return credited(state, own, moved);
  const next = items.find((item) => item.due > window.to && !state.paidAhead.has(item));
  const isNext = next?.amount.equals(amount) ?? false;
  if (own.length > 0 && amount.equals(due)) {
    if (next !== undefined && isNext && state.early >= habitFrom) return goesOnEarly(state, own, next);
    // Its own, exactly: whatever else is open or ahead.
    return { ...state, ahead: unused(state.ahead), early: 0 };
  }
  if (own.length === 0 && amount.isZero()) return state;
  const older = oldestThatAre(amount, state.open);
  if (next !== undefined && isNext && (older === 0 || isInDoubt(state))) {
    const paidAhead = new Set([...state.paidAhead, next]);
    if (own.length === 0) return { ...state, paidAhead };
    if (aheadOf(state).compare(due) >= 0) return { ...used(state, due), paidAhead };
    return { ...withOpen(state, own), paidAhead };
  }
  if (have.compare(due) < 0) {
    // These, late; its own are open.
    if (older > 0) return withOpen({ ...state, open: state.open.slice(older) }, own);
    if (amount.isZero() && !own.some((item) => isPast(item, on))) return withOpen(state, own);
    return partPaid(state, own, have);
  }
  return beyondOwn(state, { ...moved, due });
}

/** Who paid so many in a row ahead has that habit. */
const habitFrom = 2;

/**
 * Ash pays HMRC on every pay day, a month before it is due, and always the same. In October nothing was paid for
 * September, and a payment came on October's pay day: for September, late, or for October as ever? One of these.
 */
function goesOnEarly(state: State, own: readonly Item[], next: Item): State {
  const paidAhead = new Set([...state.paidAhead, next]);
  const ahead = aheadOf(state);
  if (ahead.compare(sumOf(own)) >= 0) return { ...used(state, sumOf(own)), paidAhead };
  if (!ahead.isZero()) return { ...partPaid(state, own, ahead), paidAhead };
  const or = [...own, next];
  const open = own.map((item): Owed => ({ item, left: item.amount, paid: 'nothing', or }));
  return { ...state, paidAhead, open: [...state.open, ...open] };
}

const sumOf = (items: readonly { readonly amount: Money }[]): Money => Money.sum(items.map(({ amount }) => amount));
const aheadOf = ({ ahead }: State): Money => sumOf(ahead);

/** How many of the oldest open ones, in a row, the amount is the sum of. */
function oldestThatAre(amount: Money, open: readonly Owed[]): number {
  if (amount.isZero()) return 0;
  let sum = Money.zero;
  for (const [index, { left }] of open.entries()) {
    sum = sum.plus(left);
    if (sum.equals(amount)) return index + 1;
  }
  return 0;
}

const withOpen = (state: State, own: readonly Item[]): State => ({
  ...state,
  open: [...state.open, ...own.map((item): Owed => ({ item, left: item.amount, paid: 'nothing' }))],
});

/** Its own were cleared without it: what is ahead was not for them. */
const unused = (ahead: readonly Ahead[]): readonly Ahead[] => ahead.map((one) => ({ ...one, unused: true }));

/** Takes an amount off what is ahead, the oldest first. */
function used(state: State, amount: Money): State {
  let left = amount;
  const ahead: Ahead[] = [];
  for (const one of state.ahead) {
    const part = smaller(one.amount, left);
    left = left.minus(part);
    if (!one.amount.equals(part)) ahead.push({ ...one, amount: one.amount.minus(part) });
  }
  return { ...state, ahead };
}

/** Whoever pays ahead by habit, and left out one of these, goes on paying ahead. */
const isInDoubt = ({ open, early }: State): boolean => early >= habitFrom && open[0]?.or !== undefined;

/** Too little for its own: the oldest of them have it. */
function partPaid(state: State, own: readonly Item[], have: Money): State {
  let rest = have;
  const open: Owed[] = [];
  for (const item of own) {
    const part = smaller(item.amount, rest);
    rest = rest.minus(part);
    if (!part.equals(item.amount))
      open.push({ item, left: item.amount.minus(part), paid: part.isZero() ? 'nothing' : 'in_part' });
  }
  return { ...state, open: [...state.open, ...open], ahead: [] };
}

/** Its own and more: the rest goes to the oldest open ones, the last in part; what still remains is ahead. */
function beyondOwn(state: State, { window, amount, due }: Moved & { readonly due: Money }): State {
  // Only with what was ahead are its own cleared.
  if (amount.compare(due) < 0) return used(state, due.minus(amount));
  let rest = amount.minus(due);
  const open: Owed[] = [];
  for (const owed of state.open) {
    const part = smaller(owed.left, rest);
    rest = rest.minus(part);
    const left = owed.left.minus(part);
    if (!left.isZero()) open.push(part.isZero() ? owed : { ...owed, left, paid: 'on_account' });
  }
  const before = due.isPositive() ? unused(state.ahead) : state.ahead;
  return { ...state, open, ahead: rest.isZero() ? before : [...before, { amount: rest, window, unused: false }] };
}

/** A refund, a payment that was recalled, a journal: owed again, by whatever name. */
function credited(state: State, own: readonly Item[], { window, amount }: Moved): State {
  const back = amount.negated();
  const paidBack = smaller(back, aheadOf(state));
  const left = back.minus(paidBack);
  const before = used(state, paidBack);
  if (left.isZero()) return withOpen(before, own);
  const item: Item = { id: `credited ${window.from}`, what: 'Credited', due: window.from, amount: left };
  return withOpen({ ...before, open: [...before.open, { item, left, paid: 'nothing', credited: window }] }, own);
}

const smaller = (a: Money, b: Money): Money => (a.compare(b) < 0 ? a : b);

function shown(state: State, on: string): AccountJudged {
  const open = state.open.flatMap((owed): OpenItem[] =>
    owed.credited !== undefined || owed.item.due > on ? [] : [openItem(owed, on)],
  );
  const said = state.ahead.filter(({ unused }) => unused);
  const silent = state.ahead.filter(({ unused }) => !unused);
  return {
    open,
    beyond: [...said.map(beyondOf), ...state.open.flatMap(creditedIn)],
    ahead: sumOf([...silent, ...[...state.paidAhead].filter(({ due }) => due > on)]),
  };
}

const stateOf = { nothing: 'no_payment_posted', in_part: 'part_paid', on_account: 'on_account' } as const;

function openItem({ item, left, paid, or }: Owed, on: string): OpenItem {
  if (!isPast(item, on)) return { item, left, state: 'due' };
  return or === undefined ? { item, left, state: stateOf[paid] } : { item, left, state: 'one_of_these', among: or };
}

const creditedIn = ({ left, credited: window }: Owed): readonly Beyond[] =>
  window === undefined ? [] : [{ state: 'credited', amount: left.negated(), from: window.from, to: window.to }];

function beyondOf({ amount, window: { from, to, own } }: Ahead): Beyond {
  const item = own.find((one) => one.amount.equals(amount));
  const state = own.length === 0 ? 'other_postings' : item === undefined ? 'paid_over' : 'paid_twice';
  return { state, amount, from, to, ...(item && { item }) };
}
