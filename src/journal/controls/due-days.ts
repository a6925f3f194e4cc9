import { addDays } from '../dates.js';

/** A day of the calendar month after a date's: "2026-06-22" for the 22nd after 31 May 2026. */
export function dayOfNextMonth(date: string, day: number): string {
  const next = addDays(`${date.slice(0, 8)}28`, 7).slice(0, 8);
  return `${next}${String(day).padStart(2, '0')}`;
}
