import { taxYearOf } from '../../journal/nouns/dates.js';

/** A year's list proves nothing, so periods are read again this often, and so is the list of a year that is over. */
export const readAgainDays = 7;
export const dayMs = 86_400_000;
/** After 5 July hardly anyone still files for the year before. */
const previousYearUntil = '-07-05';

export function isOpenYear(year: number, day: string): boolean {
  const current = taxYearOf(day);
  return year === current || (year === current - 1 && day <= `${current - 1}${previousYearUntil}`);
}
