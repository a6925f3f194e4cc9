/** Dates are 'YYYY-MM-DD' texts, so that comparing the texts compares the dates. */
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY_MS = 86_400_000;

export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !DATE.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === value;
}

export function dateOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

export function dayOf(year: number, month: number, day: number): string {
  return dateOf(new Date(Date.UTC(year, month - 1, day)));
}

export function addDays(date: string, days: number): string {
  return dateOf(new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS));
}

/** The same day of another year; 29 February becomes the 28th. */
export function addYears(date: string, years: number): string {
  const year = Number(date.slice(0, 4)) + years;
  const moved = `${year}${date.slice(4)}`;
  return isDate(moved) ? moved : `${year}-02-28`;
}

/** A tax year is named by the year it ends in: from 6 April a date belongs to next year's. */
export function taxYearOf(date: string): number {
  const year = Number(date.slice(0, 4));
  return date.slice(5) >= '04-06' ? year + 1 : year;
}

/** The pay date of a period: the last day of the calendar month in which tax month (period + 1) begins. */
export function lastDayOfPeriod(taxYear: number, period: number): string {
  return dayOf(taxYear - 1, 4 + period + 1, 0);
}

/** A tax month ends on the 5th, and its PAYE is due on the 22nd after that. */
export function paymentDueOn(taxYear: number, period: number): string {
  return dayOf(taxYear - 1, 4 + period + 1, 22);
}
