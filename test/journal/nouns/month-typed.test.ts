import { monthNamed, monthTyped } from '../../../src/journal/nouns/month-typed.js';

const october = { year: 2026, period: 6 };

test.each([
  ['oct-2025', october],
  ['Oct 2025', october],
  ['OCT2025', october],
  ['october-2025', october],
  [' October 2025 ', october],
  ['sept-2025', { year: 2026, period: 5 }],
  ['mar-2026', { year: 2026, period: 11 }],
  ['apr-2026', { year: 2027, period: 0 }],
  ['april 1999', { year: 2000, period: 0 }],
  ['2025-10-31', { ...october, paid: '2025-10-31' }],
  ['31/10/2025', { ...october, paid: '2025-10-31' }],
  ['2025-11-05', { ...october, paid: '2025-11-05' }],
  ['2025-11-06', { year: 2026, period: 7, paid: '2025-11-06' }],
  ['2026 6', october],
  ['2025/26 6', october],
  ['2025/26 month 7', october],
  ['2025-26 month 12', { year: 2026, period: 11 }],
  ['2025/2026 0', { year: 2026, period: 0 }],
  ['2025/26', { year: 2026 }],
  ['2026', { year: 2026 }],
  ['1999/00', { year: 2000 }],
  ['2099/00', { year: 2100 }],
  ['month 7', { period: 6 }],
  ['11', { period: 11 }],
])('%j is a month, or a part of one', (text, month) => {
  expect(monthTyped(text)).toEqual(month);
});

test.each([
  ...['', 'oc-2025', 'octobre-2025', 'oct', 'oct-25', 'oct-1998', 'oct-2100', '2025-10-32', '2025-10', '1998-10-31'],
  ...['2026 12', '2026 06', '20266', '2025/26 month 13', '2026 month 0', '2025/27', '26/27', '1999', '2101', 'x'],
  ...['2026 6 month 7', 'Ash oct-2025', '2026/27/28'],
])('%j is none', (text) => {
  expect(monthTyped(text)).toBeUndefined();
});

test.each([
  ['oct', '2025-11-07', 2026, 6],
  ['October', '2025-10-06', 2026, 6],
  // It begins on the 6th: the day before, it is last year's that has begun.
  ['October', '2025-10-05', 2025, 6],
  ['mar', '2026-02-01', 2025, 11],
  ['oct 2024', '2025-11-07', 2025, 6],
])('%s on %s is period %i %i', (text, today, year, period) => {
  expect(monthNamed(text, today)).toMatchObject({ year, period });
});

test.each(['6', 'oc', '2026', 'octave'])('%s alone names no month', (text) => {
  expect(monthNamed(text, '2025-11-07')).toBeUndefined();
});
