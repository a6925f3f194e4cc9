import { bankDaysAfter, isBankDay } from '../../journal/nouns/bank-days.js';
import { addDays, daysBetween, taxMonthOf, taxMonthRange, taxYearOf } from '../../journal/nouns/dates.js';
import type { Item } from './item.js';

/** A stretch of days, and the items that would normally be cleared in it. */
export interface Window {
  readonly from: string;
  readonly to: string;
  /** By due day; none in an early part. */
  readonly own: readonly Item[];
}

/** The bank feed may be three bank days late: that is our wait, not HMRC's. */
const graceBankDays = 3;
export const lastDayOf = ({ due }: Pick<Item, 'due'>): string => bankDaysAfter(due, graceBankDays);
export const isPast = (item: Pick<Item, 'due'>, on: string): boolean => on > lastDayOf(item);

/** A payment up to three bank days before the due day is on time; before that it was for an older debt, or ahead. */
const earlyBankDays = 3;
export const homeOf = ({ due }: Pick<Item, 'due'>): string => bankDaysBefore(due, earlyBankDays);

/**
 * The windows between the cut days, oldest first: each begins on one, and ends on the day before the next. Ed's wage of
 * Friday 13 June is normally paid from Tuesday 10 to Monday 16 June. What is cleared before three bank days before the
 * first due day is the window's early part, with no items of its own; a window that needs none is left whole, since
 * each day between windows costs a request.
 */
export function windowsOf(
  items: readonly Item[],
  cuts: readonly string[],
  hasEarlyPart: (from: string) => boolean = () => true,
): readonly Window[] {
  const sorted = items.toSorted(byDue);
  return cuts.slice(0, -1).flatMap((from, index) => {
    const to = addDays(cuts[index + 1] as string, -1);
    const own = sorted.filter(({ due }) => from <= due && due <= to);
    const [first] = own;
    const home = first === undefined ? from : homeOf(first);
    if (home <= from || !hasEarlyPart(from)) return [{ from, to, own }];
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

const usualGapDays = 30;

/** For net pay: half-way from each pay date to the next; after the last one the same gap again. */
export function cutsBetweenPayDates(dates: readonly string[], start: string, on: string): readonly string[] {
  const days = [...new Set(dates)].filter((day) => day >= start).sort();
  const cuts = days.map((day, at) => {
    const next = days[at + 1];
    const before = days[at - 1];
    const gap =
      next !== undefined ? daysBetween(day, next) : before === undefined ? usualGapDays : daysBetween(before, day);
    return addDays(day, Math.floor(gap / 2) + 1);
  });
  const last = cuts.at(-1) ?? start;
  return [start, ...cuts, ...(last > on ? [] : [addDays(on, 1)])];
}

/** For what is paid to HMRC, to pension providers and others: the tax months. */
export function cutsBetweenTaxMonths(start: string, on: string): readonly string[] {
  const cuts = [start];
  for (let last = start; last <= on; cuts.push(last)) {
    last = addDays(taxMonthRange(taxYearOf(last), taxMonthOf(last)).to, 1);
  }
  return cuts;
}
