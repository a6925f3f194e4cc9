import { dateTyped, isTaxYear, monthNumbered, taxMonthOf, taxYearOf, taxYearTyped } from './dates.js';

/** What someone typed to name a month: a year or a month alone leaves the other open. */
export interface MonthTyped {
  readonly year?: number;
  readonly period?: number;
  /** Where the month was named by a pay date. */
  readonly paid?: string;
}

/**
 * "oct-2025", "October 2025", "2025-10-31", "2025/26 month 7" and "2026 6" are the same tax month. Undefined for what
 * means none.
 */
export function monthTyped(text: string): MonthTyped | undefined {
  const typed = text.trim();
  return byPayDate(dateTyped(typed)) ?? byName(typed) ?? byNumbers(typed);
}

/** A whole month, or the name of one alone: then the latest that has begun. */
export function monthNamed(text: string, today: string) {
  const { year, period } = monthTyped(text) ?? {};
  if (year !== undefined && period !== undefined) return { year, period, hasYear: true };
  const number = /^[a-z]{3,9}$/i.test(text) ? monthNumbered(text) : undefined;
  if (number === undefined) return undefined;
  const begins = `${today.slice(0, 4)}-${String(number).padStart(2, '0')}-06`;
  const calendarYear = Number(today.slice(0, 4)) - (begins > today ? 1 : 0);
  const named = byPayDate(`${calendarYear}${begins.slice(4)}`);
  return named && { year: named.year, period: named.period, hasYear: false };
}

function byPayDate(paid: string | undefined): Required<MonthTyped> | undefined {
  if (paid === undefined || !isTaxYear(taxYearOf(paid))) return undefined;
  return { year: taxYearOf(paid), period: taxMonthOf(paid) - 1, paid };
}

/** A tax month is named by the calendar month in which it begins, on the 6th. */
function byName(typed: string): MonthTyped | undefined {
  const [, name = '', year] = /^([a-z]{3,9})[ -]?(\d{4})$/i.exec(typed) ?? [];
  const number = monthNumbered(name);
  if (year === undefined || number === undefined) return undefined;
  const begins = byPayDate(`${year}-${String(number).padStart(2, '0')}-06`);
  return begins && { year: begins.year, period: begins.period };
}

/** A tax year and its month, counted from 0, or from 1 after the word month. */
function byNumbers(typed: string): MonthTyped | undefined {
  const [whole, first, counted, month] =
    /^(?:(\d{4}\S*)(?: |$))?(?:(\d|1[01])|month ([1-9]|1[0-2]))?$/.exec(typed) ?? [];
  const year = first === undefined ? undefined : taxYearTyped(first);
  if (!whole || (first !== undefined && year === undefined)) return undefined;
  if (month !== undefined) return { year, period: Number(month) - 1 };
  return { year, period: counted === undefined ? undefined : Number(counted) };
}
