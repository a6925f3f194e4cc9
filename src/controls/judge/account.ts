import { Money } from '../../journal/nouns/money.js';
import type { Beyond, Item, OpenItem } from './item.js';
import { byDue, homeOf, isPast, type Window } from './windows.js';

/** What is known of one account, or of one person's part of it, before the first window. */
export interface Begin {
  /** A balance that was there before: a debt, or, if negative, a credit. */
  readonly forward?: Item;
}

export interface AccountJudged {
  /** Oldest first. */
  readonly open: readonly OpenItem[];
  readonly beyond: readonly Beyond[];
  /** Paid ahead, and not reported: people pay HMRC on pay day. */
  readonly ahead: Money;
  /** What is left of items without a day. */
  readonly waiting: Money;
  /** What all of this leaves unexplained: nil, or the judging itself is wrong. */
  readonly rest: Money;
}

interface Owed {
  readonly item: Item;
  readonly left: Money;
  /** What came off it in its own window, and after that. */
  readonly paid: 'nothing' | 'in_part' | 'on_account';
  /** A payment fits this one and the next: we cannot tell which of them it was for. */
  readonly or?: readonly Item[];
  /** Not a debt of payroll: what was refunded in these days, and is owed again. */
  readonly credited?: Window;
}

interface Ahead {
  readonly amount: Money;
  readonly window: Window;
  /** The next window had the chance to use it, and did not. */
  readonly unused: boolean;
  /** Not paid by anyone: HMRC, or a person, owes it. */
  readonly claim?: Item;
}

export interface State {
  readonly open: readonly Owed[];
  /** What was cleared beyond what was due by then, in the order it was cleared. */
  readonly ahead: readonly Ahead[];
  /** Items that were paid before their own windows, by exactly their amounts, and the window of each payment. */
  readonly paidAhead: ReadonlyMap<Item, Window>;
  /** How many items in a row, up to now, were paid ahead by exactly their amounts. */
  readonly early: number;
  /** Items without a day, the oldest first. */
  readonly waiting: readonly Owed[];
}

export function begin({ forward }: Begin): State {
  const begun: State = { open: [], ahead: [], paidAhead: new Map(), early: 0, waiting: [] };
  if (forward === undefined) return begun;
  if (forward.isUndated) return { ...begun, waiting: [unpaid(forward)] };
  if (forward.amount.isNegative()) return withClaims(begun, { from: forward.due, to: forward.due, own: [forward] });
  return withOpen(begun, [forward]);
}

export interface Moved {
  readonly window: Window;
  /** What was cleared in it so far: the movement, less what our own sets posted. */
  readonly amount: Money;
  readonly on: string;
  /** All that have a day, by that day. */
  readonly items: readonly Item[];
}

/** The items of a window that were not paid before its days. */
export const ownLeft = ({ paidAhead }: State, window: Window): readonly Item[] =>
  window.own.filter((item) => !item.isUndated && !paidAhead.has(item));

/** What is known of a window once what is told apart from it came off. */
interface Case extends Moved {
  readonly state: State;
  /** Its own items that no payment was for yet. */
  readonly own: readonly Item[];
  readonly due: Money;
  /** Of what falls due after it, together on one day: what the amount is exactly. */
  readonly next: readonly Item[] | undefined;
  /** Those that it is exactly together with its own, or with one of several of its own. */
  readonly both: NextAndOwn | undefined;
  /** What was cleared, and what was ahead. */
  readonly have: Money;
  /** How many of the oldest open items the amount is exactly. */
  readonly older: number;
}

interface Row {
  readonly name: string;
  readonly when: (of: Case) => boolean;
  readonly answer: (of: Case) => State;
}

/** The rows of the table in controls.md, in this order: the first that fits is the answer. */
export const rows: readonly Row[] = [
  {
    name: 'exactly its own and exactly the next, by habit ahead: one of these',
    when: (of) => isItsOwn(of) && of.next !== undefined && of.state.early >= habitFrom,
    answer: ({ state, own, next = [], window }) => goesOnEarly(state, { own, next, window }),
  },
  {
    name: 'exactly its own: on time, whatever else is open or ahead',
    when: isItsOwn,
    answer: ({ state }) => ({ ...state, ahead: unused(state.ahead), early: 0 }),
  },
  {
    name: 'less than nothing: credited',
    when: ({ amount }) => amount.isNegative(),
    answer: ({ state, own, ...moved }) => credited(state, own, moved),
  },
  {
    name: 'nothing, and nothing is due',
    when: ({ own, amount }) => own.length === 0 && amount.isZero(),
    answer: ({ state }) => state,
  },
  {
    name: 'exactly the next: that one, ahead',
    when: isTheNext,
    answer: ({ state, own, next = [], window }) => fromAhead(withPaidAhead(state, next, window), own),
  },
  {
    name: 'the next and what is due now, or one of several that are',
    when: ({ both }) => both !== undefined,
    answer: ({ state, own, both = { next: [], open: own }, window }) =>
      fromAhead(withPaidAhead(state, both.next, window), both.open),
  },
  {
    name: 'exactly the oldest open ones: those, late; its own are open',
    when: (of) => of.older > 0 && (isTooLittle(of) || isNoOlderWithOwn(of)),
    answer: ({ state, own, older }) => withOpen({ ...state, open: state.open.slice(older) }, own),
  },
  {
    name: 'nothing, and its days are not over: open',
    when: (of) => isTooLittle(of) && of.amount.isZero() && !of.own.some((item) => isPast(item, of.on)),
    answer: ({ state, own }) => withOpen(state, own),
  },
  {
    name: 'with what was ahead, less than its own: part paid',
    when: isTooLittle,
    answer: ({ state, own, have }) => partPaid(state, own, have),
  },
  {
    name: 'with what was ahead, its own and more: the oldest open ones, then ahead',
    when: () => true,
    answer: ({ state, ...of }) => beyondOwn(state, of),
  },
];

/** The verdict on one window. It is judged by what it cleared, never by what sums might fit. */
export function step(before: State, given: Moved): State {
  const kept = keptBack(before, given);
  const free = kept.length === 0 ? before : { ...before, ahead: before.ahead.filter((one) => !kept.includes(one)) };
  const of = caseOf(free, given);
  const after = (rows.find(({ when }) => when(of)) as Row).answer(of);
  return kept.length === 0 ? after : { ...after, ahead: [...kept, ...after.ahead] };
}

interface Standing {
  readonly state: State;
  readonly moved: Moved;
  readonly own: readonly Item[];
}

/** First comes off what an earlier payment was for, what clears items without a day, and what the account is owed. */
export function caseOf(before: State, given: Moved): Case {
  const begun = withArisen(before, given.window);
  const all: Standing = { state: begun, moved: given, own: ownLeft(begun, given.window) };
  const { state, moved, own } = lessClaims(lessUndated(lessPaidBefore(all)));
  const coming = comingAfter(moved.window, moved.items, state);
  return {
    ...moved,
    state,
    own,
    due: sumOf(own),
    next: exactly(moved.amount, coming),
    both: nextAndOwn({ state, moved, own }, coming),
    have: moved.amount.plus(aheadOf(state)),
    older: oldestThatAre(moved.amount, state.open),
  };
}

function lessPaidBefore(all: Standing): Standing {
  const due = sumOf(all.own);
  return isPaidFrom(all.state, due) ? withoutOwn({ ...all, state: used(all.state, due) }) : all;
}

function lessUndated(all: Standing): Standing {
  const { state, amount } = withoutWaiting(all.state, all.moved.amount, sumOf(all.own));
  return { ...all, state, moved: { ...all.moved, amount } };
}

function lessClaims(all: Standing): Standing {
  const { state, moved, own } = all;
  if (!sumOf(own).isNegative() || moved.amount.equals(sumOf(own))) return all;
  return lessUndated(withoutOwn({ ...all, state: withClaims(state, { ...moved.window, own }) }));
}

const withoutOwn = ({ state, moved }: Standing): Standing => ({
  state,
  moved: { ...moved, window: { ...moved.window, own: [] } },
  own: [],
});

/** With its items without a day, and whether everything in it was paid ahead once more. */
function withArisen(state: State, { own }: Window): State {
  const isEarly = own.length > 0 && own.every((item) => isLongAhead(state, item));
  return {
    ...state,
    early: isEarly ? state.early + 1 : state.early,
    waiting: [...state.waiting, ...own.filter(({ isUndated }) => isUndated).map(unpaid)],
  };
}

function isItsOwn({ own, amount, due }: Case): boolean {
  return own.length > 0 && amount.equals(due);
}

function isTooLittle({ have, due }: Case): boolean {
  return have.compare(due) < 0;
}

/** A company that pays on time, and too little, may pay as much as the next item. */
function isTheNext({ state, own, amount, due, next, older }: Case): boolean {
  const mayBeAhead = state.early > 0 || aheadOf(state).compare(due) >= 0 || isPaidInPart(state);
  return next !== undefined && mayBeAhead && !isPartOf(own, amount) && (older === 0 || isInDoubt(state));
}

/** The rest, if it was for its own too, is no row of older ones. */
const isNoOlderWithOwn = ({ state, amount, due }: Case): boolean =>
  state.ahead.length === 0 && oldestThatAre(amount.minus(due), state.open) === 0;

/**
 * What was paid ahead is not spent before a window's own days begin. What is reported as overpaid stays reported until
 * those days are over and show that it was for them.
 */
function keptBack(state: State, { window, amount, on }: Moved): readonly Ahead[] {
  const own = ownLeft(state, window);
  const isOver = own.some((item) => isPast(item, on)) || amount.isNegative() || amount.compare(sumOf(own)) >= 0;
  const hasBegun = own.some(({ due }) => due <= on);
  return isOver ? [] : state.ahead.filter(({ unused }) => unused || !hasBegun);
}

/** Exactly one of several that fall due on one day, or all but one. */
const isPartOf = (own: readonly Item[], amount: Money): boolean =>
  own.some((item) => item.amount.equals(amount) || item.amount.equals(sumOf(own).minus(amount)));

/** What falls due next, together on one day: a month's PAYE and class 1A. */
function comingAfter({ to }: Window, items: readonly Item[], { paidAhead }: State): readonly Item[] {
  const later = items.filter((item) => item.due > to && !paidAhead.has(item));
  return later.filter(({ due }) => due === later[0]?.due);
}

/** All of them, or the one whose amount it is. */
function exactly(amount: Money, coming: readonly Item[]): readonly Item[] | undefined {
  if (coming.length > 0 && sumOf(coming).equals(amount)) return coming;
  const one = coming.find((item) => item.amount.equals(amount));
  return one && [one];
}

interface NextAndOwn {
  /** What falls due after the window and was paid with its own. */
  readonly next: readonly Item[];
  /** The window's own items that are still open. */
  readonly open: readonly Item[];
}

/** A company that pays ahead pays the next item and what is due now, or one of several that are. */
function nextAndOwn(
  { state: { open, early }, moved: { window, amount }, own }: Standing,
  coming: readonly Item[],
): NextAndOwn | undefined {
  const isAhead = own.length < window.own.length || early >= habitFrom;
  for (const paid of [...(isAhead ? [own] : []), ...(own.length > 1 ? own.map((item) => [item]) : [])]) {
    const rest = amount.minus(sumOf(paid));
    const next = oldestThatAre(rest, open) > 0 ? undefined : exactly(rest, coming);
    if (next !== undefined) return { next, open: own.filter((item) => !paid.includes(item)) };
  }
  return undefined;
}

const withPaidAhead = (state: State, next: readonly Item[], window: Window): State => ({
  ...state,
  paidAhead: new Map([...state.paidAhead, ...next.map((item) => [item, window] as const)]),
});

/** A company that paid this many in a row ahead has the habit. */
const habitFrom = 2;

/** If a company has two payrolls, a window may end on the very days on which the next one is paid. */
function isLongAhead({ paidAhead }: State, item: Item): boolean {
  const window = paidAhead.get(item);
  return window !== undefined && window.to < homeOf(item);
}

/**
 * The payment is exactly what is due now, and nothing was due when it was made: that payment was for this item, and one
 * made now is for the next.
 */
const isPaidFrom = ({ ahead }: State, due: Money): boolean =>
  due.isPositive() && sumOf(ahead).equals(due) && ahead.every(({ window }) => window.own.length === 0);

/**
 * Ash pays HMRC on every pay day, a month before it is due, and always the same. In October nothing was paid for
 * September, and a payment came on October's pay day: for September, late, or for October as ever? One of these.
 */
function goesOnEarly(
  state: State,
  { own, next, window }: { readonly own: readonly Item[]; readonly next: readonly Item[]; readonly window: Window },
): State {
  const paid = withPaidAhead(state, next, window);
  const ahead = aheadOf(state);
  if (ahead.compare(sumOf(own)) >= 0) return used(paid, sumOf(own));
  if (!ahead.isZero()) return partPaid(paid, own, ahead);
  const or = [...own, ...next];
  const open = own.map((item): Owed => ({ ...unpaid(item), or }));
  return { ...paid, open: [...state.open, ...open] };
}

export const sumOf = (items: readonly { readonly amount: Money }[]): Money =>
  Money.sum(items.map(({ amount }) => amount));
export const aheadOf = ({ ahead }: Pick<State, 'ahead'>): Money => sumOf(ahead);

const unpaid = (item: Item): Owed => ({ item, left: item.amount, paid: 'nothing' });

/** How many of the oldest open items, in a row, add up to the amount. */
export function oldestThatAre(amount: Money, open: readonly Owed[]): number {
  let sum = Money.zero;
  for (const [index, { left }] of open.entries()) {
    sum = sum.plus(left);
    if (sum.equals(amount)) return index + 1;
  }
  return 0;
}

/** What clears exactly the oldest items without a day, alone or together with the window's own. */
function withoutWaiting(state: State, amount: Money, due: Money): { readonly state: State; readonly amount: Money } {
  if (amount.equals(due)) return { state, amount };
  for (const cleared of [amount.minus(due), amount]) {
    const count = oldestThatAre(cleared, state.waiting);
    if (count > 0) return { state: { ...state, waiting: state.waiting.slice(count) }, amount: amount.minus(cleared) };
  }
  return { state, amount };
}

const withOpen = (state: State, own: readonly Item[]): State => ({
  ...state,
  open: [...state.open, ...openOf(own, Money.zero)],
});

/**
 * Too little for its own items. An amount that is exactly one of them, or all but one, was for those; else it goes to
 * the oldest.
 */
function openOf(own: readonly Item[], have: Money): readonly Owed[] {
  const debts = own.filter(({ amount }) => amount.isPositive());
  // A claim among them counts like a payment.
  let rest = have.minus(sumOf(own)).plus(sumOf(debts));
  const lacking = sumOf(debts).minus(rest);
  const unpaidOne = debts.find(({ amount }) => amount.equals(lacking));
  if (unpaidOne !== undefined) return [unpaid(unpaidOne)];
  const paidOne = debts.find(({ amount }) => amount.equals(rest));
  if (paidOne !== undefined) return debts.filter((item) => item !== paidOne).map(unpaid);
  const open: Owed[] = [];
  for (const item of debts) {
    const part = smaller(item.amount, rest);
    rest = rest.minus(part);
    const left = item.amount.minus(part);
    if (!left.isZero()) open.push({ item, left, paid: part.isZero() ? 'nothing' : 'in_part' });
  }
  return open;
}

/** A claim counts like a payment: it is there to be set against what comes next, until it is paid back. */
function withClaims(state: State, window: Window): State {
  const [claim] = window.own;
  const amount = sumOf(window.own).negated();
  return { ...state, ahead: [...state.ahead, { amount, window, unused: false, claim }] };
}

/** The window's own items were cleared without it: what is ahead was not for them. */
const unused = (ahead: readonly Ahead[]): readonly Ahead[] => ahead.map((one) => ({ ...one, unused: true }));

/** All of them were paid ahead, or in part, or are open. */
function fromAhead(state: State, own: readonly Item[]): State {
  const due = sumOf(own);
  if (aheadOf(state).compare(due) >= 0) return used(state, due);
  const part = state.ahead.filter(({ unused }) => !unused);
  if (part.length === 0) return withOpen(state, own);
  // What is said to be paid over is not for them.
  const after = partPaid(state, own, sumOf(part));
  return { ...after, ahead: state.ahead.filter(({ unused }) => unused) };
}

/**
 * Before a company is known to pay ahead: what came when nothing was due, and is not the whole of what is due now, was
 * for that. Ash pays HMRC on pay day: 1,247.17 for September’s 1,257.17, and exactly October’s a month later.
 */
const isPaidInPart = ({ ahead, paidAhead }: State): boolean =>
  ahead.length > 0 &&
  ahead.every(
    ({ unused, claim, window }) => !unused && claim === undefined && window.own.every((item) => paidAhead.has(item)),
  );

/** Takes an amount off what is ahead, oldest first. */
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

/** A company that pays ahead by habit, and left out one of these, goes on paying ahead. */
const isInDoubt = ({ open, early }: State): boolean => early >= habitFrom && open[0]?.or !== undefined;

const partPaid = (state: State, own: readonly Item[], have: Money): State => ({
  ...state,
  open: [...state.open, ...openOf(own, have)],
  ahead: [],
});

/**
 * Its own items and more. The rest goes to the oldest open items, the last in part, then to those without a day; what
 * still remains is ahead.
 */
function beyondOwn(state: State, { window, amount, due }: Moved & { readonly due: Money }): State {
  // Only with what was ahead are its own items cleared.
  if (amount.compare(due) < 0) return used(state, due.minus(amount));
  const older = takenOff(state.open, amount.minus(due));
  const undated = takenOff(state.waiting, older.rest);
  const { rest } = undated;
  const before = due.isPositive() ? unused(state.ahead) : state.ahead;
  const ahead = rest.isZero() ? before : [...before, { amount: rest, window, unused: false }];
  return { ...state, open: older.owed, waiting: undated.owed, ahead };
}

function takenOff(all: readonly Owed[], amount: Money): { readonly owed: readonly Owed[]; readonly rest: Money } {
  let rest = amount;
  const owed: Owed[] = [];
  for (const one of all) {
    const part = smaller(one.left, rest);
    rest = rest.minus(part);
    const left = one.left.minus(part);
    if (!left.isZero()) owed.push(part.isZero() ? one : { ...one, left, paid: 'on_account' });
  }
  return { owed, rest };
}

/** A refund, a recalled payment, a journal: owed again, by whatever name. */
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

/**
 * What is open, less what is ahead, is what was owed in the windows looked at, less what they cleared. It is worked out
 * apart from the judging, so that a mistake there is reported and never hidden in a balance.
 */
export function restOf(
  { open, waiting, ahead, paidAhead }: State,
  { owed, cleared, to }: { readonly owed: Money; readonly cleared: Money; readonly to: string },
): Money {
  const left = Money.sum([...open, ...waiting].map((one) => one.left));
  const toCome = [...paidAhead.keys()].filter(({ due }) => due > to);
  return owed.minus(cleared).minus(left.minus(sumOf(ahead)).minus(sumOf(toCome)));
}

export function shown(state: State, on: string): Omit<AccountJudged, 'rest'> {
  const open = state.open.flatMap((owed): OpenItem[] =>
    owed.credited !== undefined || owed.item.due > on ? [] : [openItem(owed, on)],
  );
  const said = state.ahead.filter(({ unused }) => unused);
  const silent = state.ahead.filter(({ unused }) => !unused);
  return {
    open,
    beyond: [...said.map(beyondOf), ...state.open.flatMap(creditedIn)],
    ahead: sumOf([...silent, ...[...state.paidAhead.keys()].filter(({ due }) => due > on)]),
    waiting: Money.sum(state.waiting.filter(({ item }) => item.due <= on).map(({ left }) => left)),
  };
}

const stateOf = { nothing: 'no_payment_posted', in_part: 'part_paid', on_account: 'on_account' } as const;

function openItem({ item, left, paid, or }: Owed, on: string): OpenItem {
  if (!isPast(item, on)) return { item, left, state: 'due' };
  return or === undefined ? { item, left, state: stateOf[paid] } : { item, left, state: 'one_of_these', among: or };
}

const creditedIn = ({ left, credited: window }: Owed): readonly Beyond[] =>
  window === undefined ? [] : [{ state: 'credited', amount: left.negated(), from: window.from, to: window.to }];

function beyondOf({ amount, claim, window: { from, to, own } }: Ahead): Beyond {
  if (claim !== undefined) return { state: 'credit', amount, from, to, item: claim };
  const item = own.find((one) => one.amount.equals(amount));
  const state = own.length === 0 ? 'other_postings' : item === undefined ? 'paid_over' : 'paid_twice';
  return { state, amount, from, to, item };
}

export const sortedByDay = (items: readonly Item[]): readonly Item[] =>
  items.filter(({ isUndated }) => !isUndated).toSorted(byDue);
