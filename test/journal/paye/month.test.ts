import { Money } from '../../../src/journal/nouns/money.js';
import { class1Of, yearsBeforeQualifying } from '../../../src/journal/paye/class1.js';
import { broughtForward } from '../../../src/journal/paye/month.js';
import { parsePayPeriod } from '../../../src/payrolls/service/wire.js';
import { payslip, period } from '../payroll.js';

/** What a month owes, what came back of its statutory pay ("?": its rate is not known), and what was due ("-": nothing known). */
const behind = (text: string) => {
  const [owed = '', recovered = '', due = ''] = text.split(' ');
  return {
    owed: Money.parse(owed),
    cisSuffered: Money.zero,
    ...(recovered !== '?' && { recovered: Money.parse(recovered) }),
    ...(due !== '-' && { due: Money.parse(due) }),
  };
};

test.each([
  ['nothing', [], '0.00'],
  ['a month that was paid', ['1000.00 0.00 1000.00'], '0.00'],
  ['a month that owes less than nothing', ['-200.00 0.00 0.00'], '200.00'],
  ['a credit that the next month uses up in part', ['-200.00 0.00 0.00', '50.00 0.00 0.00'], '150.00'],
  ['a credit that was taken off a payment', ['-200.00 0.00 0.00', '500.00 0.00 300.00'], '0.00'],
  ['a credit that was not taken off yet', ['-200.00 0.00 0.00', '500.00 0.00 500.00'], '200.00'],
  ['a recovery of more than is owed', ['500.00 688.82 0.00'], '188.82'],
  ['a recovery that its own payment shows', ['1000.00 688.82 311.18'], '0.00'],
  ['a recovery that was claimed after the 19th', ['1000.00 688.82 1000.00'], '688.82'],
  ['a late recovery beside a credit that was taken off', ['-200.00 0.00 0.00', '1000.00 92.00 800.00'], '92.00'],
  ['a late recovery beside a credit that was not', ['-200.00 0.00 0.00', '1000.00 92.00 1000.00'], '292.00'],
  ['a rate that no one knows, of a payment that was lower', ['1000.00 ? 311.18'], '0.00'],
  ['a rate that no one knows, of a payment in full', ['1000.00 ? 1000.00'], undefined],
  ['a rate that no one knows, where nothing was due', ['500.00 ? 0.00'], undefined],
  ['a rate that no one knows, before a payment', ['500.00 ? 0.00', '1000.00 0.00 900.00'], '0.00'],
  ['a rate that no one knows, before a payment in full', ['500.00 ? 0.00', '1000.00 0.00 1000.00'], undefined],
  ['a month whose payment is not known', ['-200.00 0.00 -'], '200.00'],
  ['a month that owes something, and whose payment is not known', ['200.00 0.00 -'], '0.00'],
])('%s leaves to the next month', (_, months, left) => {
  expect(broughtForward(months.map(behind))?.toString()).toBe(left);
});

test.each([
  // 15 weeks before 30 September is 17 June, four weeks before it 2 September.
  ['2025-09-30', [2025]],
  ['2025-04-30', [2024]],
  ['2025-06-30', [2024, 2025]],
  ['2025-07-19', [2024, 2025]],
  ['2025-07-20', [2025]],
])('pay that began on %s counts the Class 1 NI of %j', (first, years) => {
  expect(yearsBeforeQualifying(first)).toEqual(years);
});

test('Class 1 NI is both shares, before the allowance, of every payslip', () => {
  const months = [
    period([payslip(1), payslip(2)], { employment_allowance_claimed: true, employment_allowance_amount: '100.00' }),
    period([payslip(1)]),
    period([]),
  ].map((wire) => parsePayPeriod(wire, 2025));
  const [one] = parsePayPeriod(period([payslip(1)]), 2025).payslips;
  const shares = ['employee_ni', 'employer_ni'].map((field) => one?.figures.get(field) ?? Money.zero);
  const each = Money.sum(shares);
  expect(each.isPositive()).toBe(true);
  expect(JSON.parse(JSON.stringify(class1Of(2025, months)))).toEqual({
    year: 2025,
    amount: Money.sum([each, each, each]).toString(),
    months: 2,
  });
});
