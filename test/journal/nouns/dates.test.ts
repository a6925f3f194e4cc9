import {
  addDays,
  dateTyped,
  dayInWords,
  daysBetween,
  inWords,
  isDate,
  monthInFigures,
  monthInWords,
  monthName,
  shortDay,
  taxMonthOf,
  taxMonthRange,
  taxYearInWords,
  taxYearOf,
  taxYearRange,
  within,
} from '../../../src/journal/nouns/dates.js';

test.each(['2025-10-31', '2024-02-29', '2000-02-29', '2025-04-30', '2025-12-01', '2025-01-01'])(
  '%s is a date',
  (text) => {
    expect(isDate(text)).toBe(true);
  },
);

test.each([
  '2025-02-29',
  '1900-02-29',
  '2025-04-31',
  '2025-06-31',
  '2025-09-31',
  '2025-11-31',
  '2025-12-32',
  '2025-13-01',
  '2025-00-10',
  '2025-10-00',
  '2025-12-00',
  '2025-1-1',
  '22025-10-31',
  '2025-10-311',
  '31/10/2025',
  '2025-10-31T00:00:00Z',
  'x2025-10-31',
  '',
  20251031,
  null,
  undefined,
])('%p is none', (text) => {
  expect(isDate(text)).toBe(false);
});

test('days are counted across months, years and clock changes', () => {
  expect(addDays('2025-10-31', 1)).toBe('2025-11-01');
  expect(addDays('2025-03-29', 2)).toBe('2025-03-31');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect(daysBetween('2025-10-24', '2025-11-03')).toBe(10);
  expect(daysBetween('2025-11-03', '2025-10-24')).toBe(-10);
});

test.each([
  ['2025-04-05', 2025, 12],
  ['2025-04-06', 2026, 1],
  ['2025-05-05', 2026, 1],
  ['2025-05-06', 2026, 2],
  ['2025-12-31', 2026, 9],
  ['2026-01-05', 2026, 9],
  ['2026-01-06', 2026, 10],
  ['2026-03-06', 2026, 12],
  ['2026-04-05', 2026, 12],
])('%s is in tax year %i, month %i', (date, year, month) => {
  expect([taxYearOf(date), taxMonthOf(date)]).toEqual([year, month]);
  expect(within(date, taxMonthRange(year, month))).toBe(true);
  expect(within(date, taxYearRange(year))).toBe(true);
});

test('a tax month runs from the 6th to the 5th', () => {
  expect(taxMonthRange(2026, 1)).toEqual({ from: '2025-04-06', to: '2025-05-05' });
  expect(taxMonthRange(2026, 9)).toEqual({ from: '2025-12-06', to: '2026-01-05' });
  expect(taxMonthRange(2026, 10)).toEqual({ from: '2026-01-06', to: '2026-02-05' });
  expect(taxMonthRange(2026, 12)).toEqual({ from: '2026-03-06', to: '2026-04-05' });
  expect(taxYearRange(2026)).toEqual({ from: '2025-04-06', to: '2026-04-05' });
});

test('twelve tax months make the tax year, day by day', () => {
  const { from, to } = taxYearRange(2024);
  expect(daysBetween(from, to)).toBe(365);
  for (let date = from; date <= to; date = addDays(date, 1)) {
    expect(taxYearOf(date)).toBe(2024);
    expect(within(date, taxMonthRange(2024, taxMonthOf(date)))).toBe(true);
  }
});

test('a range includes its ends', () => {
  const range = { from: '2025-10-06', to: '2025-11-05' };
  expect(['2025-10-05', '2025-10-06', '2025-11-05', '2025-11-06'].map((date) => within(date, range))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('dates and tax years in words', () => {
  expect(inWords('2025-10-31')).toBe('31 October 2025');
  expect(inWords('2026-01-05')).toBe('5 January 2026');
  expect(inWords('2025-12-01')).toBe('1 December 2025');
  expect(taxYearInWords(2026)).toBe('2025/26');
  expect(taxYearInWords(2100)).toBe('2099/00');
  expect(taxYearInWords(2009)).toBe('2008/09');
});

test.each([
  ['2025-01-01', '1 January 2025'],
  ['2025-02-28', '28 February 2025'],
  ['2025-03-31', '31 March 2025'],
  ['2025-04-05', '5 April 2025'],
  ['2025-05-31', '31 May 2025'],
  ['2025-06-30', '30 June 2025'],
  ['2025-07-31', '31 July 2025'],
  ['2025-08-29', '29 August 2025'],
  ['2025-09-30', '30 September 2025'],
  ['2025-11-28', '28 November 2025'],
])('%s is %s', (date, words) => {
  expect(inWords(date)).toBe(words);
});

test('a day is short where the year is known', () => {
  expect(shortDay('2026-01-05')).toBe('5 Jan');
  expect(shortDay('2025-09-30')).toBe('30 Sep');
  expect(dayInWords('2025-10-31')).toBe('31 Oct 2025');
  expect(dayInWords('2026-01-05')).toBe('5 Jan 2026');
});

test.each([
  [0, 'April', 'April 2025', '2025-04'],
  [5, 'September', 'September 2025', '2025-09'],
  [6, 'October', 'October 2025', '2025-10'],
  [8, 'December', 'December 2025', '2025-12'],
  [9, 'January', 'January 2026', '2026-01'],
  [11, 'March', 'March 2026', '2026-03'],
])('period %i of 2025/26 is known as %s', (period, name, words, figures) => {
  expect([monthName(period), monthInWords(2026, period), monthInFigures(2026, period)]).toEqual([name, words, figures]);
});

test.each([
  ['31/10/2025', '2025-10-31'],
  ['31.10.2025', '2025-10-31'],
  ['31-10-2025', '2025-10-31'],
  ['5/4/2026', '2026-04-05'],
  ['05/11/2025', '2025-11-05'],
  [' 31/10/2025 ', '2025-10-31'],
  ['2025-10-31', '2025-10-31'],
  ['10/31/2025', undefined],
  ['31/10/25', undefined],
  ['31/10/20255', undefined],
  ['131/10/2025', undefined],
  ['31 October 2025', undefined],
  ['', undefined],
  [undefined, undefined],
])('%j typed by someone is %s', (typed, date) => {
  expect(dateTyped(typed)).toBe(date);
});
