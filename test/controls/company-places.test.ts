import { expect, test } from '@jest/globals';
import { daysNeeded, judgeCompany } from '../../src/controls/judge/company.js';
import { byPlace, type CompanyFacts, keyOf, type Note } from '../../src/controls/judge/facts.js';
import { Money } from '../../src/journal/nouns/money.js';
import { defaultPolicy } from '../../src/journal/policy/policy.js';
import { judgedOf, said, type Told } from './company-stories.js';

const placesIn = (told: Told) => judgedOf(told).judged.places.map(({ place }) => keyOf(place));
const note = (over: Partial<Note>): Note => ({
  ...{ account: '902', amount: Money.parse('40.00'), kind: 'brought_forward', as: 'rounding', item: 'old' },
  ...{ reason: 'May', dueOn: '2025-06-10' },
  ...over,
});
const ofAnn = { day: '2025-10-31', lines: ['902 ann 100.00'] };
const annsPay = '2025-10-31 902 ann 100.00';

test.each<[string, Told, readonly string[]]>([
  ['was charged', { runs: [ofAnn], paid: [annsPay] }, ['902 ann']],
  ['was charged to two', { runs: [{ ...ofAnn, lines: [...ofAnn.lines, '902 bob 1.00'] }] }, ['902 ann', '902 bob']],
  // Paid by mistake: payroll does not know them.
  ['has a balance of someone else', { runs: [ofAnn], paid: ['2025-10-31 902 cat 100.00'] }, ['902 ann', '902 cat']],
  [
    'had one, on a day that was read',
    { runs: [ofAnn], paid: ['2025-10-10 902 cat 9.00', '2025-11-18 902 cat -9.00'] },
    ['902 ann', '902 cat'],
  ],
  ['came to nothing on every day', { runs: [ofAnn], paid: ['2025-10-31 902 cat 0.00'] }, ['902 ann']],
  ['has a balance, and was never charged', { runs: [], paid: ['2025-10-31 814 - 9.00'] }, ['814']],
  ['has nothing', { runs: [] }, []],
  ['a person entered a debt of', { runs: [], facts: { notes: [note({ userPath: 'bob' })] } }, ['902 bob']],
])('an account is judged for each of whom it %s', (_, told, places) => {
  expect(placesIn(told)).toEqual(places);
});

test('a debt of before that a person entered is open where no one has been paid yet', () => {
  const notes = [note({ userPath: 'bob' })];
  expect(said({ runs: [], paid: ['2025-06-05 902 bob -40.00'], facts: { notes } })).toEqual([
    'open',
    '902 Bob: Brought forward: May: no_payment_posted 40.00',
  ]);
});

/** Ann is paid each Friday, Bob at the month's end. */
const fridays = ['2025-10-03', '2025-10-10', '2025-10-17', '2025-10-24'];
const weekly = fridays.map((day) => ({ day, lines: ['902 ann 25.00'] }));
const ends = ['2025-09-30', '2025-10-31'];
const monthly = ends.map((day) => ({ day, lines: ['902 bob 200.00'] }));
const all = [...fridays.map((day) => `${day} 902 ann 25.00`), ...ends.map((day) => `${day} 902 bob 200.00`)];
const runs = [...weekly, ...monthly];

test('of two payrolls on one account each person is judged once, with their own windows', () => {
  expect(placesIn({ runs, paid: all })).toEqual(['902 ann', '902 bob']);
  const { judged } = judgedOf({ runs, paid: all });
  const [ann, bob] = judged.places.map(({ windows }) => windows.flatMap(({ own }) => own.map(({ due }) => due)));
  expect([ann, bob]).toEqual([fridays, ends]);
});

/** An account's plain windows by its key; none if nothing more need be looked at. */
const plainIn = (told: Told) => [...judgedOf(told).judged.plain].map(([key, days]) => [key, [...days]]);
const lessBob = all.filter((one) => one !== '2025-09-30 902 bob 200.00');
test.each<[string, Told, readonly string[]]>([
  ['nothing is open', { runs, paid: all }, []],
  ['a wage is not past its days', { runs: [...runs, { day: '2025-11-19', lines: ['902 cat 1.00'] }], paid: all }, []],
  ['a wage is open', { runs, paid: lessBob }, ['902 1']],
  ['a wage was paid twice', { runs, paid: [...all, '2025-09-30 902 bob 200.00'] }, ['902 1']],
])('the early days of windows are read only where %s', (_, told, keys) => {
  expect(plainIn(told).map(([key]) => key)).toEqual(keys);
});

test('they are read of the windows that are not plain, and of none in which CIS was suffered', () => {
  const paye = ['2025-08-29', '2025-09-30', '2025-10-31'].map((day) => ({ day, lines: ['814 - 50.00'] }));
  const paid = ['2025-09-22 814 - 50.00', '2025-10-22 814 - 45.00'];
  const { facts, judged } = judgedOf({ runs: paye, paid });
  const more = (of: CompanyFacts) => daysNeeded(of, judged.plain).filter((day) => !daysNeeded(of).includes(day));
  const [first] = plainIn({ runs: paye, paid });
  // Those to 5 August had nothing, and that to 5 October was paid.
  expect(first).toEqual(['814', ['2025-06-06', '2025-07-06', '2025-08-06', '2025-09-06']]);
  expect(more(facts)).toEqual(['2025-10-16', '2025-11-18']);
  const months = [{ year: 2026, period: 6, cisSuffered: Money.parse('3.00') }];
  expect(more({ ...facts, months, policy: { ...defaultPolicy.controls, cisSuffered: '814' } })).toEqual(['2025-11-18']);
});

test('what the books have of a day to come says nothing about today', () => {
  const { facts, balances } = judgedOf({ runs: [ofAnn], paid: [annsPay] });
  const later = byPlace([{ account: '750', amount: Money.parse('1.00'), name: 'Bank' }]);
  const { causes } = judgeCompany(facts, new Map([...balances, ['2025-12-31', later]]));
  expect(causes).toEqual([]);
});

test('an account that the books lack on one day since it was first posted to may have been renamed', () => {
  const days = ['2025-08-29', '2025-10-31'];
  const { facts, balances } = judgedOf({ runs: days.map((day) => ({ day, lines: ['814 - 50.00'] })), paid: [] });
  const on = (day: string) => {
    const lines = [...(balances.get(day)?.values() ?? [])].filter(({ account }) => account !== '814');
    return judgeCompany(facts, new Map([...balances, [day, byPlace(lines)]])).causes.map(({ what }) => what);
  };
  // Tax month 5 ends on 5 September, and nothing was posted by 5 August.
  expect(on('2025-09-05')).toEqual(['The trial balance does not have 814, although it was posted to']);
  expect(on('2025-08-05')).toEqual([]);
});
