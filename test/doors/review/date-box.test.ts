import { dateTyped } from '../../../src/journal/nouns/dates.js';
import { asTyped, dateOrNone } from '../../../src/doors/review/kit/date-box.js';

test.each([
  ['31/10/2025', '2025-10-31'],
  [' 1.2.2026 ', '2026-02-01'],
  ['05-04-2026', '2026-04-05'],
  ['2025-10-31', '2025-10-31'],
  ['29/02/2024', '2024-02-29'],
  ['29/02/2025', undefined],
  ['10/31/2025', undefined],
  ['31/10/25', undefined],
  ['', undefined],
])('%s is %s', (text, date) => {
  expect(dateTyped(text)).toBe(date);
});

test('an empty box is no date, and any text that is not a date is refused', () => {
  expect(dateOrNone(' ')).toBeUndefined();
  expect(dateOrNone('31/10/2025')).toBe('2025-10-31');
  expect(() => dateOrNone('10/31/2025')).toThrow('That is not a date');
  expect(asTyped('2025-10-31')).toBe('31/10/2025');
});
