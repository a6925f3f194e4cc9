import { payslipOf } from '../../../src/payrolls/files/payslip-of.js';
import { readReturn } from '../../../src/payrolls/files/payroll-file.js';
import { yearOf } from '../../../src/payrolls/files/year-to-date.js';
import { fpsFile, type PersonInFile } from './fps-files.js';

function payslip(employerPension: string, ...files: readonly PersonInFile[]) {
  const read = files.map((one) => {
    const file = readReturn(fpsFile([one]));
    if (file.is !== 'fps') throw new Error('It is an EPS');
    return file;
  });
  const answers = { employerPension: { E1: employerPension }, bothShares: false, paidBefore: {} };
  return payslipOf(yearOf(read).get('E1') ?? [], { year: 2026, people: new Map(), answers });
}

const supplementary = { taxable: '100.10', tax: '0.00', toDate: { taxable: '2700.10', tax: '310.20' } };

test.each([
  ['71.40', '71.40'],
  ['3%', '81.00'],
])('the employer pays a pension of %s for a pay date once, however many payments it has', (given, expected) => {
  const { figures } = payslip(given, {}, supplementary);
  expect([figures.get('basic_pay')?.toString(), figures.get('employer_pension')?.toString()]).toEqual([
    '2700.10',
    expected,
  ]);
});
