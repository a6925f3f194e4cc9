import { addDays } from './dates.js';

/** The first day of what is kept: `years` from the end of the accounting period (six by company and tax law). */
export function keptFrom(today: string, years: number, yearEnd: string | null): string {
  const limit = yearsBefore(today, years);
  // An accounting period is at most a year long. If its end is not known, one year more is kept.
  if (yearEnd === null) return yearsBefore(limit, 1);
  const day = yearEnd === '02-29' ? '02-28' : yearEnd;
  const inYear = `${limit.slice(0, 4)}-${day}`;
  return addDays(inYear < limit ? inYear : yearsBefore(inYear, 1), 1);
}

function yearsBefore(date: string, years: number): string {
  return `${String(Number(date.slice(0, 4)) - years).padStart(4, '0')}${date.slice(4)}`;
}
