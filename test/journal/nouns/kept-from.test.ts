import { keptFrom } from '../../../src/journal/nouns/kept-from.js';

test.each([
  ['accounts to 31 March', '2032-04-01', '03-31', '2026-04-01'],
  ['accounts to 31 March, on their last day', '2032-03-31', '03-31', '2025-04-01'],
  ['accounts to 31 December', '2032-06-15', '12-31', '2026-01-01'],
  ['accounts to the last of February', '2033-03-01', '02-29', '2027-03-01'],
  ['accounts to 30 June, before that day', '2032-06-15', '06-30', '2025-07-01'],
  ['accounts to a day no one knows', '2032-06-15', null, '2025-06-15'],
])('six years from the end of the accounting period: %s', (_, today, yearEnd, from) => {
  expect(keptFrom(today, 6, yearEnd)).toBe(from);
});
