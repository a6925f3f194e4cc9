import { expect, test } from '@jest/globals';
import { begin, caseOf, type Moved, rows, type State, step } from '../../src/controls/judge/account.js';
import type { Item } from '../../src/controls/judge/item.js';
import { Money } from '../../src/journal/nouns/money.js';

const item = (due: string, amount: string): Item => ({ id: due, what: due, due, amount: Money.parse(amount) });
const [august, september, october] = [
  item('2025-08-29', '120.00'),
  item('2025-09-30', '130.00'),
  item('2025-10-31', '140.00'),
];
/** Of one day with September's. */
const award = item('2025-09-30', '15.00');

/** September's days, and what was cleared in them. */
const moved = (amount: string, given: Partial<Moved> & { readonly own?: readonly Item[] } = {}): Moved => ({
  window: { from: '2025-09-15', to: '2025-10-15', own: given.own ?? [september] },
  amount: Money.parse(amount),
  on: given.on ?? '2025-10-16',
  items: given.items ?? [august, september, october],
});

const nothing = begin({});
/** August is open still. */
const late: State = step(nothing, {
  ...moved('0.00', { own: [august] }),
  window: { from: '2025-08-15', to: '2025-09-14', own: [august] },
});
/** Two were paid ahead, and September's would be the third. */
const byHabit: State = { ...nothing, early: 2 };

const cases: readonly (readonly [row: string, before: State, given: Moved])[] = [
  [
    'exactly its own and exactly the next, by habit ahead: one of these',
    byHabit,
    moved('130.00', { items: [september, item('2025-10-31', '130.00')] }),
  ],
  ['exactly its own: on time, whatever else is open or ahead', late, moved('130.00')],
  ['less than nothing: credited', nothing, moved('-130.00')],
  ['nothing, and nothing is due', late, moved('0.00', { own: [] })],
  ['exactly the next: that one, ahead', { ...nothing, early: 1 }, moved('140.00')],
  ['the next and what is due now, or one of several that are', nothing, moved('270.00', { own: [september, award] })],
  ['exactly the oldest open ones: those, late; its own are open', late, moved('120.00')],
  ['nothing, and its days are not over: open', nothing, moved('0.00', { on: '2025-09-30' })],
  ['with what was ahead, less than its own: part paid', nothing, moved('100.00')],
  ['with what was ahead, its own and more: the oldest open ones, then ahead', late, moved('150.00')],
];

test.each(cases)('%s', (name, before, given) => {
  const of = caseOf(before, given);
  expect(rows.find(({ when }) => when(of))?.name).toBe(name);
});

test('each row has an example', () => {
  expect(rows.map(({ name }) => name)).toEqual(cases.map(([name]) => name));
});

// Ash's credit of August is a claim: it is set against September before anything is judged.
test('what the account is owed counts like a payment, and its window has no item of its own', () => {
  const credit = item('2025-09-30', '-30.00');
  const { own, state, due } = caseOf(nothing, moved('0.00', { own: [credit] }));
  expect([own.length, String(due), state.ahead.map(({ amount }) => String(amount))]).toEqual([0, '0.00', ['30.00']]);
});
