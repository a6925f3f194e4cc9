import { expect, test } from '@jest/globals';
import { daysNeeded } from '../../src/controls/judge/company.js';
import type { CompanyFacts, Note } from '../../src/controls/judge/facts.js';
import { payrollOf, payrollsOf } from '../../src/controls/judge/payrolls.js';
import { Money } from '../../src/journal/nouns/money.js';
import { defaultPolicy } from '../../src/journal/policy/policy.js';
import { factsOf, negated, said, type Told } from './company-stories.js';

const months = ['2025-08-29', '2025-09-30', '2025-10-31'];
const wages = ['902 ann 100.00', '902 bob 200.00', '814 - 50.00'];
const runs = months.map((day) => ({ day, lines: wages }));
const paye = ['2025-09-22 814 - 50.00', '2025-10-22 814 - 50.00'];
const paid = [...months.flatMap((day) => [`${day} 902 ann 100.00`, `${day} 902 bob 200.00`]), ...paye];
const but = (text: string) => paid.filter((one) => one !== text);
const onOneDay: Told = {
  runs: [{ day: '2025-10-31', lines: ['814 - 50.00'] }],
  ...{ paid: ['2025-10-31 814 - 50.00'], lacks: ['814'] },
};
const ofOctober = { day: '2025-10-31' };
const last = (over: object) => [...runs.slice(0, 2), { ...runs[2], ...over } as (typeof runs)[number]];

test.each<[string, Told, readonly string[]]>([
  ['everything is paid', { runs, paid }, ['clear', '814 PAYE/NI: PAYE 2025/26 month 7: due 50.00']],
  [
    'someone is not paid',
    { runs, paid: but('2025-09-30 902 bob 200.00') },
    [
      'open',
      '814 PAYE/NI: PAYE 2025/26 month 7: due 50.00',
      '902 Bob: Net pay of 30 September 2025: no_payment_posted 200.00',
    ],
  ],
  [
    'both are paid on one account',
    { runs, paid: [...but('2025-09-30 902 bob 200.00'), '2025-09-30 902 ann 200.00'] },
    [
      'open',
      '! Wages of 30 September 2025, paid in all £300.00: one person’s on the account of Ann: 902 Ann -200.00, 902 Bob 200.00',
    ],
  ],
  [
    'a run waits, and they were paid',
    { runs: last({ inBooks: 'no', posted: [] }), paid },
    [
      'open',
      '! Pay run of 31 October 2025 is not in the books: held: 902 Ann -100.00, 902 Bob -200.00, 814 PAYE/NI -50.00',
    ],
  ],
  [
    'payroll changed after it was posted',
    {
      runs: last({ lines: ['902 ann 130.00', '902 bob 200.00', '814 - 50.00'], posted: wages }),
      paid: [...paid, '2025-10-31 902 ann 30.00'],
    },
    ['open', '! Pay run of 31 October 2025: payroll has changed since it was posted: 902 Ann -30.00'],
  ],
  [
    'a set was altered',
    { runs: last({ altered: ['902 ann 7.00'] }), paid },
    ['open', '! Pay run of 31 October 2025: its journal was altered in the books: 902 Ann 7.00'],
  ],
  [
    'the last write is in doubt',
    { runs: last({ isInDoubt: true }), paid },
    [
      'cannot_tell',
      '! Pay run of 31 October 2025: we do not know yet whether the last journal sent is in the books: 902 Ann 0.00, 902 Bob 0.00, 814 PAYE/NI 0.00',
    ],
  ],
  [
    'the last write is in doubt, and the books do not have the run',
    { runs: last({ isInDoubt: true, inBooks: 'no', posted: [] }), paid },
    [
      'cannot_tell',
      '! Pay run of 31 October 2025: we do not know yet whether the last journal sent is in the books: 902 Ann -100.00, 902 Bob -200.00, 814 PAYE/NI -50.00',
    ],
  ],
  [
    'the last write is in doubt, of what payroll changed',
    {
      runs: last({ isInDoubt: true, lines: ['902 ann 130.00', '902 bob 200.00', '814 - 50.00'], posted: wages }),
      paid: [...paid, '2025-10-31 902 ann 30.00'],
    },
    [
      'cannot_tell',
      '! Pay run of 31 October 2025: we do not know yet whether the last journal sent is in the books: 902 Ann -30.00',
    ],
  ],
  [
    'a run waits that has costs too: they are on no control account',
    {
      runs: [{ ...ofOctober, lines: ['401 - -100.00', '902 ann 100.00'], inBooks: 'no', posted: [] }],
      paid: ['2025-10-31 902 ann 100.00'],
    },
    ['open', '! Pay run of 31 October 2025 is not in the books: held: 902 Ann -100.00'],
  ],
  [
    'a run waits that is on no control account',
    { runs: [...runs, { day: '2025-11-14', lines: ['401 - -100.00'], inBooks: 'no', posted: [] }], paid },
    ['clear'],
  ],
  [
    'three are paid on the accounts of one, and a fourth on their own',
    {
      runs: [{ day: '2025-10-31', lines: ['902 ann 100.00', '902 bob 200.00', '902 cat 300.00', '902 dan 400.00'] }],
      paid: ['2025-10-31 902 dan 1000.00'],
    },
    [
      'open',
      '! Wages of 31 October 2025, paid in all £1,000.00: those of others on the account of dan: 902 Ann 100.00, 902 Bob 200.00, 902 Cat 300.00, 902 Wages -600.00',
    ],
  ],
  [
    'two are paid on each other’s accounts, and a third on their own',
    {
      runs: [{ day: '2025-10-31', lines: ['902 ann 100.00', '902 bob 200.00', '902 cat 300.00'] }],
      paid: ['2025-10-31 902 ann 200.00', '2025-10-31 902 bob 100.00', '2025-10-31 902 cat 300.00'],
    },
    [
      'open',
      '! Wages of 31 October 2025, paid in all £600.00: one person’s on the account of Ann: 902 Ann -100.00, 902 Bob 100.00',
    ],
  ],
  [
    'four are paid on the accounts of two',
    {
      runs: [{ day: '2025-10-31', lines: ['902 ann 100.00', '902 bob 200.00', '902 cat 300.00', '902 dan 400.00'] }],
      paid: ['2025-10-31 902 ann 600.00', '2025-10-31 902 bob 400.00'],
    },
    [
      'open',
      '! Wages of 31 October 2025, paid in all £1,000.00: not each on its own account: 902 Ann -500.00, 902 Bob -200.00, 902 Cat 300.00, 902 Wages 400.00',
    ],
  ],
  [
    'both are paid on one account, which a journal puts right with the next',
    {
      runs,
      paid: [
        ...but('2025-09-30 902 bob 200.00'),
        ...['2025-09-30 902 ann 200.00', '2025-10-31 902 ann -200.00', '2025-10-31 902 bob 200.00'],
      ],
    },
    ['clear'],
  ],
  [
    'an account of costs is not in the trial balance',
    { runs: last({ lines: [...wages, '401 - -350.00'] }), paid, lacks: ['401'] },
    ['clear'],
  ],
  [
    'an account is not in the trial balance, and another was not posted to yet',
    {
      runs: [...runs, { day: '2025-11-14', lines: ['907 - 5.00'] }],
      paid,
      lacks: ['814'],
      facts: { kinds: new Map([...factsOf({ runs }).kinds, ['907', 'other']]) },
    },
    ['cannot_tell', '! The trial balance does not have 814, although it was posted to: 814  0.00'],
  ],
  ...[undefined, new Set(['902']), new Set(['814'])].map((chart): [string, Told, readonly string[]] => [
    `an account is charged and paid on one day, where the chart is ${chart ? [...chart].join() : 'not known'}`,
    { ...onOneDay, facts: chart && { chart } },
    chart?.has('814')
      ? ['clear']
      : ['cannot_tell', '! The trial balance does not have 814, although it was posted to: 814  0.00'],
  ]),
  [
    'others post it',
    { runs: last({ posted: null }), paid: [...paid, ...wages.map((one) => `2025-10-31 ${negated(one)}`)] },
    ['clear'],
  ],
  [
    'others may have posted it, and have',
    {
      runs: last({ posted: null, inBooks: 'perhaps' }),
      paid: [...paid, ...wages.map((one) => `2025-10-31 ${negated(one)}`)],
    },
    ['clear'],
  ],
  [
    'others may have posted it, and have not, though all were paid',
    { runs: last({ posted: null, inBooks: 'perhaps' }), paid },
    [
      'open',
      '! Pay run of 31 October 2025 is not in the books: held: 902 Ann -100.00, 902 Bob -200.00, 814 PAYE/NI -50.00',
    ],
  ],
  [
    'an account is not in the trial balance',
    { runs, paid, lacks: ['814'] },
    ['cannot_tell', '! The trial balance does not have 814, although it was posted to: 814  0.00'],
  ],
  [
    'an account came to nothing, and the chart has it',
    { runs: [], paid: [], facts: { chart: new Set(['814']) } },
    ['clear'],
  ],
  [
    'a run of a day to come waits',
    { runs: [...runs, { day: '2025-11-28', lines: wages, posted: [], inBooks: 'no' }], paid },
    ['clear', '814 PAYE/NI: PAYE 2025/26 month 7: due 50.00'],
  ],
])('a company where %s', (_, told, expected) => {
  expect(said(told).filter((line) => !/month 7: due/.test(line))).toEqual(
    expected.filter((line) => !/month 7: due/.test(line)),
  );
});

const short = (amount: string): Told => ({
  runs,
  paid: [...but('2025-10-22 814 - 50.00'), `2025-10-22 814 - ${amount}`, '2025-11-22 814 - 50.00'],
});
const note = (over: Partial<Note>): Note => ({
  ...{ account: '814', amount: Money.parse('10.00'), kind: 'accepted', as: 'refund_or_set_off', item: 'paye 2026-06' },
  ...{ reason: 'Set off by HMRC' },
  ...over,
});
const gap = (period: number, amount: string) => ({
  year: 2026,
  period,
  cisSuffered: Money.zero,
  gap: Money.parse(amount),
});
const item = '814 PAYE/NI: PAYE 2025/26 month 6:';

test.each<[string, Partial<CompanyFacts>, string, readonly string[]]>([
  ['is not explained', {}, '40.00', ['open', `${item} part_paid 10.00`]],
  ['a person named', { notes: [note({})] }, '40.00', ['clear', `${item} refund_or_set_off 10.00`]],
  [
    'a person named of another amount',
    { notes: [note({ amount: Money.parse('9.00') })] },
    '40.00',
    ['open', `${item} part_paid 10.00`],
  ],
  [
    'a person named of another item',
    { notes: [note({ item: 'paye 2026-05' })] },
    '40.00',
    ['open', `${item} part_paid 10.00`],
  ],
  [
    'a person named of another account',
    { notes: [note({ account: '902' })] },
    '40.00',
    ['open', `${item} part_paid 10.00`],
  ],
  [
    'was recovered of statutory pay',
    { months: [gap(5, '10.00'), gap(4, '3.00')] },
    '40.00',
    [
      'open',
      '! HMRC is due less than the journals of PAYE 2025/26 month 6: recovered statutory pay is in no journal: 814 PAYE/NI 10.00',
    ],
  ],
  [
    'was recovered in part',
    { months: [gap(5, '4.00')] },
    '40.00',
    [
      'open',
      '! HMRC is due less than the journals of PAYE 2025/26 month 6: recovered statutory pay is in no journal: 814 PAYE/NI 4.00',
      `${item} part_paid 6.00`,
    ],
  ],
  ['was paid beyond', {}, '53.00', ['open', '814 PAYE/NI: Paid over what was owed: 6 Oct to 5 Nov: paid_over -3.00']],
])('a payment to HMRC where what is left %s', (_, facts, amount, expected) => {
  const told = said({ ...short(amount), facts: { ...facts, ...(amount === '53.00' && { on: '2025-12-31' }) } });
  const isAbout = (line: string) => !/month [78]: (due|no_payment)/.test(line);
  expect(told.filter(isAbout)).toEqual(expected);
});

const day = (datedOn: string, ...people: string[]) => ({
  datedOn,
  lines: people.map((userPath) => ({ account: '902', userPath, amount: Money.parse('1.00'), from: [] })),
});
test('people who are paid on the same days are one payroll, and who is paid on some of them is among them', () => {
  const all = [
    day('2025-06-06', 'ann'),
    day('2025-06-13', 'ann', 'cat'),
    day('2025-06-30', 'bob'),
    day('2025-07-31', 'bob'),
  ];
  const payrolls = payrollsOf({ runs: all as unknown as CompanyFacts['runs'] }, '902');
  expect(payrolls.map(({ people }) => [...people])).toEqual([['902 ann', '902 cat'], ['902 bob']]);
  const place = (userPath: string) => payrollOf(payrolls, { account: '902', userPath });
  expect([place('ann'), place('cat'), place('bob'), place('eve')]).toEqual([0, 0, 1, 0]);
  expect(payrollsOf({ runs: all as unknown as CompanyFacts['runs'] }, '903')).toEqual([]);
});

test('the days that are read are those before the first, and the ends of windows that are over', () => {
  const facts = factsOf({ runs });
  const days = daysNeeded(facts);
  expect(days[0]).toBe('2025-06-05');
  expect(days.every((one) => one < facts.on)).toBe(true);
  // The ends of tax months for HMRC, and half-way between pay dates for wages.
  expect(days).toEqual(expect.arrayContaining(['2025-07-05', '2025-10-05', '2025-11-05', '2025-09-14', '2025-10-15']));
});

const wagesOn = (day: string) => [`${day} 902 ann 100.00`, `${day} 902 bob 200.00`];

/** Payroll of October is filed, with 55.63 of CIS, and its pay run is not in the books; nor is a receipt explained. */
test.each<[string, 'monthly' | 'quarterly', string, readonly string[]]>([
  ['who pays monthly, in the month', 'monthly', '2025-10-20', []],
  ['who pays quarterly, in the month', 'quarterly', '2025-10-30', []],
  [
    'who pays quarterly, after it',
    'quarterly',
    '2025-11-20',
    [
      '! Pay run of 31 October 2025 is not in the books: held, and no payment of it is known on 902: 814 PAYE/NI -50.00',
      '! CIS suffered of PAYE 2025/26 month 7 is not in the books: 814 PAYE/NI 55.63',
    ],
  ],
])('CIS that is not on the account yet is no credit: %s', (_, payePeriod, on, expected) => {
  const october = { year: 2026, period: 6, cisSuffered: Money.parse('55.63') };
  const policy = { ...defaultPolicy.controls, cisSuffered: '814', payePeriod };
  const ofQuarter = [...months.slice(0, 2).flatMap(wagesOn), '2025-10-22 814 - 100.00'];
  const ofMonth = [...months.slice(0, 2).flatMap(wagesOn), '2025-09-22 814 - 50.00'];
  const told = said({
    runs: last({ inBooks: 'no', posted: null }),
    paid: payePeriod === 'quarterly' ? ofQuarter : ofMonth,
    facts: { on, months: [october], policy },
  });
  expect(told.filter((line) => line.includes('814') && !line.includes(': due '))).toEqual(expected);
});

test('an account that the books do not have on a day is called as it usually is', () => {
  const waits = { day: '2025-10-31', lines: ['814 - 50.00'], posted: [], inBooks: 'no' } as const;
  expect(said({ runs: [waits], lacks: ['814'] })[1]).toBe(
    '! Pay run of 31 October 2025 is not in the books: held: 814 PAYE/NI -50.00',
  );
});
