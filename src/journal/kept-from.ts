import { addDays } from './dates.js';

/** Six years from the end of the accounting period, as company and tax law ask. */
export function keptFrom(today: string, years: number, yearEnd: string | null): string {
  const limit = yearsBefore(today, years);
  // A period of accounts is no longer than a year: where its end is not known, all that could be needed is kept.
  if (yearEnd === null) return yearsBefore(limit, 1);
  const day = yearEnd === '02-29' ? '02-28' : yearEnd;
  const inYear = `${limit.slice(0, 4)}-${day}`;
  return addDays(inYear < limit ? inYear : yearsBefore(inYear, 1), 1);
}

function yearsBefore(date: string, years: number): string {
  return `${String(Number(date.slice(0, 4)) - years).padStart(4, '0')}${date.slice(4)}`;
}
