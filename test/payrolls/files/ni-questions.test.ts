import { payslipsOf } from '../../../src/payrolls/files/file-documents.js';
import type { FileAnswers } from '../../../src/payrolls/files/file-answers.js';
import { readReturn } from '../../../src/payrolls/files/payroll-file.js';
import { yearOf } from '../../../src/payrolls/files/year-to-date.js';
import { fpsFile, type PersonInFile } from './fps-files.js';

type Given = Partial<FileAnswers> & { readonly matched?: readonly string[] };

/** What is asked (?) and noted (!) about each payslip of the files, in their order. */
function told(files: readonly (readonly PersonInFile[])[], { matched = [], ...given }: Given = {}) {
  const read = files.map((people) => {
    const file = readReturn(fpsFile(people.map((one) => ({ payment: '', ...one }))));
    if (file.is !== 'fps') throw new Error('It is an EPS');
    return file;
  });
  const people = new Map(['E1', 'E2', 'Ada Ash'].map((id) => [id, { user: matched.includes(id) ? 'ada' : id, role: 'Employee' }])); // biome-ignore format: one line
  const pensions = { E1: '0.00', E2: '0.00', 'Ada Ash': '0.00' };
  const answers: FileAnswers = { employerPension: pensions, bothShares: false, paidBefore: {}, ...given };
  return payslipsOf(yearOf(read), { year: 2026, people, answers }).map(({ datedOn, read: { asked, noted } }) => ({
    day: datedOn.slice(5),
    asked: asked.map(({ code }) => code),
    noted: noted.map(({ code }) => code),
    words: [...asked, ...noted].map(({ message }) => message),
    amounts: [...asked, ...noted].map(({ amount }) => amount),
  }));
}

const ni = (employee: string, employer = '327.45', letter = 'A') => [{ letter, earnings: '2600.00', employer, employee }]; // biome-ignore format: one line
const net = (pounds: string) => `<PayAfterStatDedns>${pounds}</PayAfterStatDedns>`;

test('the employee’s NI is a question where nothing proves net pay, and a warning where something does', () => {
  expect(told([[{ ni: ni('134.16') }]])).toMatchObject([{ asked: ['employee_ni_improbable'], noted: [], amounts: ['10.00'] }]); // biome-ignore format: one line
  const proved = { ni: ni('134.16'), payment: net('2155.64') };
  expect(told([[proved]])).toMatchObject([{ asked: [], noted: ['employee_ni_improbable'] }]);
});

test('both shares sent as the employee’s are named, and the answer is kept', () => {
  const both = [[{ ni: ni('451.61') }]];
  const [first] = told(both);
  expect(first?.words).toEqual([
    'Ada Ash has £451.61 of employee’s NI; £124.16 is due of these earnings. This file sends both shares of NI as the employee’s: say so once for this program, and its share is worked out.',
  ]);
  expect(told(both, { bothAsEmployees: true })).toMatchObject([{ asked: [], noted: [] }]);
});

test('a check that is made for neither share is said once', () => {
  const [one] = told([[{ frequency: 'IR', period: '<WeekNo>30</WeekNo>', ni: ni('124.16') }]]);
  expect(one).toMatchObject({
    noted: ['check_not_made'],
    words: ['Whether Ada Ash’s NI is right was not checked: pay is not weekly or monthly (IR).'],
  });
  const pensioner = { ni: [...ni('124.16'), { letter: 'J', earnings: '100.00', employer: '15.00', employee: '2.00' }], taxable: '2700.00' }; // biome-ignore format: one line
  expect(told([[pensioner]])[0]?.words).toEqual([
    'Whether Ada Ash’s employee’s NI is right was not checked: the letter changed within the period.',
  ]);
});

test.each<[string, PersonInFile, Partial<FileAnswers>, readonly string[]]>([
  ['above the threshold', {}, {}, ['ni_missing']],
  ['up to it', { taxable: '1048.00', tax: '0.00' }, {}, []],
  ['of someone who owes none', {}, { withoutNi: ['E1'] }, []],
  ['of someone else who owes none', {}, { withoutNi: ['E2'] }, ['ni_missing']],
  ['of a pension', { employment: '<OccPenInd>yes</OccPenInd>' }, {}, []],
  ['after leaving', { early: '<PmtAfterLeaving>yes</PmtAfterLeaving>' }, {}, []],
  ['of letter X', { ni: ni('0.00', '0.00', 'X') }, {}, []],
  ['of a director below the year’s threshold', { employment: '<DirectorsNIC>AN</DirectorsNIC>' }, {}, []],
  ['of a year at once', { frequency: 'MA', taxable: '12570.00', tax: '0.00' }, {}, []],
  ['of a quarter', { frequency: 'M3', taxable: '3200.00', tax: '0.00' }, {}, ['ni_missing']],
  ['of a day', { frequency: 'IO', period: '<WeekNo>30</WeekNo>', taxable: '300.00', tax: '0.00' }, {}, ['ni_missing']],
])('no NI in the file, %s', (_, person, given, asked) => {
  expect(told([[{ ni: [], ...person }]], given)).toMatchObject([{ asked, noted: [] }]);
});

/** 2,600.00 a month from April on, of which the program makes so much of the employee's NI. */
const months = (...employee: readonly string[]) =>
  employee.map((one, at): readonly PersonInFile[] => [
    {
      paidOn: `2025-${String(at + 5).padStart(2, '0')}-01`,
      period: `<MonthNo>${at + 1}</MonthNo>`,
      toDate: { taxable: `${2600 * (at + 1)}.00`, tax: (310.2 * (at + 1)).toFixed(2) },
      ni: ni(one),
    },
  ]);
const noted = (...employee: readonly string[]) => told(months(...employee)).map((one) => one.noted.join());

test('small differences of one sign are warned of once, when they come to more than a pound', () => {
  expect(noted('125.06', '125.06', '125.06', '125.06')).toEqual(['', 'ni_off_each_period', '', '']);
  expect(told(months('125.06', '125.06'))[1]?.words).toEqual([
    'Ada Ash’s employee’s NI is £1.80 more than is due, in 2 payments since 6 April: little each time, and always more. If this program takes NI from HMRC’s tables, say so once; otherwise compare with payroll.',
  ]);
  expect(noted('123.26', '123.26')).toEqual(['', 'ni_off_each_period']);
  expect(told(months('125.06', '125.06'), { niTables: true }).flatMap((one) => one.noted)).toEqual([]);
});

test('differences of both signs, and pennies, are rounding', () => {
  expect(noted('125.06', '123.26', '125.06', '125.06', '125.06')).toEqual(['', '', '', '', '']);
  expect(noted('124.66', '124.65')).toEqual(['', '']);
  expect(noted('125.06', '124.15', '125.06')).toEqual(['', '', 'ni_off_each_period']);
});

const job = (payId: string, taxable: string, more: Partial<PersonInFile> = {}): PersonInFile => ({
  ...{ payId, taxable, tax: '0.00', ni: [], early: '<AggregatedEarnings>yes</AggregatedEarnings>' },
  ...more,
});

test('two people who are not matched yet are not one person with two jobs', () => {
  const jobs = [job('E3', '1500.00', { ni: ni('124.16') }), job('E4', '1100.00')];
  expect(told([jobs], { employerPension: { '*': '0.00' } })).toMatchObject([
    { noted: ['check_not_made', 'check_not_made'] },
    { noted: [] },
  ]);
});

test('two jobs whose earnings are taken together are compared as one', () => {
  const jobs = [job('E1', '1500.00', { ni: ni('124.16') }), job('E2', '1100.00')];
  expect(told([jobs], { matched: ['E1', 'E2'] })).toMatchObject([
    { asked: [], noted: [] },
    { asked: [], noted: [] },
  ]);
  const wrong = [job('E1', '1500.00', { ni: ni('451.61', '451.61') }), job('E2', '1000.00')];
  expect(told([wrong], { matched: ['E1', 'E2'] })).toMatchObject([
    { asked: ['taxable_and_ni_pay_differ', 'employer_ni_improbable', 'employee_ni_improbable'], noted: [] },
    { asked: [], noted: [] },
  ]);
  // Nothing to compare with: not made, and said so.
  for (const given of [{}, { matched: ['E1'] }])
    expect(told([jobs], given)[0]).toMatchObject({ asked: [], noted: ['check_not_made', 'check_not_made'] });
  const later = [[jobs[0] ?? {}], [job('E2', '1100.00', { paidOn: '2025-11-28', period: '<MonthNo>8</MonthNo>' })]];
  expect(told(later, { matched: ['E1', 'E2'] })[0]?.noted).toEqual(['check_not_made', 'check_not_made']);
});

test('two jobs without any NI are asked about once, as one', () => {
  const jobs = [job('E1', '700.00'), job('E2', '600.00')];
  expect(told([jobs], { matched: ['E1', 'E2'] }).map((one) => one.asked)).toEqual([['ni_missing'], []]);
});

const nameless = (paidOn: string, taxable: string, toDate: string): PersonInFile => ({
  ...{ payId: '', paidOn, taxable, tax: '0.00', toDate: { taxable: toDate, tax: '0.00' } },
});

test('two people of one name without a payroll id are asked who is who, and nothing else', () => {
  const both = [nameless('2025-10-31', '2600.00', '2600.00'), nameless('2025-10-31', '5200.00', '9999.00')];
  const [held, ...others] = told([both, [nameless('2025-11-28', '3.00', '77.00')]]);
  expect(others.map((one) => one.asked)).toEqual([['who_is_who'], ['who_is_who']]);
  expect(held).toMatchObject({ asked: ['who_is_who'], noted: [] });
});

test('one person without a payroll id may be in a file twice', () => {
  const twice = [nameless('2025-10-24', '500.00', '500.00'), nameless('2025-10-31', '500.00', '1000.00')];
  expect(told([twice]).flatMap((one) => one.asked)).toEqual([]);
});
