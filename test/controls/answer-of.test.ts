import { expect, test } from '@jest/globals';
import { answerOf } from '../../src/controls/judge/answer-of.js';
import type { Known } from '../../src/controls/judge/causes.js';
import type { CompanyJudged, PlaceJudged } from '../../src/controls/judge/company.js';
import type { CompanyFacts, Line, Note } from '../../src/controls/judge/facts.js';
import type { Beyond, Item, OpenItem } from '../../src/controls/judge/item.js';
import type { Place } from '../../src/controls/judge/items.js';
import { Money } from '../../src/journal/nouns/money.js';
import { defaultPolicy } from '../../src/journal/policy/policy.js';

const money = (text: string) => Money.parse(text);
const ann: Place = { account: '902', userPath: 'ann', kind: 'pay' };
const eve: Place = { account: '902', userPath: 'eve', kind: 'pay' };
const paye: Place = { account: '814', kind: 'paye' };
const wage: Item = { id: 'net 2025-10-31', what: 'Net pay of 31 October', due: '2025-10-31', amount: money('9.00') };
const open = (of: Item, left: string, state: OpenItem['state'] = 'part_paid'): OpenItem => ({
  ...{ item: of, left: money(left), state },
});
const judged = (place: Place, balance: string, over: Partial<PlaceJudged['judged']> = {}): PlaceJudged => ({
  ...{ place, name: place.userPath ?? 'PAYE/NI', balance: money(balance), windows: [], cleared: () => Money.zero },
  judged: { open: [], beyond: [], ahead: Money.zero, waiting: Money.zero, rest: Money.zero, ...over },
});

function answer(places: readonly PlaceJudged[], facts: Partial<CompanyFacts> = {}, causes: readonly Known[] = []) {
  const all = {
    ...{ on: '2025-11-20', start: '2025-06-06', policy: defaultPolicy.controls, notes: [], months: [], runs: [] },
    names: new Map([['ann', { name: 'Ann', user: 'https://x/ann' }]]),
    ...facts,
  } as unknown as CompanyFacts;
  return answerOf(all, new Map(), { places, causes, plain: new Map() } satisfies CompanyJudged);
}

const partsOf = (places: readonly PlaceJudged[], facts: Partial<CompanyFacts> = {}) =>
  answer(places, facts).accounts.flatMap((one) => one.open.map((part) => `${part.item}: ${part.state} ${part.amount}`));

const back = { from: '2025-10-06', to: '2025-11-05', amount: money('9.00') };
test.each<[Beyond, string]>([
  [{ ...back, state: 'paid_twice', item: wage }, 'Paid twice: Net pay of 31 October: paid_twice -9.00'],
  [{ ...back, state: 'paid_twice' }, 'Paid twice: 6 Oct to 5 Nov: paid_twice -9.00'],
  [{ ...back, state: 'paid_over', item: wage }, 'Paid over what was owed: 6 Oct to 5 Nov: paid_over -9.00'],
  [{ ...back, state: 'credit', item: wage }, 'Credit, not set off yet: Net pay of 31 October: credit -9.00'],
  [{ ...back, state: 'credit' }, 'Credit, not set off yet: 6 Oct to 5 Nov: credit -9.00'],
  [{ ...back, state: 'credited', item: wage }, 'Credited: 6 Oct to 5 Nov: credited -9.00'],
  [{ ...back, state: 'other_postings' }, 'Other postings: 6 Oct to 5 Nov: other_postings -9.00'],
])('what was cleared beyond what was due is called: %j', (beyond, words) => {
  expect(partsOf([judged(ann, '-9.00', { beyond: [beyond] })])).toEqual([words]);
});

const note = (over: Partial<Note> = {}): Note => ({
  ...{ ...ann, item: wage.id, amount: wage.amount, kind: 'accepted', as: 'rounding', reason: 'A penny' },
  ...over,
});
test.each<[string, Note, OpenItem['state'], string]>([
  ['is named', note(), 'part_paid', 'rounding'],
  ['that is not past its day keeps its own words', note(), 'due', 'due'],
  ['is not named by a debt that was entered under its id', note({ kind: 'brought_forward' }), 'part_paid', 'part_paid'],
  ['is not named by what was said of someone else', note({ userPath: 'eve' }), 'part_paid', 'part_paid'],
])('a part %s', (_, of, state, named) => {
  expect(partsOf([judged(ann, '9.00', { open: [open(wage, '9.00', state)] })], { notes: [of] })).toEqual([
    `Net pay of 31 October: ${named} 9.00`,
  ]);
});

test('a cause is known on its own accounts alone, and who is not known any more is named by their address', () => {
  const lines: readonly Line[] = [
    { account: '902', userPath: 'ann', amount: money('4.00') },
    { account: '902', userPath: 'eve', amount: money('-4.00') },
  ];
  const cause: Known = { what: 'Mixed', todo: 'Split', lines };
  const said = answer([judged(ann, '4.00'), judged(eve, '-4.00'), judged(paye, '7.00')], {}, [cause]);
  expect(said.accounts.map(({ user, known, notDue }) => [user, known, notDue])).toEqual([
    ['https://x/ann', '4.00', '0.00'],
    ['eve', '-4.00', '0.00'],
    [undefined, '0.00', '7.00'],
  ]);
  expect(said.causes[0]?.accounts.map(({ user }) => user)).toEqual(['https://x/ann', 'eve']);
});
