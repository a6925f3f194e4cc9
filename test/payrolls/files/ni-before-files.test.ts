import { Money } from '../../../src/journal/nouns/money.js';
import { allowanceWorked, niBeforeFiles } from '../../../src/payrolls/files/allowance-worked.js';
import type { DatedPayslip } from '../../../src/payrolls/files/file-documents.js';
import type { KnownYear } from '../../../src/payrolls/files/year-to-date.js';

const money = (text: string) => Money.parse(text);
const ni = (employer: string, employerToDate: string, employee = '0.00', employeeToDate = '0.00') => ({
  ...{ letter: 'A', earnings: Money.zero, earningsToDate: Money.zero, employer: money(employer) },
  ...{ employerToDate: money(employerToDate), employee: money(employee), employeeToDate: money(employeeToDate) },
});
const known = (...people: readonly (readonly [first: boolean, ...shares: readonly object[]])[]): KnownYear =>
  new Map(
    people.map(([unchecked, ...shares], at) => [`E${at}`, [{ unchecked, filed: { ni: shares } }]]),
  ) as unknown as KnownYear;

test.each<[string, KnownYear, boolean, string]>([
  ['of a year that begins with the files', known([false, ni('50.00', '50.00')]), false, '0.00'],
  ['of a year that had begun', known([true, ni('50.00', '350.00')]), false, '300.00'],
  [
    'of each letter and person',
    known([true, ni('5.00', '15.00'), ni('1.00', '3.00')], [true, ni('2.00', '4.00')]),
    false,
    '14.00',
  ],
  [
    'of people whose year had begun alone',
    known([true, ni('5.00', '15.00')], [false, ni('2.00', '4.00')]),
    false,
    '10.00',
  ],
  // A program that sends both shares as one: the employee's is taken off.
  ['of both shares sent as one', known([true, ni('80.00', '380.00', '30.00', '130.00')]), true, '200.00'],
  ['of shares sent apart', known([true, ni('80.00', '380.00', '30.00', '130.00')]), false, '300.00'],
  ['of no one', known(), false, '0.00'],
])('the employer’s NI before the files %s is known', (_, year, bothShares, amount) => {
  expect(niBeforeFiles(year, { bothShares }).toString()).toBe(amount);
});

test('a year whose NI came back has no allowance below nil', () => {
  const slip = (datedOn: string, employerNi: string) =>
    ({
      datedOn,
      read: { figures: new Map([['employer_ni', money(employerNi)]]), class1A: Money.zero },
    }) as unknown as DatedPayslip;
  const worked = allowanceWorked(2026, [slip('2025-04-30', '-50.00'), slip('2025-05-30', '80.00')], Money.zero);
  expect([...worked].map(([month, amount]) => `${month} ${amount}`)).toEqual(['1 0.00', '2 30.00']);
});
