import {
  type Balance,
  byPlace,
  type CompanyFacts,
  type PostedLine,
  type RunFacts,
} from '../../src/controls/judge/facts.js';
import { chargedBy, rollForward, rollForwardByPerson } from '../../src/controls/show/roll-forward.js';
import { Money } from '../../src/journal/nouns/money.js';
import { defaultPolicy } from '../../src/journal/policy/policy.js';

const line = (account: string, amount: string, userPath?: string) => ({
  ...{ account, amount: Money.parse(amount), from: [], name: '' },
  ...(userPath !== undefined && { userPath }),
});
const posted = (datedOn: string, journalSet: string, lines: readonly ReturnType<typeof line>[]): PostedLine[] =>
  lines.map((one) => ({ ...one, datedOn, journalSet }));

const run = (datedOn: string, period: number, given: Partial<RunFacts>): RunFacts => ({
  ...{ year: 2026, period, datedOn, lines: [], inBooks: 'yes', isInDoubt: false, altered: [], waits: '', todo: '' },
  ...given,
});

const september = [line('814', '300.00'), line('902', '1000.00', 'ann'), line('902', '700.00', 'bob')];

/** September was posted by us, October by others, and in November a set of September was reversed. */
const facts: CompanyFacts = {
  ...{ on: '2025-11-20', start: '2025-09-06', policy: defaultPolicy.controls, months: [], notes: [], names: new Map() },
  kinds: new Map([
    ['814', 'paye'],
    ['902', 'pay'],
  ]),
  runs: [
    run('2025-09-30', 5, {
      lines: september,
      posted: [
        ...posted('2025-09-30', 'set/1', september),
        ...posted('2025-11-10', 'set/2', [line('902', '-700.00', 'bob')]),
      ],
      altered: [line('902', '5.00', 'ann')],
    }),
    run('2025-10-31', 6, { lines: [line('814', '310.00'), line('902', '1000.00', 'ann')] }),
    // Held.
    run('2025-11-14', 7, { lines: [line('814', '999.00')], inBooks: 'no' }),
  ],
  adjustments: [
    {
      ...{ year: 2026, period: 6, tag: 'levy', kind: 'levy', dueOn: '2025-11-22', inPayment: false },
      lines: posted('2025-10-20', 'set/3', [line('814', '40.00')]),
    },
  ],
};

const balances = new Map(
  Object.entries({
    '2025-09-05': [line('814', '50.00')],
    '2025-10-05': [line('814', '300.00'), line('902', '5.00', 'ann'), line('902', '700.00', 'bob')],
    '2025-11-05': [line('814', '350.00'), line('902', '700.00', 'bob'), line('407', '1.00')],
    '2025-11-20': [line('814', '350.00')],
  } satisfies Record<string, Balance[]>).map(([day, lines]) => [day, byPlace(lines)]),
);

const shown = (rows: ReturnType<typeof rollForward>) =>
  rows.map(({ account, userPath = '', from, to, opening, charged, cleared, closing }) =>
    [account, userPath, from, to, opening, charged, cleared, closing].map(String).join(' ').replace('  ', ' '),
  );

test('opening, charged, cleared and closing by tax month, the latest first; the last to the day of the reading', () => {
  expect(shown(rollForward(facts, balances))).toEqual([
    '814 2025-11-06 2025-11-20 350.00 0.00 0.00 350.00',
    '814 2025-10-06 2025-11-05 300.00 350.00 300.00 350.00',
    '814 2025-09-06 2025-10-05 50.00 300.00 50.00 300.00',
    '902 2025-11-06 2025-11-20 700.00 -700.00 0.00 0.00',
    '902 2025-10-06 2025-11-05 705.00 1000.00 1005.00 700.00',
    '902 2025-09-06 2025-10-05 0.00 1705.00 1000.00 705.00',
  ]);
});

test('a month one of whose ends no one read is left out', () => {
  const some = new Map([...balances].filter(([day]) => day !== '2025-10-05'));
  expect([...new Set(rollForward(facts, some).map(({ from }) => from))]).toEqual(['2025-11-06']);
});

test('by person, the lines sum to the account’s', () => {
  const month = { account: '902', from: '2025-09-06', to: '2025-10-05' };
  const people = rollForwardByPerson(facts, balances, month);
  expect(shown(people)).toEqual([
    '902 ann 2025-09-06 2025-10-05 0.00 1005.00 1000.00 5.00',
    '902 bob 2025-09-06 2025-10-05 0.00 700.00 0.00 700.00',
  ]);
  expect(rollForwardByPerson(facts, balances, { ...month, account: '814' })).toEqual([]);
});

test.each([
  ['814', '2025-10-06', '2025-11-05', ['levy 2025-10-20 40.00 set/3', 'run 2025-10-31 310.00 others']],
  ['902', '2025-09-06', '2025-10-05', ['run 2025-09-30 1705.00 set/1']],
  // It leads to its run, whatever day its reversal has.
  ['902', '2025-11-06', '2025-11-20', ['run 2025-09-30 -700.00 set/2']],
  ['814', '2025-11-06', '2025-11-20', []],
])('what charged %s from %s to %s', (account, from, to, expected) => {
  const charges = chargedBy(facts, { account, from, to }).map(({ isPayRun, datedOn, amount, sets }) =>
    [isPayRun ? 'run' : 'levy', datedOn, amount, sets.join() || 'others'].join(' '),
  );
  expect(charges).toEqual(expected);
});

test('what charged a month adds up to it, but for CIS suffered', () => {
  const cis = { year: 2026, period: 6, cisSuffered: Money.parse('25.00') };
  const suffered = { ...facts, policy: { ...facts.policy, cisSuffered: '814' }, months: [cis] };
  for (const row of rollForward(suffered, balances)) {
    const rest = row.charged.minus(Money.sum(chargedBy(suffered, row).map(({ amount }) => amount)));
    const isItsMonth = row.account === '814' && row.from === '2025-10-06';
    expect([row.account, row.from, rest.toString()]).toEqual([row.account, row.from, isItsMonth ? '-25.00' : '0.00']);
  }
});
