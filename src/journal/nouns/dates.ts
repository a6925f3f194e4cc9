/** Dates are 'YYYY-MM-DD' text, everywhere; they sort as text. UK tax years run from 6 April to 5 April. */

const dayMs = 86_400_000;
const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

export interface DateRange {
  readonly from: string;
  readonly to: string;
}

export function isDate(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-(?:0[1-9]|1[0-2])-\d{2}$/.test(text)) return false;
  const day = Number(text.slice(8));
  return day >= 1 && day <= daysIn(Number(text.slice(0, 4)), Number(text.slice(5, 7)));
}

/** 31/10/2025, 31.10.2025 or 2025-10-31; undefined for anything else. */
export function dateTyped(text: string | undefined): string | undefined {
  const typed = text?.trim() ?? '';
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(typed) ?? [];
  const date = day === undefined ? typed : `${year}-${month?.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : undefined;
}

/** Those that can be named: a year with two digits is a slip, and would have a tag that no one can read again. */
export const earliestTaxYear = 2000;
export const latestTaxYear = 2100;

/** "2026/27", "2026-27" and "2027" are the same tax year, named 2027; undefined for anything else. */
export function taxYearTyped(text: string): number | undefined {
  const [, first, last] = /^(\d{4})[/-](\d{2}|\d{4})$/.exec(text) ?? [];
  const ends = first === undefined ? text : String(Number(first) + 1);
  if (last !== undefined && !ends.endsWith(last)) return undefined;
  return /^\d{4}$/.test(ends) && isTaxYear(Number(ends)) ? Number(ends) : undefined;
}

export const isTaxYear = (year: number): boolean =>
  Number.isInteger(year) && year >= earliestTaxYear && year <= latestTaxYear;

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

export function addDays(date: string, days: number): string {
  return fromMs(toMs(date) + days * dayMs);
}

/** Days from a to b; negative when b is earlier. */
export function daysBetween(a: string, b: string): number {
  return (toMs(b) - toMs(a)) / dayMs;
}

/** A tax year is named by the year it ends in: 6 April 2025 belongs to 2026. */
export function taxYearOf(date: string): number {
  const year = Number(date.slice(0, 4));
  return date.slice(5) >= '04-06' ? year + 1 : year;
}

/** 1 for 6 April to 5 May, up to 12. */
export function taxMonthOf(date: string): number {
  const month = Number(date.slice(5, 7)) - (date.slice(8) < '06' ? 1 : 0);
  return ((month + 8) % 12) + 1;
}

/** Tax month 1 to 12 of the tax year that ends in `year`. */
export function taxMonthRange(year: number, month: number): DateRange {
  return { from: dayOfTaxMonth(year, month, '06'), to: dayOfTaxMonth(year, month + 1, '05') };
}

export function taxYearRange(year: number): DateRange {
  return { from: dayOfTaxMonth(year, 1, '06'), to: dayOfTaxMonth(year, 13, '05') };
}

export function within(date: string, range: DateRange): boolean {
  return range.from <= date && date <= range.to;
}

/** "31 October 2025" */
export function inWords(date: string): string {
  return `${Number(date.slice(8))} ${monthNames[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
}

/** "31 Oct" */
export function shortDay(date: string): string {
  return `${Number(date.slice(8))} ${monthNames[Number(date.slice(5, 7)) - 1]?.slice(0, 3)}`;
}

/** "31 Oct 2025" */
export function dayInWords(date: string): string {
  return `${shortDay(date)} ${date.slice(0, 4)}`;
}

/** "2025/26" for the tax year that ends in 2026. */
export function taxYearInWords(year: number): string {
  return `${year - 1}/${String(year % 100).padStart(2, '0')}`;
}

/** A tax month is known by the calendar month it begins in: period 6 is October. */
export function monthName(period: number): string {
  return monthNames[(period + 3) % 12] ?? '';
}

/** "oct" and "October" are month 10; undefined for what begins no month, or for less than three letters. */
export function monthNumbered(name: string): number | undefined {
  const at = monthNames.findIndex((month) => month.toLowerCase().startsWith(name.toLowerCase()));
  return name.length < 3 || at < 0 ? undefined : at + 1;
}

/** "October 2025" */
export function monthInWords(year: number, period: number): string {
  return `${monthName(period)} ${calendarYear(year, period)}`;
}

/** "2025-10" */
export function monthInFigures(year: number, period: number): string {
  return `${calendarYear(year, period)}-${String(((period + 3) % 12) + 1).padStart(2, '0')}`;
}

const calendarYear = (year: number, period: number): number => (period >= 9 ? year : year - 1);

/** A day of the calendar month in which a tax month begins; tax month 13 is month 1 of the next tax year. */
function dayOfTaxMonth(year: number, month: number, day: string): string {
  const calendarMonth = ((month + 2) % 12) + 1;
  return `${month >= 10 ? year : year - 1}-${String(calendarMonth).padStart(2, '0')}-${day}`;
}

function toMs(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

function fromMs(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
