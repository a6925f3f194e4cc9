import { Money } from '../../../src/journal/nouns/money.js';
import type { StoredLine } from '../../../src/record/runs/posting.entity.js';
import { type Share, sumBehind, sumInWords } from '../../../src/doors/review/run/sum-behind.js';

const money = (text: string) => Money.parse(text);
const figures = new Map([
  ['u1', new Map([['tax_deducted', money('275.20')], ['employee_ni', money('167.76')], ['employer_ni', money('194.71')]])],
  ['u2', new Map([['tax_deducted', money('100.00')], ['employee_ni', money('50.00')], ['employer_ni', money('60.00')]])],
]); // biome-ignore format: one table
const names = new Map([
  ['u1', 'Ann'],
  ['u2', 'Ben'],
]);
const from = ['tax_deducted', 'employee_ni', 'employer_ni'];
const line = (more: Partial<StoredLine>): StoredLine => ({
  category: '814',
  debit: '-637.67',
  description: 'PAYE and NI',
  from,
  ...more,
});
const partsOf = (lines: readonly StoredLine[]) =>
  sumBehind(lines, figures, names).map(({ name, parts, amount }) => [
    name,
    parts.map((part) => part.amount.toString()),
    amount.toString(),
  ]);

test('each payslip’s own line has its parts', () => {
  expect(partsOf([line({ payslip: 'u1' }), line({ payslip: 'u2', debit: '-210.00' })])).toEqual([
    ['Ann', ['275.20', '167.76', '194.71'], '637.67'],
    ['Ben', ['100.00', '50.00', '60.00'], '210.00'],
  ]);
});

test('one line for all is shown by payslip when the parts add up to it', () => {
  expect(partsOf([line({ debit: '-847.67' })])).toEqual([
    ['Ann', ['275.20', '167.76', '194.71'], '637.67'],
    ['Ben', ['100.00', '50.00', '60.00'], '210.00'],
  ]);
  expect(partsOf([line({ debit: '-800.00' })])).toEqual([['PAYE and NI', ['375.20', '217.76', '254.71'], '800.00']]);
});

test('a line without a payslip has no parts', () => {
  const allowance = line({
    debit: '194.71',
    description: 'Employment allowance',
    from: ['employment_allowance_amount'],
  });
  expect(partsOf([allowance])).toEqual([['Employment allowance', [], '-194.71']]);
});

const share = (amount: string, parts: readonly (readonly [string, string])[]): Share => ({
  name: 'Ann',
  parts: parts.map(([field, figure]) => ({ field, amount: money(figure) })),
  amount: money(amount),
});
const inWords = (...of: Parameters<typeof share>) => sumInWords(share(...of), String);
const [pay, tax, ni] = [['basic_pay', '2000.00'], ['tax_deducted', '190.40'], ['employee_ni', '76.16']] as const; // biome-ignore format: one table

test('net pay is what is left, and the words take away what was deducted', () => {
  expect(inWords('1733.44', [pay, tax, ni])).toBe('Basic pay 2000.00 − Tax deducted 190.40 − Employee NI 76.16');
  expect(inWords('266.56', [tax, ni])).toBe('Tax deducted 190.40 + Employee NI 76.16');
});

test('what a person decided has the sign that makes the amount, and a sum that is not so is not shown', () => {
  const own = [pay, tax, ['other_deductions', '40.00']] as const;
  expect(inWords('1769.60', own)).toBe('Basic pay 2000.00 − Tax deducted 190.40 − Other deductions 40.00');
  expect(inWords('1849.60', own)).toBe('Basic pay 2000.00 − Tax deducted 190.40 + Other deductions 40.00');
  expect(inWords('1500.00', own)).toBe('Basic pay 2000.00, Tax deducted 190.40, Other deductions 40.00');
});
