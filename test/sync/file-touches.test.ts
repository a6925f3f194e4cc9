import { expect, test } from '@jest/globals';
import { howTouched, inFileOf } from '../../src/sync/facts/file-touches.js';

const paid = (paidOn: string, frequency: 'M1' | 'W1' = 'M1', more: object = {}) => ({ paidOn, frequency, ...more });
const october = inFileOf({ kind: 'fps', year: 2026, taken: [paid('2025-10-31'), null] });
const weekly = inFileOf({ kind: 'fps', year: 2026, taken: [paid('2025-10-31', 'W1'), paid('2025-10-24', 'W1')] });
const report = inFileOf({ kind: 'report', year: 2026, taken: [{ paidOn: '2025-10-31' }] });
const renaming = inFileOf({ kind: 'fps', year: 2026, taken: [paid('2025-10-31', 'M1', { oldPayId: 'E1' })] });
const levy = inFileOf({ kind: 'eps', year: 2026, taken: [{ levyTo: 6, recoveredTo: 7 }] });
const allowance = inFileOf({ kind: 'eps', year: 2026, taken: [{ allowanceClaimed: false }] });
const erased = inFileOf({ kind: 'fps', year: 2026, taken: [null] });

const run = (tag: string) => {
  const [year = '', period = '', datedOn = ''] = (/(\d{4})-(\d{2}):(\S{10})?/.exec(tag) ?? []).slice(1);
  return { tag, year: Number(year), period: Number(period), datedOn };
};
const [monthly, ofWeek, recovery, ofLevy] = [
  ...['counterfoil:2026-06:2025-10-31', 'counterfoil.weekly:2026-06:2025-10-31'],
  ...['counterfoil:2026-06:2025-10-31:recovery', 'counterfoil:2026-06:levy-1'],
] as [string, string, string, string];

test.each([
  [october, monthly, 'own'],
  [report, monthly, 'own'],
  [october, `${monthly}:r2`, 'own'],
  [weekly, ofWeek, 'own'],
  // Of one day, but another source.
  [weekly, monthly, 'later'],
  [october, 'counterfoil:2026-07:2025-11-28', 'later'],
  [october, 'counterfoil:2026-05:2025-09-30', undefined],
  [weekly, 'counterfoil.weekly:2026-06:2025-10-17', undefined],
  // Its adjustments follow from it, from its month on.
  [october, recovery, 'later'],
  [october, 'counterfoil:2026-05:levy-1', undefined],
  [levy, ofLevy, 'own'],
  [levy, recovery, 'own'],
  [levy, 'counterfoil:2026-05:levy-1', 'own'],
  [levy, 'counterfoil:2026-08:levy-1', 'later'],
  [levy, 'counterfoil:2026-04:levy-1', undefined],
  [levy, monthly, undefined],
  [allowance, 'counterfoil:2026-00:allowance-1', 'own'],
  // The year after begins with it; of the year before it may name old payroll ids.
  [october, 'counterfoil:2027-00:2026-04-30', 'later'],
  [october, 'counterfoil:2028-00:2027-04-30', undefined],
  [october, 'counterfoil:2025-11:2025-03-31', undefined],
  [renaming, 'counterfoil:2025-11:2025-03-31', 'later'],
  [levy, 'counterfoil:2027-00:2026-04-30', undefined],
  [erased, monthly, undefined],
])('how a file touches a run (%#): %j, %s', (file, tag, how) => {
  expect(howTouched(file, run(tag), 'counterfoil')).toBe(how);
});
