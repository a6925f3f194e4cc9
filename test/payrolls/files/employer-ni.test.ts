import { checkEmployerNi } from '../../../src/payrolls/files/employer-ni.js';
import { type NiCheck, ownShares } from '../../../src/payrolls/files/ni-check.js';
import { readReturn } from '../../../src/payrolls/files/payroll-file.js';
import type { FiledPayment } from '../../../src/payrolls/files/fps.js';
import { fpsFile, type PersonInFile } from './fps-files.js';

function paymentOf(person: PersonInFile): FiledPayment {
  const read = readReturn(fpsFile([person]));
  const [payment] = read.is === 'fps' ? read.payments : [];
  if (payment === undefined) throw new Error('The file has no payment');
  return payment;
}

function check(person: PersonInFile, { again = false, bothShares = false } = {}): NiCheck {
  const payment = paymentOf(person);
  return checkEmployerNi({ year: 2026, payment: { ...payment, ni: ownShares(payment.ni, { bothShares }) }, again });
}

const weekly = (person: PersonInFile): PersonInFile => ({ frequency: 'W1', period: '<WeekNo>30</WeekNo>', ...person });
const ni = (letter: string, earnings: string, employer: string, employee = '0.00') => [
  { letter, earnings, employer, employee },
];

/** 15 % above £417 a month or £96 a week; thresholds of several periods are a year's share, up to the pound. */
test.each<[string, PersonInFile]>([
  ['a month, letter A: (2600 − 417) at 15 percent', { ni: ni('A', '2600.00', '327.45') }],
  ['a penny or some that tables round away', { ni: ni('A', '2600.00', '327.15') }],
  ['under the threshold', { ni: ni('A', '400.00', '0.00') }],
  ['a week: (600 − 96) at 15 percent', weekly({ ni: ni('A', '600.00', '75.60') })],
  ['a fortnight as one period: 193', weekly({ frequency: 'W2', ni: ni('A', '1200.00', '151.05') })],
  ['a fortnight as two weeks', weekly({ frequency: 'W2', periods: 2, ni: ni('A', '1200.00', '151.05') })],
  ['four weeks: 385', weekly({ frequency: 'W4', ni: ni('A', '2400.00', '302.25') })],
  ['three weeks at once: 289', weekly({ periods: 3, ni: ni('A', '1800.00', '226.65') })],
  ['three weeks at once, all earned in one: 96', weekly({ periods: 3, ni: ni('A', '1800.00', '255.60') })],
  ['two months at once: 834', { periods: 2, ni: ni('A', '5200.00', '654.90') }],
  ['under 21, up to 4,189', { ni: ni('M', '4000.00', '0.00') }],
  ['under 21, above it', { ni: ni('M', '5189.00', '150.00') }],
  ...['H', 'V', 'Z'].map((letter): [string, PersonInFile] => [
    `letter ${letter}`,
    { ni: ni(letter, '3000.00', '0.00') },
  ]),
  ...['B', 'C', 'J'].map((letter): [string, PersonInFile] => [
    `letter ${letter}`,
    { ni: ni(letter, '2600.00', '327.45') },
  ]),
  ...['F', 'I', 'L', 'S', 'N', 'E', 'D', 'K'].map((letter): [string, PersonInFile] => [
    `letter ${letter}, in a freeport or an investment zone, above 2,083`,
    { ni: ni(letter, '3083.00', '150.00') },
  ]),
  [
    'a director by the year: (30000 − 5000) at 15 percent to date',
    {
      employment: '<DirectorsNIC>AN</DirectorsNIC>',
      ni: [{ earnings: '6000.00', employer: '900.00', earningsToDate: '30000.00', employerToDate: '3750.00' }],
    },
  ],
  [
    'a director appointed in week 27: half the threshold',
    {
      employment: '<DirectorsNIC>AN</DirectorsNIC><TaxWkOfApptOfDirector>27</TaxWkOfApptOfDirector>',
      ni: [{ earnings: '6000.00', employer: '525.00', earningsToDate: '6000.00', employerToDate: '525.00' }],
    },
  ],
  [
    'a director by the year whose letter changed from one of the same threshold',
    {
      employment: '<DirectorsNIC>AN</DirectorsNIC>',
      ni: [
        { earnings: '0.00', employer: '0.00', earningsToDate: '20000.00', employerToDate: '2250.00' },
        { letter: 'C', earnings: '6000.00', employer: '900.00', earningsToDate: '6000.00', employerToDate: '900.00' },
      ],
    },
  ],
  ['a director by the period', { employment: '<DirectorsNIC>AL</DirectorsNIC>', ni: ni('A', '3500.00', '462.45') }],
  [
    'two letters of one kind, taken together',
    { ni: [...ni('A', '1300.00', '164.00'), ...ni('B', '1300.00', '163.45')] },
  ],
  [
    'a letter that is no longer used in the period',
    { ni: [...ni('A', '2600.00', '327.45'), ...ni('M', '0.00', '0.00')] },
  ],
  ['no one owes NI for letter X', { ni: ni('X', '2600.00', '0.00') }],
])('%s agrees', (_, person) => {
  expect(check(person).is).toBe('agrees');
});

test('both shares are named, and once that is said the employer’s own agrees', () => {
  const both = { ni: ni('A', '2600.00', '451.61', '124.16') };
  expect(check(both)).toMatchObject({ is: 'improbable', bothShares: true });
  expect(check(both, { bothShares: true }).is).toBe('agrees');
});

test('what is expected of two months with both shares is the employer’s own, which depends on how the pay fell', () => {
  // From (5200 − 834) at 15 percent, 654.90, to (5200 − 417), 717.45: 680.00 is left of 880.00 without the employee's.
  const both = check({ periods: 2, ni: ni('A', '5200.00', '880.00', '200.00') });
  expect(both).toMatchObject({ is: 'improbable', bothShares: true });
  expect(both.is === 'improbable' && both.expected.toString()).toBe('680.00');
});

test.each([
  ['cannot owe more than 15 percent of a payment', '1005.00', '3329.70'],
  ['cannot owe less than if nothing of the threshold had been used', '100.00', '2424.70'],
])('a director since week 27 who earned before %s', (_, employer, employerToDate) => {
  const employment = '<DirectorsNIC>AN</DirectorsNIC><TaxWkOfApptOfDirector>27</TaxWkOfApptOfDirector>';
  const toDate = { earningsToDate: '24000.00', employerToDate };
  const wrong = { employment, ni: [{ earnings: '6000.00', employer, employee: '480.00', ...toDate }] };
  expect(check(wrong).is).toBe('improbable');
});

test('anything else is improbable, with what is due', () => {
  const wrong = check({ ni: ni('A', '2600.00', '390.00', '124.16') });
  expect(wrong).toMatchObject({ is: 'improbable', bothShares: false });
  expect(wrong.is === 'improbable' && wrong.expected.toString()).toBe('327.45');
});

test.each<[string, PersonInFile, { again?: boolean }]>([
  ['NI letter Q is not known', { ni: ni('Q', '2600.00', '327.45') }, {}],
  [
    'several jobs are taken together',
    { early: '<AggregatedEarnings>yes</AggregatedEarnings>', ni: ni('A', '2600.00', '9.00') },
    {},
  ],
  ['paid after leaving', { early: '<PmtAfterLeaving>yes</PmtAfterLeaving>', ni: ni('A', '2600.00', '9.00') }, {}],
  ['a second payment in the same earnings period', { ni: ni('A', '100.00', '15.00') }, { again: true }],
  ['not weekly or monthly (IR)', { frequency: 'IR', ni: ni('A', '2600.00', '9.00') }, {}],
  ['not weekly or monthly (MA)', { frequency: 'MA', ni: ni('A', '2600.00', '9.00') }, {}],
  [
    'the letter changed within the year',
    {
      employment: '<DirectorsNIC>AN</DirectorsNIC>',
      ni: [
        { letter: 'M', earnings: '0.00', employer: '0.00', earningsToDate: '20000.00', employerToDate: '0.00' },
        { earnings: '6000.00', employer: '900.00', earningsToDate: '6000.00', employerToDate: '900.00' },
      ],
    },
    {},
  ],
  // Six months an employee at 3,000.00, of which 387.45 each is due; then 6,000.00 above half of the year's 5,000.
  [
    'a person who became a director in the year may have earned before',
    {
      employment: '<DirectorsNIC>AN</DirectorsNIC><TaxWkOfApptOfDirector>27</TaxWkOfApptOfDirector>',
      ni: [{ earnings: '6000.00', employer: '525.00', earningsToDate: '24000.00', employerToDate: '2849.70' }],
    },
    {},
  ],
  ['re-allocated', { ni: [...ni('A', '-2600.00', '-327.45'), ...ni('M', '5200.00', '0.00')] }, {}],
  ['the letter changed within the period', { ni: [...ni('A', '1000.00', '87.45'), ...ni('M', '1600.00', '0.00')] }, {}],
])('not made, and said so: %s', (why, person, rest) => {
  expect(check(person, rest)).toEqual({ is: 'not made', why: expect.stringContaining(why) });
});

test('a year whose rates are not known is not checked', () => {
  const payment = paymentOf({ ni: ni('A', '2600.00', '327.45') });
  expect(checkEmployerNi({ year: 2031, payment, again: false }).is).toBe('not made');
});
