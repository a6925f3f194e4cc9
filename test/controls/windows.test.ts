import { expect, test } from '@jest/globals';
import type { Item } from '../../src/controls/judge/item.js';
import { byDue, windowsOf } from '../../src/controls/judge/windows.js';
import { Money } from '../../src/journal/nouns/money.js';

const item = (due: string, id = due): Item => ({ id, what: id, due, amount: Money.parse('1.00') });

test('items are in the order of their days, and of one day in that of their ids', () => {
  const sorted = [item('2025-07-31', 'b'), item('2025-06-30', 'c'), item('2025-07-31', 'a'), item('2025-06-30', 'd')];
  expect(sorted.toSorted(byDue).map(({ id }) => id)).toEqual(['c', 'd', 'a', 'b']);
  expect(
    sorted
      .toReversed()
      .toSorted(byDue)
      .map(({ id }) => id),
  ).toEqual(['c', 'd', 'a', 'b']);
});

test.each([
  ['a week after it begins', '2025-06-13', ['2025-06-06..2025-06-09', '2025-06-10..2025-06-30 2025-06-13']],
  // Three bank days before Wednesday 11 June is Friday 6 June.
  ['within three bank days of its beginning', '2025-06-11', ['2025-06-06..2025-06-30 2025-06-11']],
  ['on its last day', '2025-06-30', ['2025-06-06..2025-06-24', '2025-06-25..2025-06-30 2025-06-30']],
  ['before it', '2025-06-05', ['2025-06-06..2025-06-30']],
  ['after it', '2025-07-01', ['2025-06-06..2025-06-30']],
])('a window has an early part with no items of its own where the first falls due %s', (_, due, expected) => {
  const windows = windowsOf([item(due)], ['2025-06-06', '2025-07-01']);
  expect(windows.map(({ from, to, own }) => [`${from}..${to}`, ...own.map((one) => one.due)].join(' '))).toEqual(
    expected,
  );
});

test('a window of which no early part is asked for is whole', () => {
  expect(windowsOf([item('2025-06-13')], ['2025-06-06', '2025-07-01'], () => false)).toHaveLength(1);
});
