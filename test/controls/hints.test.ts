import { expect, test } from '@jest/globals';
import type { PlaceJudged } from '../../src/controls/judge/company.js';
import { byPlace, type CompanyFacts } from '../../src/controls/judge/facts.js';
import { type Bank, hinted } from '../../src/controls/judge/hints.js';
import type { Item, OpenItem } from '../../src/controls/judge/item.js';
import type { Window } from '../../src/controls/judge/windows.js';
import { Money } from '../../src/journal/nouns/money.js';
import { defaultPolicy } from '../../src/journal/policy/policy.js';

/** Ann's wage of 30 September is open: 100.00. Its window is from 15 September, its early part to the 24th. */
const item: Item = {
  id: 'net',
  what: 'Net pay of 30 September 2025',
  due: '2025-09-30',
  amount: Money.parse('100.00'),
};
const windows: readonly Window[] = [
  { from: '2025-08-20', to: '2025-08-25', own: [] },
  { from: '2025-08-26', to: '2025-09-14', own: [{ ...item, due: '2025-08-29' }] },
  { from: '2025-09-15', to: '2025-09-24', own: [] },
  { from: '2025-09-25', to: '2025-10-15', own: [item] },
];
const nothing = { open: [], beyond: [], ahead: Money.zero, waiting: Money.zero, rest: Money.zero };
const place = (over: object = {}, more: Partial<PlaceJudged> = {}): PlaceJudged => ({
  place: { account: '902', kind: 'pay', userPath: 'ann', ...over },
  ...{ name: 'Ann', balance: Money.zero, judged: nothing, windows, cleared: () => Money.zero },
  ...more,
});
const facts = {
  ...{ on: '2025-11-20', start: '2025-06-01', policy: { ...defaultPolicy.controls, cisWithheld: '815' } },
  names: new Map([['bob', { name: 'Bob', user: '' }]]),
} as unknown as CompanyFacts;
const open: OpenItem = { item, left: Money.parse('100.00'), state: 'no_payment_posted' };

interface Given {
  readonly places?: readonly PlaceJudged[];
  /** Of an account, before the window and at its end. */
  readonly moved?: readonly (readonly [account: string, before: string, after: string, userPath?: string])[];
  readonly bank?: Partial<Bank>;
  readonly of?: Partial<OpenItem>;
  /** The day of the reading, and whose account it is. */
  readonly on?: string;
  readonly at?: object;
}

function hintsOf({ places = [], moved = [], bank, of = {}, on = facts.on, at = {} }: Given) {
  const day = (pick: 1 | 2) =>
    byPlace(
      moved.map(([account, before, after, userPath]) => ({
        ...{ account, name: 'Other', amount: Money.parse(pick === 1 ? before : after) },
        ...(userPath !== undefined && { userPath }),
      })),
    );
  const balances = new Map([
    ['2025-09-14', day(1)],
    [on < '2025-10-15' ? on : '2025-10-15', day(2)],
  ]);
  const read: Bank | undefined = bank && { from: '2025-06-01', unexplained: [], until: '2025-11-20', ...bank };
  const { state, hints } = hinted(
    place(at),
    { ...open, ...of },
    { facts: { ...facts, on }, balances, places, ...(read && { bank: read }) },
  );
  return [state, ...hints];
}

const days = 'from 15 September 2025 to 15 October 2025';
test.each<[string, Given, readonly string[]]>([
  ['nothing else moved', {}, []],
  [
    'a suspense account moved by it',
    { moved: [['905', '0.00', '-100.00']] },
    [`905 Other moved by the same £100.00 ${days}.`],
  ],
  [
    'a suspense account moved by it before its days are over',
    { moved: [['905', '0.00', '-100.00']], on: '2025-10-08' },
    ['905 Other moved by the same £100.00 from 15 September 2025 to 8 October 2025.'],
  ],
  [
    'its own account, one that is watched, moved by it',
    { moved: [['907', '0.00', '-100.00']], at: { account: '907', kind: 'other', userPath: undefined } },
    [],
  ],
  ['a suspense account moved by another amount', { moved: [['905', '-100.00', '-100.00']] }, []],
  ['an account of payroll moved by it', { moved: [['902', '0.00', '-100.00', 'bob']] }, []],
  [
    'the account for CIS withheld moved by it',
    { moved: [['815', '20.00', '-80.00']] },
    [`815 Other moved by the same £100.00 ${days}.`],
  ],
  [
    'a person’s part of one moved by it',
    { moved: [['907', '0.00', '-100.00', 'bob']] },
    [`907 Other Bob moved by the same £100.00 ${days}.`],
  ],
  [
    'a part of no one known moved by it',
    { moved: [['907', '0.00', '-100.00', 'eve']] },
    [`907 Other  moved by the same £100.00 ${days}.`],
  ],
  [
    'another was cleared by it',
    { places: [place({ userPath: 'bob' }, { name: 'Bob', cleared: () => Money.parse('100.00') })] },
    [`902 Bob was cleared by the same £100.00 ${days}.`],
  ],
  [
    'another holds it beyond his own',
    {
      places: [
        place(
          { userPath: 'bob' },
          {
            name: 'Bob',
            judged: {
              ...nothing,
              beyond: [{ state: 'paid_over', amount: Money.parse('100.00'), from: '2025-09-15', to: '2025-10-15' }],
            },
          },
        ),
      ],
    },
    [`902 Bob was cleared by the same £100.00 ${days}.`],
  ],
  [
    'another held it before',
    {
      places: [
        place(
          { userPath: 'bob' },
          {
            judged: {
              ...nothing,
              beyond: [{ state: 'paid_over', amount: Money.parse('100.00'), from: '2025-09-14', to: '2025-10-15' }],
            },
          },
        ),
      ],
    },
    [],
  ],
  [
    'another holds it since',
    {
      places: [
        place(
          { userPath: 'bob' },
          {
            judged: {
              ...nothing,
              beyond: [{ state: 'paid_over', amount: Money.parse('100.00'), from: '2025-09-15', to: '2025-10-16' }],
            },
          },
        ),
      ],
    },
    [],
  ],
  [
    'another holds another amount',
    {
      places: [
        place(
          { userPath: 'bob' },
          {
            judged: {
              ...nothing,
              beyond: [{ state: 'paid_over', amount: Money.parse('1.00'), from: '2025-09-15', to: '2025-10-15' }],
            },
          },
        ),
      ],
    },
    [],
  ],
  ['it was cleared itself', { places: [place({}, { cleared: () => Money.parse('100.00') })] }, []],
  [
    'an account of no person was cleared by it',
    { places: [place({ kind: 'paye', userPath: undefined }, { cleared: () => Money.parse('100.00') })] },
    [],
  ],
])('an open wage, where %s', (_, given, hints) => {
  expect(hintsOf(given)).toEqual(['no_payment_posted', ...hints]);
});

const line = (datedOn: string, amount: string) => ({ datedOn, amount: Money.parse(amount) });
test.each<[string, Partial<Bank>, readonly string[]]>([
  ['shows nothing of it', {}, ['no_payment_posted']],
  ['could not be read', { problem: 'it refused' }, ['no_payment_posted']],
  [
    'has its payment, not explained',
    { unexplained: [line('2025-09-15', '100.00')] },
    ['paid_not_yet_explained', 'A bank line of £100.00 on 15 September 2025 is not explained yet.'],
  ],
  ['has such a line of before', { unexplained: [line('2025-09-14', '100.00')] }, ['no_payment_posted']],
  [
    'has a larger line',
    { unexplained: [line('2025-09-30', '250.00')] },
    ['cannot_tell_yet', 'A bank line of £250.00 on 30 September 2025 is not explained, and may contain it.'],
  ],
  ['has a smaller line', { unexplained: [line('2025-09-30', '99.00')] }, ['no_payment_posted']],
  ['ends on the last of its days', { until: '2025-10-03' }, ['no_payment_posted']],
  ['ends before', { until: '2025-10-02' }, ['cannot_tell_yet']],
  ['has no line at all', { until: undefined }, ['cannot_tell_yet']],
])('an open wage, where the bank %s', (_, bank, expected) => {
  expect(hintsOf({ bank })).toEqual(expected);
});

test('what is not past its days has no hints, and of two that fit neither is called paid', () => {
  expect(hintsOf({ of: { state: 'due' }, moved: [['905', '0.00', '-100.00']] })).toEqual(['due']);
  const among = [item, { ...item, what: 'Net pay of 31 October 2025' }];
  const fits = `The payment that was posted fits ${among.map(({ what }) => what).join(' or ')}: we cannot tell which of them it was for.`;
  const of = { state: 'one_of_these', among } as const;
  expect(hintsOf({ of })).toEqual(['one_of_these', fits]);
  expect(hintsOf({ of, bank: { unexplained: [line('2025-09-30', '100.00')] } })).toEqual([
    'one_of_these',
    'A bank line of £100.00 on 30 September 2025 is not explained yet.',
    fits,
  ]);
});

test('what was due before any window is looked for from the first day', () => {
  const before = { item: { ...item, due: '2025-06-19' } };
  expect(hintsOf({ of: before, bank: { unexplained: [line('2025-06-01', '100.00')] } })[0]).toBe(
    'paid_not_yet_explained',
  );
  expect(hintsOf({ of: before, bank: { unexplained: [line('2025-05-31', '100.00')] } })[0]).toBe('no_payment_posted');
});
