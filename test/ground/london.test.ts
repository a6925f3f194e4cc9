import { dayInLondon, momentInWords, timeInLondon } from '../../src/ground/london.js';

test.each([
  ['2026-01-02T05:31:09Z', '2026-01-02', '05:31', '2 Jan 2026 05:31'],
  ['2025-09-30T23:05:00Z', '2025-10-01', '00:05', '1 Oct 2025 00:05'],
  ['2025-09-15T11:00:00Z', '2025-09-15', '12:00', '15 Sep 2025 12:00'],
])('%s is %s, %s and "%s" in London', (at, day, time, words) => {
  const moment = new Date(at);
  expect([dayInLondon(moment), timeInLondon(moment), momentInWords(moment)]).toEqual([day, time, words]);
});

test('midnight in London is seen whichever moment was asked about before', () => {
  const days = ['T22:59:59.999Z', 'T23:00:00Z', 'T22:59:59.999Z', 'T23:59:59Z'].map(
    (time) => new Date(`2025-09-30${time}`),
  );
  expect(days.map(dayInLondon)).toEqual(['2025-09-30', '2025-10-01', '2025-09-30', '2025-10-01']);
  expect(() => dayInLondon(new Date(Number.NaN))).toThrow(RangeError);
});
