import { expect, it, test } from '@jest/globals';
import { type CompanyFacts, type Note, type RunFacts, chargesOf, placeKey } from '../../src/controls/judge/facts.js';
import { broughtForward, cisOn, itemsOf, payeItem, type Place } from '../../src/controls/judge/items.js';
import { cutsBetweenPayDates, cutsBetweenTaxMonths } from '../../src/controls/judge/windows.js';
import { Money } from '../../src/journal/nouns/money.js';
import { defaultPolicy } from '../../src/journal/policy/policy.js';

const line = (account: string, amount: string, from: readonly string[] = [], userPath?: string) => ({
  ...{ account, amount: Money.parse(amount), from },
  ...(userPath !== undefined && { userPath }),
});
const run = (datedOn: string, period: number, lines: RunFacts['lines']): RunFacts => ({
  ...{ year: 2026, period, datedOn, lines, posted: [], inBooks: 'yes', isInDoubt: false, altered: [] },
  ...{ waits: '', todo: '' },
});
const note = (over: Partial<Note>): Note => ({
  ...{
    account: '814',
    amount: Money.parse('40.00'),
    kind: 'brought_forward',
    as: 'rounding',
    item: 'old',
    reason: 'July',
  },
  ...over,
});
type Policy = Partial<CompanyFacts['policy']>;
const facts = (over: Partial<Omit<CompanyFacts, 'policy'>> & { readonly policy?: Policy } = {}): CompanyFacts => ({
  ...{ on: '2025-12-10', start: '2025-08-20', kinds: new Map(), runs: [], adjustments: [], months: [], notes: [] },
  names: new Map(),
  ...over,
  policy: { ...defaultPolicy.controls, ...over.policy },
});
const shown = (of: CompanyFacts, place: Place) =>
  itemsOf(of, chargesOf(of), place).map(({ id, due, amount, isUndated }) =>
    [id, due, amount, ...(isUndated ? ['undated'] : [])].join(' '),
  );
const paye: Place = { account: '814', kind: 'paye' };

const cis = (period: number, amount = '25.00') => ({ year: 2026, period, cisSuffered: Money.parse(amount) });

/** Reading begins on 20 August 2025, in tax month 4 (from 6 August), and today is 10 December. */
test.each([
  ['the month in which reading begins may be in what was brought forward', [cis(4)], []],
  ['the month after it counts, on its last day', [cis(5)], ['5 2025-10-05 -25.00']],
  ['this month counts, today', [cis(8)], ['8 2025-12-10 -25.00']],
  ['a month to come does not', [cis(9)], []],
  ['a month without any does not', [cis(5, '0.00')], []],
])('CIS suffered: %s', (_, months, expected) => {
  const told = (account: string, policy: Policy) =>
    cisOn(facts({ months, policy }), { account, kind: 'paye' }).map(
      ({ of, datedOn, amount }) => `${of.period} ${datedOn} ${amount}`,
    );
  expect(told('814', { cisSuffered: '814' })).toEqual(expected);
  expect(told('814', { cisSuffered: '820' })).toEqual([]);
});

test('CIS suffered counts from the day on which reading begins', () => {
  const first = { start: '2025-09-06', months: [cis(4), cis(5)], policy: { cisSuffered: '814' } };
  expect(cisOn(facts(first), paye).map(({ of }) => of.period)).toEqual([5]);
});

const adjustment = (over: object) => ({
  ...{ year: 2026, period: 5, tag: 'levy-1', kind: 'levy', dueOn: '2025-10-22', inPayment: false },
  lines: [{ ...line('814', '9.00'), datedOn: '2025-10-01' }],
  ...over,
});
const wages = [
  run('2025-09-30', 5, [line('814', '300.00'), line('902', '900.00', [], 'ann')]),
  run('2025-10-31', 6, [line('814', '310.00'), line('902', '900.00', [], 'ann')]),
  run('2025-11-28', 7, [line('814', '320.00'), line('902', '0.00', [], 'ann')]),
];

test.each<[string, Parameters<typeof facts>[0], readonly string[]]>([
  [
    'a month',
    {},
    ['paye 2026-06 2025-10-22 300.00', 'paye 2026-07 2025-11-22 310.00', 'paye 2026-08 2025-12-22 320.00'],
  ],
  [
    'a quarter',
    { policy: { payePeriod: 'quarterly' } },
    ['paye 2026-06 2025-10-22 300.00', 'paye 2026-09 2026-01-22 630.00'],
  ],
  [
    'a month, less what was recovered, and a levy in its payment',
    {
      adjustments: [adjustment({ kind: 'recovery' }), adjustment({ inPayment: true })] as never,
      runs: wages.slice(0, 1),
    },
    ['paye 2026-06 2025-10-22 318.00'],
  ],
  [
    'a month, and a levy apart',
    { adjustments: [adjustment({})] as never, runs: wages.slice(0, 1) },
    ['paye 2026-06 2025-10-22 300.00', 'levy-1 2025-10-22 9.00'],
  ],
  [
    'a month, less CIS suffered',
    { months: [cis(5)], policy: { cisSuffered: '814' }, runs: wages.slice(0, 1) },
    ['paye 2026-06 2025-10-22 275.00'],
  ],
  [
    'a debt of before that has a day, one that has none, and none that was accepted',
    {
      runs: wages.slice(0, 1),
      notes: [
        note({ dueOn: '2025-09-01' }),
        note({ item: 'older' }),
        note({ kind: 'accepted' }),
        note({ account: '815' }),
      ],
    },
    ['old 2025-09-01 40.00', 'older 2025-08-20 40.00 undated', 'paye 2026-06 2025-10-22 300.00'],
  ],
  [
    'what was due before reading began is due on its first day',
    { start: '2025-11-01', runs: wages.slice(0, 2) },
    ['paye 2026-06 2025-11-01 300.00', 'paye 2026-07 2025-11-22 310.00'],
  ],
])('HMRC is paid by %s', (_, over, expected) => {
  expect(shown(facts({ runs: wages, ...over }), paye)).toEqual(expected);
});

test('levy and Class 1A are called so', () => {
  const called = (over: object) =>
    itemsOf(facts({ adjustments: [adjustment(over)] as never }), chargesOf(facts()), paye).map(({ what }) => what);
  expect([called({}), called({ kind: 'class1a' })]).toEqual([
    ['Apprenticeship levy 2025/26 month 6'],
    ['Class 1A 2025/26'],
  ]);
});

test('each person’s net pay is due on its pay date', () => {
  const ann: Place = { account: '902', kind: 'pay', userPath: 'ann' };
  expect(shown(facts({ runs: wages }), ann)).toEqual([
    'net 2025-09-30 2025-09-30 900.00',
    'net 2025-10-31 2025-10-31 900.00',
  ]);
  const left = [note({ ...{ account: '902', userPath: 'ann', kind: 'accepted', as: 'left_on_account' } })];
  expect(shown(facts({ runs: wages.slice(0, 1), notes: left }), ann)).toEqual([
    'net 2025-09-30 2025-09-30 900.00 undated',
  ]);
  // Only what that person left, and only where it was accepted.
  for (const over of [
    { userPath: 'bob' },
    { kind: 'brought_forward', amount: Money.zero },
    { as: 'rounding' },
  ] as const) {
    const others = [{ ...(left[0] as Note), ...over }];
    expect(shown(facts({ runs: wages.slice(0, 1), notes: others }), ann)).toEqual(['net 2025-09-30 2025-09-30 900.00']);
  }
});

const policy: Policy = { pensionDay: 22, attachmentsDay: 19 };
test.each<[LiabilityOf, readonly string[], Policy, string]>([
  ['pension', ['employee_pension'], policy, 'pension 2025-10-22 2025-10-22 12.00'],
  ['other', ['attachments'], policy, 'attachments 2025-10-19 2025-10-19 12.00'],
  ['other', ['payroll_giving'], policy, 'attachments 2025-10-19 2025-10-19 12.00'],
  ['other', ['union'], { ...policy, otherDeductionsDay: null }, 'other 2025-09-26 2025-09-26 7.00 undated'],
  ['other', ['union'], { ...policy, otherDeductionsDay: 10 }, 'other 2025-10-10 2025-10-10 12.00'],
])('two weeks of %s from %j are due by the policy’s day', (kind, from, given, first) => {
  const weeks = [run('2025-09-26', 5, [line('813', '7.00', from)]), run('2025-09-30', 5, [line('813', '5.00', from)])];
  expect(shown(facts({ runs: weeks, policy: given }), { account: '813', kind })[0]).toBe(first);
});
type LiabilityOf = Place['kind'];

/** Reading begins on 6 August 2025. */
it.each<[LiabilityOf, Policy, string]>([
  ['pay', policy, '2025-08-06'],
  // Of the month to 5 August.
  ['paye', policy, '2025-08-22'],
  ['paye', { ...policy, payePeriod: 'quarterly' }, '2025-10-22'],
  ['pension', policy, '2025-08-22'],
  ['other', policy, '2025-08-19'],
])('what was on an account of %s before is due on %j', (kind, given, due) => {
  const place: Place = { account: '814', kind };
  const of = facts({
    start: '2025-08-06',
    policy: given,
    notes: [note({}), note({ kind: 'accepted' }), note({ account: '815' })],
  });
  expect(broughtForward(of, place, Money.parse('100.00'))).toMatchObject({ id: 'brought-forward', due });
  expect(broughtForward(of, place, Money.parse('100.00'))?.amount.toString()).toBe('60.00');
  expect(broughtForward(of, place, Money.parse('40.00'))).toBeUndefined();
});

test.each([
  [
    'half-way between pay dates, and as far behind the last',
    ['2025-06-30', '2025-07-31'],
    '2025-08-01',
    ['2025-06-01', '2025-07-16', '2025-08-16'],
  ],
  [
    'to the day after today, where that is later',
    ['2025-06-30', '2025-07-31'],
    '2025-08-20',
    ['2025-06-01', '2025-07-16', '2025-08-16', '2025-08-21'],
  ],
  ['fifteen days behind a single pay date', ['2025-06-30'], '2025-06-30', ['2025-06-01', '2025-07-16']],
  ['to the day after today without a pay date', [], '2025-06-30', ['2025-06-01', '2025-07-01']],
  [
    'without pay dates of before, or the same twice',
    ['2025-05-30', '2025-06-30', '2025-06-30'],
    '2025-06-30',
    ['2025-06-01', '2025-07-16'],
  ],
])('windows of net pay end %s', (_, dates, on, cuts) => {
  expect(cutsBetweenPayDates(dates, '2025-06-01', on)).toEqual(cuts);
});

test('windows of what is paid to others are the tax months', () => {
  expect(cutsBetweenTaxMonths('2025-06-20', '2025-08-05')).toEqual(['2025-06-20', '2025-07-06', '2025-08-06']);
  expect(cutsBetweenTaxMonths('2025-06-20', '2025-08-06')).toEqual([
    '2025-06-20',
    '2025-07-06',
    '2025-08-06',
    '2025-09-06',
  ]);
});

test('a quarter’s PAYE is called so, and a place by its account and person', () => {
  const of = { year: 2026, period: 4 };
  const called = (policy: Policy) => payeItem(of, facts({ policy }).policy).what;
  expect([called({ payePeriod: 'quarterly' }), called({})]).toEqual(['PAYE 2025/26 quarter 2', 'PAYE 2025/26 month 5']);
  expect([placeKey('814'), placeKey('902', 'ann')]).toEqual(['814', '902 ann']);
});

test('what an adjustment posts is ours, on its own day', () => {
  const { posted } = chargesOf(facts({ adjustments: [adjustment({})] as never }));
  expect([...posted].map(([place, all]) => [place, all.map(({ datedOn, amount }) => `${datedOn} ${amount}`)])).toEqual([
    ['814', ['2025-10-01 9.00']],
  ]);
});

test.each([
  ['of the month in which reading begins', { start: '2025-09-20' }, 'PAYE 2025/26 month 6, paid from 20 Sep on'],
  [
    'of the quarter in which it begins',
    { start: '2025-07-06', policy: { payePeriod: 'quarterly' } },
    'PAYE 2025/26 quarter 2',
  ],
  [
    'of a quarter of which a month is before it',
    { start: '2025-08-06', policy: { payePeriod: 'quarterly' } },
    'PAYE 2025/26 quarter 2, paid from 6 Aug on',
  ],
  ['of a month that is read whole', { start: '2025-09-06' }, 'PAYE 2025/26 month 6'],
] as const)('an item %s says what it is of', (_, over, what) => {
  const of = facts({ ...over, runs: wages.slice(0, 1) });
  expect(itemsOf(of, chargesOf(of), paye).map((item) => item.what)).toEqual([what]);
});
