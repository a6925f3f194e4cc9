import { expect, test } from '@jest/globals';
import type { Known } from '../../src/controls/judge/causes.js';
import type { ChargedLine, CompanyFacts, RunFacts } from '../../src/controls/judge/facts.js';
import type { Bank } from '../../src/controls/judge/hints.js';
import { type Part, saidOnce } from '../../src/controls/judge/said-once.js';
import type { Place } from '../../src/controls/judge/items.js';
import { Money } from '../../src/journal/nouns/money.js';
import { defaultPolicy } from '../../src/journal/policy/policy.js';

const money = (text: string) => Money.parse(text);
const places: Record<string, Place> = {
  ann: { account: '902', userPath: 'ann', kind: 'pay' },
  bob: { account: '902', userPath: 'bob', kind: 'pay' },
  hmrc: { account: '814', kind: 'paye' },
};
const at = (who: string) => places[who] as Place;
const day = '2025-10-31';
const idOf = (who: string, paid = day) => (who === 'hmrc' ? 'paye 2026-07' : `net ${paid}`);

/** "ann 100.00 no_payment_posted" */
function part(text: string, over: Partial<Part> = {}): Part {
  const [who = '', amount = '', state = 'no_payment_posted'] = text.split(' ');
  const words = { id: idOf(who), item: `${who}’s`, due: day, hints: [] };
  return { ...words, place: at(who), amount: money(amount), state: state as Part['state'], ...over };
}
const line = (text: string): ChargedLine => {
  const [who = '', amount = ''] = text.split(' ');
  const { account, userPath } = at(who);
  return { account, ...(userPath !== undefined && { userPath }), amount: money(amount), from: [] };
};
const of = { year: 2026, period: 6, datedOn: day };
/** October is not in the books: it charges these. */
const october = (...charged: readonly string[]) => {
  const lines = charged.map(line);
  const cause: Known = {
    ...{ what: 'October is not in the books: held', todo: 'Decide.', run: of },
    lines: lines.map((one) => ({ ...one, amount: one.amount.negated() })),
  };
  return { cause, run: { ...of, lines } as unknown as RunFacts };
};

function said(
  open: readonly Part[],
  { waiting, bank }: { waiting?: ReturnType<typeof october>; bank?: Partial<Bank> },
) {
  const facts = {
    ...{ policy: defaultPolicy.controls, runs: waiting ? [waiting.run] : [] },
    kinds: new Map(Object.values(places).map(({ account, kind }) => [account, kind])),
  } as unknown as CompanyFacts;
  const read: Bank | undefined = bank && { from: '2025-06-01', unexplained: [], ...bank };
  const { causes, open: left } = saidOnce(facts, { causes: waiting ? [waiting.cause] : [], open }, read);
  return [
    ...causes.map(
      ({ what, lines }) => `${what}: ${lines.map(({ amount, part: own }) => `${amount}${own ? '*' : ''}`)}`,
    ),
    ...left.map(({ item, amount, state }) => `${item} ${state} ${amount}`),
  ];
}

const held = 'October is not in the books: held';
test.each<[string, readonly string[], readonly string[]]>([
  ['all of it', ['ann 100.00', 'bob 200.00', 'hmrc 50.00'], [`${held}, and no payment of it is known on 814, 902: `]],
  ['wages alone', ['ann 100.00', 'bob 200.00'], [`${held}, and no payment of it is known on 902: -50.00`]],
  ['one wage of two', ['ann 100.00'], [`${held}: -200.00,-50.00`]],
  ['another amount', ['ann 99.00'], [`${held}: -100.00,-200.00,-50.00`, 'ann’s no_payment_posted 99.00']],
  ['another state', ['ann 100.00 part_paid'], [`${held}: -100.00,-200.00,-50.00`, 'ann’s part_paid 100.00']],
])('a pay run that waits, of which no payment is posted, is one cause: %s', (_, open, expected) => {
  const waiting = october('ann 100.00', 'bob 200.00', 'hmrc 50.00');
  expect(
    said(
      open.map((one) => part(one)),
      { waiting },
    ),
  ).toEqual(expected);
});

test('an item of another pay run is not the one that waits', () => {
  const open = [part('ann 100.00', { id: idOf('ann', '2025-09-30') })];
  expect(said(open, { waiting: october('ann 100.00') })).toEqual([
    `${held}: -100.00`,
    'ann’s no_payment_posted 100.00',
  ]);
});

test('what falls due after the end of the bank is one cause, each with its item, for as long as no one names it', () => {
  const unknown = { state: 'cannot_tell_yet', because: 'bank_ends' } as const;
  const open = [part('ann 100.00', unknown), part('bob 200.00', unknown), part('hmrc 50.00 accepted')];
  const words = 'which payments were made cannot be told yet: 100.00*,200.00*';
  expect(said(open, { bank: { until: '2025-10-02' } })).toEqual([
    `The bank ends on 2 October 2025: ${words}`,
    'hmrc’s accepted 50.00',
  ]);
  expect(said(open, { bank: {} })[0]).toBe(`The bank shows no line since 1 June 2025: ${words}`);
});

test('an unexplained bank line that may contain several is one cause; of one it is that item’s hint', () => {
  const larger = { datedOn: '2025-11-03', amount: money('900.00') };
  const maybe = { state: 'cannot_tell_yet', because: larger } as const;
  const bank = { until: '2025-11-10', unexplained: [larger] };
  expect(said([part('ann 100.00', maybe), part('bob 200.00', maybe)], { bank })).toEqual([
    'A bank line of £900.00 on 3 November 2025 is not explained, and may contain any of these payments: 100.00*,200.00*',
  ]);
  expect(said([part('ann 100.00', maybe)], { bank })).toEqual(['ann’s cannot_tell_yet 100.00']);
});

test('a bank that cannot be read is said once, where anything needs a person', () => {
  const bank = { problem: 'there is no bank account' };
  expect(said([part('ann 100.00'), part('bob 200.00')], { bank })).toEqual([
    'The bank shows nothing: there is no bank account: ',
    'ann’s no_payment_posted 100.00',
    'bob’s no_payment_posted 200.00',
  ]);
  expect(said([part('ann 100.00 due')], { bank })).toEqual(['ann’s due 100.00']);
});
