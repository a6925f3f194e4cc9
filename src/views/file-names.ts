/** Characters that a file's name may not have on one of the systems it will be saved on. */
const refused = /[\p{Cc}\p{Cf}<>:"/\\|?*]/gu;
const companyLengthMax = 80;

/** "Barlow Electrical 2025-10 journal": a tax month is known by the calendar month it begins in. */
export function monthFileName(company: string, { year, period }: { year: number; period: number }, what: string) {
  const month = ((period + 3) % 12) + 1;
  return named(company, `${period >= 9 ? year : year - 1}-${String(month).padStart(2, '0')}`, what);
}

/** "Barlow Electrical 2025-26 tax year" */
export function yearFileName(company: string, year: number, what: string): string {
  return named(company, `${year - 1}-${String(year % 100).padStart(2, '0')}`, what);
}

/** What is of no single company or month is named by what it is. */
export function named(...parts: readonly (string | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined)
    .map((part) => part.replace(refused, ' ').replace(/\s+/g, ' ').trim().slice(0, companyLengthMax).trim())
    .filter((part) => part !== '')
    .join(' ');
}
