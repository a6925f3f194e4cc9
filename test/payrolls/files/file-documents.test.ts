import { Money } from '../../../src/journal/nouns/money.js';
import { documentsOf, payslipsOf } from '../../../src/payrolls/files/file-documents.js';
import { readReturn } from '../../../src/payrolls/files/payroll-file.js';
import { pensionsSaid } from '../../../src/payrolls/files/files-payroll.js';
import { yearOf } from '../../../src/payrolls/files/year-to-date.js';
import { defaultPolicy } from '../../../src/journal/policy/policy.js';
import { fpsFile, type PersonInFile } from './fps-files.js';

const answers = { employerPension: { '*': '50.00' }, bothShares: false, paidBefore: {} };

/** Whose payslips of October ask each question, with their pay dates. */
function askedOf(people: readonly PersonInFile[], pensionTotals: Readonly<Record<string, string>>): readonly string[] {
  const read = readReturn(fpsFile(people));
  if (read.is !== 'fps') throw new Error('It is an EPS');
  const context = { year: 2026, people: new Map(), answers };
  const [october] = documentsOf(payslipsOf(yearOf([read]), context), { ...context, pensionTotals });
  const slips = october?.json.payslips as readonly {
    readonly user: string;
    readonly dated_on: string;
    readonly asked?: readonly { readonly code: string }[];
  }[];
  return slips.flatMap(({ user, dated_on, asked = [] }) =>
    asked.flatMap(({ code }) => (code === 'person_unmapped' ? [] : [`${user} ${dated_on} ${code}`])),
  );
}

test('what the provider takes for a month is compared on its last pay date, whoever comes last in the files', () => {
  const at = (payId: string, paidOn: string, toDate: string): PersonInFile => ({
    ...{ payId, paidOn, toDate: { taxable: toDate, tax: toDate === '2600.00' ? '310.20' : '620.40' } },
  });
  const people = [
    at('E1', '2025-10-10', '2600.00'),
    at('E1', '2025-10-31', '5200.00'),
    at('E2', '2025-10-10', '2600.00'),
  ];
  expect(askedOf(people, { '2025-10': '150.00' })).toEqual([]);
  expect(askedOf(people, { '2025-10': '140.00' })).toEqual(['payroll:E1 2025-10-31 pension_total_differs']);
});

test.each([
  [null, 0],
  ['2026/27', 2027],
])('pensions that were confirmed for %s are confirmed up to %d', (pensionsConfirmed, year) => {
  const payroll = { ...defaultPolicy.payroll, pensionsConfirmed };
  expect(pensionsSaid({ payroll, employerPensions: {} }, []).pensionsConfirmed).toBe(year);
});

test('a return that owes and recovers nothing in a month says nothing of it', () => {
  const [read] = [readReturn(fpsFile([{ payId: 'E1' }]))];
  if (read.is !== 'fps') throw new Error('It is an EPS');
  const context = { year: 2026, people: new Map(), answers };
  const returned = { allowanceClaimed: true, months: new Map(), noPayment: new Set<number>() };
  const of = (allowance: ReadonlyMap<number, Money>, moved: Parameters<typeof documentsOf>[3] = []) =>
    documentsOf(payslipsOf(yearOf([read]), context), context, { returned, allowance }, moved)[0]?.json;
  expect(of(new Map())).not.toHaveProperty('returned');
  expect(of(new Map())).not.toHaveProperty('moved');
  expect(of(new Map([[7, Money.parse('12.00')]]))).toMatchObject({ returned: { allowance: '12.00' } });
  expect(
    of(new Map(), [
      { datedOn: '2025-10-24', source: 'weekly' },
      { datedOn: '2025-11-07', source: 'weekly' },
    ]),
  ).toMatchObject({ moved: [{ dated_on: '2025-10-24', source: 'weekly' }] });
});
