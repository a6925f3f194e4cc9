import { addDays, daysBetween } from './dates.js';

/** England's bank working days: no weekend, no bank holiday. */

const sunday = 0;
const monday = 1;
const saturday = 6;
const someSunday = '1970-01-04';

/** Bank holidays proclaimed for one year only; https://www.gov.uk/bank-holidays. */
const proclaimed: ReadonlySet<string> = new Set(['2020-05-08', '2022-06-02', '2022-06-03', '2022-09-19', '2023-05-08']);
/** The usual holidays that were moved in those years. */
const moved: ReadonlySet<string> = new Set(['2020-05-04', '2022-05-30']);

export function isBankDay(date: string): boolean {
  const weekday = weekdayOf(date);
  return weekday !== saturday && weekday !== sunday && !holidaysOf(Number(date.slice(0, 4))).has(date);
}

/** The day itself, or the last bank working day before it. */
export function bankDayOnOrBefore(date: string): string {
  let day = date;
  while (!isBankDay(day)) day = addDays(day, -1);
  return day;
}

/** The nth bank working day after a date. */
export function bankDaysAfter(date: string, days: number): string {
  let day = date;
  for (let left = days; left > 0; ) {
    day = addDays(day, 1);
    if (isBankDay(day)) left -= 1;
  }
  return day;
}

const holidays = new Map<number, ReadonlySet<string>>();

function holidaysOf(year: number): ReadonlySet<string> {
  const known = holidays.get(year);
  if (known !== undefined) return known;
  const easter = easterOf(year);
  const usual = [
    workingDayFrom(`${year}-01-01`),
    addDays(easter, -2),
    addDays(easter, 1),
    firstMondayFrom(`${year}-05-01`),
    firstMondayFrom(`${year}-05-25`),
    firstMondayFrom(`${year}-08-25`),
    ...christmasOf(year),
  ].filter((day) => !moved.has(day));
  const all = new Set([...usual, ...[...proclaimed].filter((day) => day.startsWith(`${year}-`))]);
  holidays.set(year, all);
  return all;
}

/** If Christmas Day is on a weekend, both holidays move to the first working days after it. */
function christmasOf(year: number): readonly string[] {
  const christmas = `${year}-12-25`;
  switch (weekdayOf(christmas)) {
    case saturday:
      return [`${year}-12-27`, `${year}-12-28`];
    case sunday:
      return [`${year}-12-26`, `${year}-12-27`];
    default:
      return [christmas, workingDayFrom(`${year}-12-26`)];
  }
}

function workingDayFrom(date: string): string {
  const weekday = weekdayOf(date);
  if (weekday === saturday) return addDays(date, 2);
  return weekday === sunday ? addDays(date, 1) : date;
}

function firstMondayFrom(date: string): string {
  return addDays(date, (monday - weekdayOf(date) + 7) % 7);
}

function weekdayOf(date: string): number {
  return ((daysBetween(someSunday, date) % 7) + 7) % 7;
}

/** The Gregorian computus: Easter Sunday lies 0 to 34 days after 22 March. */
function easterOf(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const moon =
    (19 * golden +
      century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      15) %
    30;
  const leap = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - moon - (year % 4)) % 7;
  const late = Math.floor((golden + 11 * moon + 22 * leap) / 451);
  return addDays(`${year}-03-22`, moon + leap - 7 * late);
}
