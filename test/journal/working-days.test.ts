import { bankHolidays, isWorkingDay, workingDayOnOrBefore } from '../../src/journal/working-days.js';

/** As gov.uk/bank-holidays listed them for England and Wales. */
const listed: Readonly<Record<number, readonly string[]>> = {
  2020: ['01-01', '04-10', '04-13', '05-08', '05-25', '08-31', '12-25', '12-28'],
  2021: ['01-01', '04-02', '04-05', '05-03', '05-31', '08-30', '12-27', '12-28'],
  2022: ['01-03', '04-15', '04-18', '05-02', '06-02', '06-03', '08-29', '09-19', '12-26', '12-27'],
  2023: ['01-02', '04-07', '04-10', '05-01', '05-08', '05-29', '08-28', '12-25', '12-26'],
  2024: ['01-01', '03-29', '04-01', '05-06', '05-27', '08-26', '12-25', '12-26'],
  2025: ['01-01', '04-18', '04-21', '05-05', '05-26', '08-25', '12-25', '12-26'],
  2026: ['01-01', '04-03', '04-06', '05-04', '05-25', '08-31', '12-25', '12-28'],
  2027: ['01-01', '03-26', '03-29', '05-03', '05-31', '08-30', '12-27', '12-28'],
};

test.each(Object.entries(listed))('the bank holidays of %s', (year, days) => {
  expect([...bankHolidays(Number(year))].sort()).toEqual(days.map((day) => `${year}-${day}`));
});

test.each([
  ['2026-11-22', '2026-11-20', 'a Sunday'],
  ['2025-11-22', '2025-11-21', 'a Saturday'],
  ['2026-01-22', '2026-01-22', 'a Thursday'],
  ['2022-04-18', '2022-04-14', 'Easter Monday, over the weekend and Good Friday'],
  ['2027-12-28', '2027-12-24', 'two substitute days after a weekend'],
])('%s is paid by %s: %s', (due, by) => {
  expect(workingDayOnOrBefore(due)).toBe(by);
  expect(isWorkingDay(by)).toBe(true);
});
