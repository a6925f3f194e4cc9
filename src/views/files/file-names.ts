import { monthInFigures, taxYearInWords } from '../../journal/nouns/dates.js';

/** Characters that some system does not allow in a file name. */
const refused = /[\p{Cc}\p{Cf}<>:"/\\|?*]/gu;
const companyLengthMax = 80;

/** "Barlow Electrical 2025-10 journal": a tax month is known by the calendar month it begins in. */
export function monthFileName(company: string, { year, period }: { year: number; period: number }, what: string) {
  return named(company, monthInFigures(year, period), what);
}

/** "Barlow Electrical 2025-26 tax year" */
export function yearFileName(company: string, year: number, what: string): string {
  return named(company, taxYearInWords(year).replace('/', '-'), what);
}

/** Parts that are missing, such as the company of a file about several, are left out. */
export function named(...parts: readonly (string | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined)
    .map((part) => part.replace(refused, ' ').replace(/\s+/g, ' ').trim().slice(0, companyLengthMax).trim())
    .filter((part) => part !== '')
    .join(' ');
}
