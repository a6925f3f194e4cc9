import { bankDayOnOrBefore, bankDaysAfter, isBankDay } from '../../../src/journal/nouns/bank-days.js';
import { addDays } from '../../../src/journal/nouns/dates.js';

/** As published on gov.uk for England and Wales. */
const published: Readonly<Record<number, readonly string[]>> = {
  2020: ['01-01', '04-10', '04-13', '05-08', '05-25', '08-31', '12-25', '12-28'],
  2021: ['01-01', '04-02', '04-05', '05-03', '05-31', '08-30', '12-27', '12-28'],
  2022: ['01-03', '04-15', '04-18', '05-02', '06-02', '06-03', '08-29', '09-19', '12-26', '12-27'],
  2023: ['01-02', '04-07', '04-10', '05-01', '05-08', '05-29', '08-28', '12-25', '12-26'],
  2024: ['01-01', '03-29', '04-01', '05-06', '05-27', '08-26', '12-25', '12-26'],
  2025: ['01-01', '04-18', '04-21', '05-05', '05-26', '08-25', '12-25', '12-26'],
  2026: ['01-01', '04-03', '04-06', '05-04', '05-25', '08-31', '12-25', '12-28'],
  2027: ['01-01', '03-26', '03-29', '05-03', '05-31', '08-30', '12-27', '12-28'],
};

test.each(Object.keys(published).map(Number))('%i has the bank holidays that were published', (year) => {
  const found: string[] = [];
  for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = addDays(day, 1)) {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    if (weekday !== 0 && weekday !== 6 && !isBankDay(day)) found.push(day.slice(5));
    if (weekday === 0 || weekday === 6) expect(isBankDay(day)).toBe(false);
  }
  expect(found).toEqual(published[year]);
});

/** Easter Sundays of other centuries and of the two years in which the usual sum is a week late. */
test.each([
  '1818-03-22',
  '1886-04-25',
  '1900-04-15',
  '1943-04-25',
  '1954-04-18',
  '1981-04-19',
  '1999-04-04',
  '2000-04-23',
  '2008-03-23',
  '2038-04-25',
  '2049-04-18',
  '2100-03-28',
  '2285-03-22',
])('the banks are shut around Easter, %s', (easter) => {
  const shut = [-3, -2, 1, 2].map((days) => !isBankDay(addDays(easter, days)));
  expect(shut).toEqual([false, true, true, false]);
});

test.each([
  ['a Sunday goes back to Friday', '2026-11-22', '2026-11-20'],
  ['a working day stays', '2026-11-20', '2026-11-20'],
  ['Easter Monday goes back to Thursday', '2026-04-06', '2026-04-02'],
  ['a day before 1970', '1969-12-28', '1969-12-24'],
])('%s', (_, day, expected) => {
  expect(bankDayOnOrBefore(day)).toBe(expected);
});

test.each([
  ['over a weekend', '2026-05-29', 3, '2026-06-03'],
  ['from a Sunday', '2026-05-31', 3, '2026-06-03'],
  ['over Christmas', '2025-12-22', 3, '2025-12-29'],
  ['none', '2026-05-31', 0, '2026-05-31'],
])('bank days after: %s', (_, day, days, expected) => {
  expect(bankDaysAfter(day, days)).toBe(expected);
});
