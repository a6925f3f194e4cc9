import { addDays, dayOf } from '../engine/calendar.js';
import type { Values } from '../engine/table.js';

/** How often an expense recurs, in days or in months. */
export const FREQUENCIES: Readonly<Record<string, { days?: number; months?: number }>> = {
  Weekly: { days: 7 },
  'Two Weekly': { days: 14 },
  'Four Weekly': { days: 28 },
  Monthly: { months: 1 },
  'Two Monthly': { months: 2 },
  Quarterly: { months: 3 },
  Biannually: { months: 6 },
  Annually: { months: 12 },
  '2-Yearly': { months: 24 },
};

/** The first day after today on which the expense recurs; none after its end. */
export function nextOccurrence(values: Values, today: string): string | undefined {
  const every = FREQUENCIES[String(values['recurring'])];
  if (!every) return undefined;
  const start = String(values['dated_on']);
  let next = start;
  for (let times = 1; next <= today || next === start; times += 1) {
    next = every.days === undefined ? addMonths(start, every.months! * times) : addDays(start, every.days * times);
  }
  const end = values['recurring_end_date'];
  return end !== undefined && next > String(end) ? undefined : next;
}

/** The same day of a later month, or the month's last day when it is shorter. */
function addMonths(date: string, months: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const last = Number(dayOf(year, month + months + 1, 0).slice(8));
  return dayOf(year, month + months, Math.min(day, last));
}
