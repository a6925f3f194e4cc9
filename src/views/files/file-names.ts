import { monthInFigures, taxYearInWords } from '../../journal/dates.js';

/** Characters that a file's name may not have on one of the systems it will be saved on. */
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

/** What is of no single company or month is named by what it is. */
export function named(...parts: readonly (string | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined)
    .map((part) => part.replace(refused, ' ').replace(/\s+/g, ' ').trim().slice(0, companyLengthMax).trim())
    .filter((part) => part !== '')
    .join(' ');
}
