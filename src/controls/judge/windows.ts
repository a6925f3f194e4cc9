import { addDays } from '../../journal/dates.js';
import { isBankDay } from '../../journal/bank-days.js';
import type { Item } from './item.js';

/** A stretch of days, and the items that would normally be cleared in it. */
export interface Window {
  readonly from: string;
  readonly to: string;
  /** By due day; none in an early part. */
  readonly own: readonly Item[];
}

/** Whoever pays up to three bank days before the due day pays on time; before that, an older debt or ahead. */
const earlyBankDays = 3;

/**
 * The windows between the cut days, oldest first: each begins on one, and ends on the day before the next. Ed's wage of
 * Friday 13 June is normally paid from Tuesday 10 to Monday 16 June. What is cleared before three bank days before the
 * first due day is the window's early part, with no items of its own.
 */
export function windowsOf(items: readonly Item[], cuts: readonly string[]): readonly Window[] {
  const sorted = items.toSorted(byDue);
  return cuts.slice(0, -1).flatMap((from, index) => {
    const to = addDays(cuts[index + 1] as string, -1);
    const own = sorted.filter(({ due }) => from <= due && due <= to);
    const [first] = own;
    const home = first === undefined ? from : bankDaysBefore(first.due, earlyBankDays);
    if (home <= from) return [{ from, to, own }];
    return [
      { from, to: addDays(home, -1), own: [] },
      { from: home, to, own },
    ];
  });
}

export const byDue = (a: Item, b: Item): number => (a.due === b.due ? (a.id < b.id ? -1 : 1) : a.due < b.due ? -1 : 1);

function bankDaysBefore(date: string, days: number): string {
  let day = date;
  for (let left = days; left > 0; ) {
    day = addDays(day, -1);
    if (isBankDay(day)) left -= 1;
  }
  return day;
}
