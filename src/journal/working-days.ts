import { addDays } from './dates.js';

/** England's bank working days: a payment to HMRC by Bacs or CHAPS must arrive on one. */

/** Proclaimed for one year: a holiday more, or one on another day than usual. */
const proclaimed: Readonly<Record<string, { readonly more: readonly string[]; readonly instead?: readonly string[] }>> =
  {
    '2002': { more: ['2002-06-03', '2002-06-04'], instead: ['2002-05-27'] },
    '2011': { more: ['2011-04-29'] },
    '2012': { more: ['2012-06-04', '2012-06-05'], instead: ['2012-05-28'] },
    '2020': { more: ['2020-05-08'], instead: ['2020-05-04'] },
    '2022': { more: ['2022-06-02', '2022-06-03', '2022-09-19'], instead: ['2022-05-30'] },
    '2023': { more: ['2023-05-08'] },
  };

export function isWorkingDay(date: string): boolean {
  return !isWeekend(date) && !bankHolidays(Number(date.slice(0, 4))).has(date);
}

export function workingDayOnOrBefore(date: string): string {
  let day = date;
  while (!isWorkingDay(day)) day = addDays(day, -1);
  return day;
}

export function bankHolidays(year: number): ReadonlySet<string> {
  const easter = easterSunday(year);
  const usual = [
    ...substituted([`${year}-01-01`]),
    addDays(easter, -2),
    addDays(easter, 1),
    mondayFrom(`${year}-05-01`),
    addDays(mondayFrom(`${year}-06-01`), -7),
    addDays(mondayFrom(`${year}-09-01`), -7),
    ...substituted([`${year}-12-25`, `${year}-12-26`]),
  ];
  const { more = [], instead = [] } = proclaimed[year] ?? {};
  return new Set([...usual.filter((day) => !instead.includes(day)), ...more]);
}

/** A holiday on a weekend is kept on the next day that is neither a weekend nor a holiday already. */
function substituted(days: readonly string[]): readonly string[] {
  const kept = days.filter((day) => !isWeekend(day));
  for (const day of days.filter(isWeekend)) {
    let next = addDays(day, 1);
    while (isWeekend(next) || kept.includes(next)) next = addDays(next, 1);
    kept.push(next);
  }
  return kept;
}

const weekday = (date: string) => new Date(`${date}T12:00:00Z`).getUTCDay();
const isWeekend = (date: string) => weekday(date) % 6 === 0;
const mondayFrom = (date: string) => addDays(date, (8 - weekday(date)) % 7);

/** Gauss's reckoning for the Gregorian calendar, as Meeus wrote it. */
function easterSunday(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const shift = Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + century - Math.floor(century / 4) - shift + 15) % 30;
  const weekShift = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekShift) / 451);
  const days = epact + weekShift - 7 * late + 114;
  const month = Math.floor(days / 31);
  return `${year}-${String(month).padStart(2, '0')}-${String((days % 31) + 1).padStart(2, '0')}`;
}
