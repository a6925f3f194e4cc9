import { expect, test } from '@jest/globals';
import { isNearMove, leftBy, movesShape, paidInMonth, type Paying, pays } from '../../../src/journal/policy/moves.js';

const madeAt = '2025-10-01T09:00:00.000Z';
const move = (on: string, from: string, to: string) => ({ on, from, to, madeAt });
const toFiles = move('2025-10-06', 'service', 'files');
const back = move('2026-01-06', 'files', 'service');
const monthly = move('2025-11-06', 'weekly', 'monthly');
const of = (from: 'service' | 'files', ...payrollMoves: readonly (typeof toFiles)[]): Paying => ({
  payroll: { from },
  payrollMoves,
});

test.each<[string, Paying, string, string, boolean]>([
  ['the service, where nothing moved', of('service'), 'service', '2025-10-31', true],
  ['files, where they never came', of('service'), 'monthly', '2025-10-31', false],
  ['any files, where nothing moved', of('files'), 'weekly', '2025-10-31', true],
  ['the service before it moved', of('files', toFiles), 'service', '2025-10-05', true],
  ['the service from that day on', of('files', toFiles), 'service', '2025-10-06', false],
  ['files before that day', of('files', toFiles), 'weekly', '2025-10-05', false],
  ['files from that day on', of('files', toFiles), 'weekly', '2025-10-06', true],
  ['the service once it is back', of('service', toFiles, back), 'service', '2026-01-06', true],
  ['files once it is back', of('service', toFiles, back), 'monthly', '2026-01-06', false],
  ['files between', of('service', toFiles, back), 'monthly', '2026-01-05', true],
  [
    'nothing between, where both have one day',
    of('service', toFiles, move('2025-10-06', 'files', 'service')),
    'weekly',
    '2025-10-06',
    false,
  ],
  ['weekly files before they end', of('files', monthly), 'weekly', '2025-11-05', true],
  ['weekly files after', of('files', monthly), 'weekly', '2025-11-06', false],
  ['monthly files, which paid others all along', of('files', monthly), 'monthly', '2025-10-31', true],
  ['a frequency that no one spoke of', of('files', monthly), 'fortnightly', '2025-11-30', true],
  ['the service, of which no one spoke', of('files', monthly), 'service', '2025-10-01', false],
])('what pays: %s', (_, paying, source, day, does) => {
  expect(pays(paying, source, day)).toBe(does);
});

test('a month with the day in it is paid by both', () => {
  const both = of('files', move('2025-10-20', 'service', 'files'));
  expect([5, 6, 7].map((period) => paidInMonth(both, { year: 2026, period }))).toEqual([
    { service: true, files: false },
    { service: true, files: true },
    { service: false, files: true },
  ]);
  expect([4, 5, 6, 7, 8].map((period) => isNearMove(both, { year: 2026, period }))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
  expect(leftBy(both, 'service', '2025-10-19')?.on).toBe('2025-10-20');
  expect(leftBy(both, 'service', '2025-10-20')).toBeUndefined();
});

test('moves are between the service and files, or two pay frequencies, in the order of their days', () => {
  expect(movesShape.safeParse([toFiles, back]).success).toBe(true);
  for (const wrong of [
    [back, toFiles],
    [move('2025-10-06', 'files', 'files')],
    [move('2025-10-06', 'service', 'weekly')],
    [move('soon', 'service', 'files')],
  ])
    expect(movesShape.safeParse(wrong).success).toBe(false);
});
