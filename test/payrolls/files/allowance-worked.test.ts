import { Money } from '../../../src/journal/nouns/money.js';
import { allowanceWorked } from '../../../src/payrolls/files/allowance-worked.js';
import type { DatedPayslip } from '../../../src/payrolls/files/file-documents.js';

const slip = (datedOn: string, ni: string, class1A = '0.00'): DatedPayslip => ({
  datedOn,
  read: {
    ...{ user: 'u', firstName: 'Ada', lastName: 'Ash', director: false, leaving: false, asked: [], noted: [] },
    figures: new Map([['employer_ni', Money.parse(ni)]]),
    class1A: Money.parse(class1A),
  },
});

/** The year's maximum is 10,500.00. */
test.each<[string, readonly DatedPayslip[], string, Readonly<Record<number, string>>]>([
  [
    'all of a small employer’s NI',
    [slip('2025-04-30', '300.00'), slip('2025-05-30', '310.00')],
    '0.00',
    { 1: '300.00', 2: '310.00' },
  ],
  [
    'until it is used up',
    [slip('2025-04-30', '6000.00'), slip('2025-05-30', '5000.00'), slip('2025-06-30', '5000.00')],
    '0.00',
    { 1: '6000.00', 2: '4500.00', 3: '0.00' },
  ],
  ['weeks of a month together', [slip('2025-10-10', '40.00'), slip('2025-10-17', '41.00')], '0.00', { 7: '81.00' }],
  ['no class 1A', [slip('2025-10-31', '1000.00', '400.00')], '0.00', { 7: '600.00' }],
  ['what was used before the first file', [slip('2025-10-31', '1000.00')], '10000.00', { 7: '500.00' }],
  [
    'less NI after a correction',
    [slip('2025-04-30', '300.00'), slip('2025-05-30', '-50.00')],
    '0.00',
    { 1: '300.00', 2: '-50.00' },
  ],
])('takes %s', (_, payslips, before, expected) => {
  const worked = allowanceWorked(2026, payslips, Money.parse(before));
  expect(Object.fromEntries([...worked].map(([month, amount]) => [month, amount.toString()]))).toEqual(expected);
});
