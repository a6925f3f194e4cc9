import { checkEmployeeNi } from '../../../src/payrolls/files/employee-ni.js';
import type { FiledPayment } from '../../../src/payrolls/files/fps.js';
import { type NiCheck, ownShares } from '../../../src/payrolls/files/ni-check.js';
import { niLetters } from '../../../src/payrolls/files/ni-year.js';
import { readReturn } from '../../../src/payrolls/files/payroll-file.js';
import { fpsFile, type PersonInFile } from './fps-files.js';

function paymentOf(person: PersonInFile): FiledPayment {
  const read = readReturn(fpsFile([person]));
  const [payment] = read.is === 'fps' ? read.payments : [];
  if (payment === undefined) throw new Error('The file has no payment');
  return payment;
}

function check(person: PersonInFile, { again = false, bothAsEmployees = false } = {}): NiCheck {
  const payment = paymentOf(person);
  const ni = ownShares(payment.ni, { bothShares: false, bothAsEmployees });
  return checkEmployeeNi({ year: 2026, payment: { ...payment, ni }, again });
}

const weekly = (person: PersonInFile): PersonInFile => ({ frequency: 'W1', period: '<WeekNo>30</WeekNo>', ...person });
const ni = (letter: string, earnings: string, employee: string, employer = '0.00') => [
  { letter, earnings, employer, employee },
];
const director = '<DirectorsNIC>AN</DirectorsNIC>';
const toDate = (earningsToDate: string, employeeToDate: string) => ({ earningsToDate, employeeToDate });

/** 5,000.00 a month: 3,141 lie between 1,048 and 4,189, and 811 above. What each letter owes of it. */
test.each([
  ...[...'AFHMNV'].map((letter) => [letter, '267.50'] as const),
  ...[...'BEI'].map((letter) => [letter, '74.33'] as const),
  ...[...'JLDZ'].map((letter) => [letter, '79.04'] as const),
  ...[...'CSK'].map((letter) => [letter, '0.00'] as const),
])('letter %s owes %s', (letter, owed) => {
  expect(check({ ni: ni(letter, '5000.00', owed) }).is).toBe('agrees');
  // More than any table rounds.
  const wrong = owed === '0.00' ? '1.50' : (Number(owed) - 1.5).toFixed(2);
  expect(check({ ni: ni(letter, '5000.00', wrong) })).toMatchObject({ is: 'improbable', bothShares: false });
});

test('every letter of the table is among them', () => {
  expect(Object.keys(niLetters).sort().join('')).toBe('ABCDEFHIJKLMNSVZ');
});

test.each<[string, PersonInFile]>([
  ['a month: (2600 − 1048) at 8 percent', { ni: ni('A', '2600.00', '124.16') }],
  ['what a table rounds', { ni: ni('A', '2600.00', '124.90') }],
  ['up to the threshold', { ni: ni('A', '1048.00', '0.00') }],
  ['a week: (600 − 242) at 8 percent', weekly({ ni: ni('A', '600.00', '28.64') })],
  ['a fortnight as one period: 484', weekly({ frequency: 'W2', ni: ni('A', '1200.00', '57.28') })],
  ['a fortnight as two weeks', weekly({ frequency: 'W2', periods: 2, ni: ni('A', '1200.00', '57.28') })],
  ['four weeks: 967', weekly({ frequency: 'W4', ni: ni('A', '2400.00', '114.64') })],
  ['week 53', weekly({ period: '<WeekNo>53</WeekNo>', ni: ni('A', '600.00', '28.64') })],
  ['three weeks at once, as if each were 600', weekly({ periods: 3, ni: ni('A', '1800.00', '85.92') })],
  // 2,000 in one week: 725 at 8 percent and 1,033 at 2; the others under the threshold.
  ['three weeks at once, most of it in one', weekly({ periods: 3, ni: ni('A', '2200.00', '78.66') })],
  [
    'a director by the year: (30000 − 12570) at 8 percent to date',
    { employment: director, ni: [{ earnings: '6000.00', employer: '0.00', employee: '480.00', ...toDate('30000.00', '1394.40') }] }, // biome-ignore format: one line
  ],
  [
    'a director by the year above the upper limit',
    { employment: director, ni: [{ earnings: '60000.00', employer: '0.00', employee: '3210.60', ...toDate('60000.00', '3210.60') }] }, // biome-ignore format: one line
  ],
  [
    'a director appointed in week 27: half of the threshold',
    {
      employment: `${director}<TaxWkOfApptOfDirector>27</TaxWkOfApptOfDirector>`,
      ni: [{ earnings: '8285.00', employer: '0.00', employee: '160.00', ...toDate('8285.00', '160.00') }],
    },
  ],
  [
    'a director by the period, in the year',
    { employment: '<DirectorsNIC>AL</DirectorsNIC>', ni: [{ earnings: '2600.00', employer: '0.00', employee: '124.16', ...toDate('50000.00', '1.00') }] }, // biome-ignore format: one line
  ],
  [
    'a director by the period, made up to the year with the last payment',
    { employment: '<DirectorsNIC>AL</DirectorsNIC>', ni: [{ earnings: '2600.00', employer: '0.00', employee: '700.00', ...toDate('30000.00', '1394.40') }] }, // biome-ignore format: one line
  ],
  ['two letters of the same rates', { ni: [...ni('A', '1300.00', '20.16'), ...ni('M', '1300.00', '104.00')] }],
  ['a letter that is no longer used', { ni: [...ni('A', '2600.00', '124.16'), ...ni('J', '0.00', '0.00')] }],
  ['no one owes NI for letter X', { ni: ni('X', '2600.00', '0.00') }],
])('%s agrees', (_, person) => {
  expect(check(person).is).toBe('agrees');
});

test.each<[string, PersonInFile, string, boolean]>([
  ['left out', { ni: ni('A', '2600.00', '0.00', '327.45') }, '124.16', false],
  ['10.00 too much', { ni: ni('A', '2600.00', '134.16', '327.45') }, '124.16', false],
  ['both shares', { ni: ni('A', '2600.00', '451.61', '327.45') }, '124.16', true],
  ['of a pensioner', { ni: ni('C', '2600.00', '124.16', '327.45') }, '0.00', false],
  [
    'of a pensioner, who had another letter before',
    { ni: [...ni('A', '1300.00', '20.16'), ...ni('C', '1300.00', '104.00')] },
    '0.00',
    false,
  ],
  ['left out of three weeks', weekly({ periods: 3, ni: ni('A', '1800.00', '0.00') }), '64.98', false],
  [
    'more than any rate, of a director since week 27',
    {
      employment: `${director}<TaxWkOfApptOfDirector>27</TaxWkOfApptOfDirector>`,
      ni: [{ earnings: '6000.00', employer: '0.00', employee: '485.00', ...toDate('24000.00', '5000.00') }],
    },
    '1417.20',
    false,
  ],
])('improbable: %s', (_, person, expected, bothShares) => {
  const found = check(person);
  expect(found).toMatchObject({ is: 'improbable', bothShares });
  expect(found.is === 'improbable' && found.expected.toString()).toBe(expected);
});

test('both shares are named, and once that is said the employee’s own agrees', () => {
  expect(check({ ni: ni('A', '2600.00', '451.61', '327.45') }, { bothAsEmployees: true }).is).toBe('agrees');
});

test.each<[string, PersonInFile, { again?: boolean }]>([
  ['NI letter T is not known', { ni: ni('T', '2600.00', '124.16') }, {}],
  ['several jobs are taken together', { early: '<AggregatedEarnings>yes</AggregatedEarnings>', ni: ni('A', '2600.00', '9.00') }, {}], // biome-ignore format: one line
  ['paid after leaving', { early: '<PmtAfterLeaving>yes</PmtAfterLeaving>', ni: ni('A', '2600.00', '9.00') }, {}],
  ['a second payment in the same earnings period', { ni: ni('A', '100.00', '8.00') }, { again: true }],
  ...['M3', 'M6', 'MA', 'IO', 'IR'].map((frequency): [string, PersonInFile, object] => [
    `not weekly or monthly (${frequency})`,
    { frequency, ni: ni('A', '2600.00', '9.00') },
    {},
  ]),
  ['re-allocated', { ni: [...ni('A', '-2600.00', '-124.16'), ...ni('J', '5200.00', '83.04')] }, {}],
  ['the letter changed within the period', { ni: [...ni('A', '1300.00', '20.16'), ...ni('J', '1300.00', '26.00')] }, {}], // biome-ignore format: one line
  [
    'the letter changed within the year',
    {
      employment: director,
      ni: [
        { letter: 'A', earnings: '0.00', employer: '0.00', employee: '0.00', ...toDate('20000.00', '594.40') },
        { letter: 'J', earnings: '6000.00', employer: '0.00', employee: '120.00', ...toDate('6000.00', '120.00') },
      ],
    },
    {},
  ],
  [
    'a person who became a director in the year may have earned before',
    {
      employment: `${director}<TaxWkOfApptOfDirector>27</TaxWkOfApptOfDirector>`,
      ni: [{ earnings: '6000.00', employer: '0.00', employee: '480.00', ...toDate('24000.00', '1200.00') }],
    },
    {},
  ],
])('not made, and said so: %s', (why, person, rest) => {
  expect(check(person, rest)).toEqual({ is: 'not made', why: expect.stringContaining(why) });
});

test('a year whose rates are not known is not checked', () => {
  const payment = paymentOf({ ni: ni('A', '2600.00', '124.16') });
  expect(checkEmployeeNi({ year: 2031, payment, again: false }).is).toBe('not made');
});
