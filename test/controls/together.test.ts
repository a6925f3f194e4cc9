import { expect, test } from '@jest/globals';
import type { Item } from '../../src/controls/judge/item.js';
import { judgeTogether } from '../../src/controls/judge/together.js';
import { cutsBetweenPayDates } from '../../src/controls/judge/windows.js';
import { Money } from '../../src/journal/nouns/money.js';

/** "2025-09-30 100.00", of Ann, Bob and Cat: what each is owed, and what was paid on each one's account. */
interface People {
  readonly owed: readonly (readonly string[])[];
  readonly paid: readonly (readonly string[])[];
  readonly on?: string;
}

const [june, july, august] = ['2025-06-30', '2025-07-31', '2025-08-29'];
const dayOf = (text: string) => text.slice(0, 10);
const amountOf = (text: string) => Money.parse(text.slice(11));
const itemOf = (text: string): Item => ({ id: text, what: text, due: dayOf(text), amount: amountOf(text) });

/** Who has what open or beyond, the wages that are mixed, and the windows of which no more need be known. */
function told({ owed, paid, on = '2025-09-10' }: People) {
  const accounts = owed.map((own, person) => ({
    items: own.map(itemOf),
    cleared: (from: string, to: string) =>
      Money.sum((paid[person] ?? []).filter((one) => from <= dayOf(one) && dayOf(one) <= to).map(amountOf)),
  }));
  const cuts = cutsBetweenPayDates([june, july, august], '2025-06-06', on);
  const { accounts: judged, mixed, plain } = judgeTogether(accounts, { cuts, on });
  expect(judged.map(({ rest }) => rest.toString())).toEqual(judged.map(() => '0.00'));
  return {
    open: judged.flatMap(({ open, beyond }, person) => [
      ...open.map(({ item, left }) => `${person} ${item.due} ${left}`),
      ...beyond.map(({ state, amount }) => `${person} ${state} ${amount}`),
    ]),
    mixed: mixed.map(({ paid: all, beyond }) => [all, ...beyond].join(' ')),
    plain: [...plain],
  };
}

const wages = (...days: readonly string[]) => days.map((day) => `${day} 100.00`);
const all = wages(june, july, august);
const nothing = { open: [], mixed: [] };

test.each<[string, People, object]>([
  ['each is paid on their own', { owed: [all, all], paid: [all, all] }, nothing],
  [
    'the last two are paid on one account',
    { owed: [all, all], paid: [[...all, `${august} 100.00`], wages(june, july)] },
    { open: [], mixed: ['200.00 100.00 -100.00'] },
  ],
  [
    'a journal puts that right before the next wages',
    {
      owed: [all, all],
      paid: [
        [...all, `${june} 100.00`, '2025-07-20 -100.00'],
        [...wages(july, august), '2025-07-20 100.00'],
      ],
    },
    nothing,
  ],
  [
    'a journal puts that right with the next wages',
    {
      owed: [all, all],
      paid: [
        [...all, `${june} 100.00`, `${july} -100.00`],
        [...wages(july, august), `${july} 100.00`],
      ],
    },
    nothing,
  ],
  [
    'it puts right one month of two',
    {
      owed: [all, all],
      paid: [
        [...all, `${june} 100.00`, `${july} 50.00`, '2025-08-20 -50.00'],
        [`${july} 50.00`, `${august} 100.00`, '2025-08-20 50.00'],
      ],
    },
    { open: [], mixed: ['200.00 100.00 -100.00'] },
  ],
  [
    'a journal moves an amount where no wages are due',
    {
      owed: [all, all],
      paid: [
        [...all, '2025-07-20 7.00'],
        [...all, '2025-07-20 -7.00'],
      ],
    },
    { open: ['0 other_postings 7.00', '1 credited -7.00'], mixed: [] },
  ],
  [
    'what one has more is an older wage of theirs, paid late',
    { owed: [all, all], paid: [[...wages(july, august), `${august} 100.00`], wages(june, july)] },
    { open: ['1 2025-08-29 100.00'], mixed: [] },
  ],
  [
    'what one lacks was paid to them ahead',
    {
      owed: [all, all],
      paid: [
        [...all, `${august} 100.00`],
        [...wages(june, july), `${july} 100.00`],
      ],
    },
    { open: [], mixed: [] },
  ],
  [
    'a third has something ahead, and their own',
    { owed: [all, all, all], paid: [[...all, `${august} 100.00`], wages(june, july), [...all, `${july} 1.00`]] },
    { open: ['2 paid_over 1.00'], mixed: ['300.00 100.00 -100.00 0.00'] },
  ],
  ['the last are paid, and their days go on', { owed: [all, all], paid: [all, all], on: august }, nothing],
])('wages of several people: %s', (_, people, expected) => {
  const { plain: __, ...said } = told(people);
  expect(said).toEqual(expected);
});

const windows = ['2025-06-06', '2025-06-25', '2025-07-16', '2025-07-28', '2025-08-15', '2025-08-26'];
const but = (...days: readonly number[]) => windows.filter((_, at) => !days.includes(at));
test.each<[string, People, readonly string[]]>([
  ['each is paid on their own', { owed: [all], paid: [all] }, windows],
  // Of both no more need be known: all that was paid in it was for wages.
  ['wages are mixed', { owed: [all, all], paid: [[...all, `${july} 100.00`], wages(june, august)] }, but(3)],
  [
    'a wage is open, and paid in the next',
    { owed: [all], paid: [[...wages(june, august), `${august} 100.00`]] },
    but(3, 4, 5),
  ],
  [
    'something is or was ahead',
    { owed: [all], paid: [[...wages(june, august), '2025-07-20 100.00']] },
    but(2, 3, 4, 5),
  ],
])('the windows are plain but those in which %s', (_, people, plain) => {
  expect(told(people).plain).toEqual(plain);
});
