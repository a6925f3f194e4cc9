import { Money } from '../../../src/journal/nouns/money.js';
import { readReturn } from '../../../src/payrolls/files/payroll-file.js';
import { rowReader } from '../../../src/payrolls/files/report-payslips.js';
import { yearOf } from '../../../src/payrolls/files/year-to-date.js';
import { fpsFile } from './fps-files.js';

const answers = { employerPension: { '*': '0.00' }, bothShares: false, paidBefore: {} };
const people = new Map(['E1', 'E2'].map((id) => [id, { user: id, role: 'Employee' }]));

test('a report asks about those whom an FPS pays on that day, and about no one else', () => {
  const read = readReturn(fpsFile([{ payId: 'E1' }]));
  if (read.is !== 'fps') throw new Error('It is an EPS');
  const rows = ['E1', 'E2'].map((payId) => ({
    ...{ payId, firstName: 'Ada', lastName: 'Ash', paidOn: '2025-10-31' },
    figures: new Map([['basic_pay', Money.parse('2600.00')]]),
  }));
  const payslipsOf = rowReader(rows, yearOf([read]), { year: 2026, people, answers });
  const asked = payslipsOf(rows).map((one) => [one.read.user, ...one.read.asked.map(({ code }) => code)]);
  expect(asked).toEqual([['E1', 'paid_by_two_sources'], ['E2']]);
});
