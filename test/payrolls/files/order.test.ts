import { expect, it } from '@jest/globals';
import { readReturn } from '../../../src/payrolls/files/payroll-file.js';
import { type KnownYear, yearOf } from '../../../src/payrolls/files/year-to-date.js';
import { fpsFile } from './fps-files.js';

const sent = (paidOn: string, taxable: number, toDate: number) => {
  const read = readReturn(
    fpsFile([
      { paidOn, taxable: taxable.toFixed(2), tax: '0.00', toDate: { taxable: toDate.toFixed(2), tax: '0.00' } },
    ]),
  );
  if (read.is !== 'fps') throw new Error('an FPS was expected');
  return read;
};
const seen = (known: KnownYear) =>
  [...known.values()]
    .flat()
    .map(({ filed, differs }) => `${filed.paidOn} ${filed.taxable.toString()}${differs ? ' differs' : ''}`);

it('knows a correction that is corrected back, and then a late payment for the day before', () => {
  const files = [
    sent('2025-10-03', 500, 500),
    sent('2025-10-10', 600, 1100),
    sent('2025-10-10', 700, 1200),
    sent('2025-10-10', 600, 1100),
    sent('2025-10-03', 50, 1150),
  ];
  expect(seen(yearOf(files)).sort()).toEqual(['2025-10-03 50.00', '2025-10-03 500.00', '2025-10-10 600.00']);
});

it('knows the first file of a year that had begun, when what was added to its pay date came first', () => {
  const files = [sent('2025-10-03', 50, 5550), sent('2025-10-03', 500, 5500)];
  expect(seen(yearOf(files)).sort()).toEqual(['2025-10-03 50.00', '2025-10-03 500.00']);
});
