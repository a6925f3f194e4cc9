import { addDays } from '../../src/journal/nouns/dates.js';
import { Money } from '../../src/journal/nouns/money.js';
import type { Item } from '../../src/controls/judge/item.js';
import { judgeAccount } from '../../src/controls/judge/together.js';
import { cutsBetweenPayDates } from '../../src/controls/judge/windows.js';

/** One account as its bookkeeper sees it: what fell due, and what was paid. */
export interface Story {
  /** "2025-06-30 100.00"; "?" behind it: without a day of its own. */
  readonly owed: readonly string[];
  readonly paid: readonly string[];
  /** What was there before 1 June. */
  readonly before?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Six months' wages, each of another amount, and the same paid a month ahead. */
const days = ['2025-06-30', '2025-07-31', '2025-08-29', '2025-09-30', '2025-10-31', '2025-11-28'];
const amounts = ['100.00', '110.00', '120.00', '130.00', '140.00', '150.00'];
export const owed = days.map((day, at) => `${day} ${amounts[at]}`);
export const same = days.map((day) => `${day} 100.00`);
const earlier = ['2025-06-02', '2025-07-02', '2025-08-01', '2025-09-02', '2025-10-02', '2025-11-03'];
export const early = earlier.map((day, at) => `${day} ${amounts[at]}`);
export const earlySame = earlier.map((day) => `${day} 100.00`);
/** August is the third, so number 2. */
export const but = (list: readonly string[], at: number, ...instead: string[]) => [
  ...list.slice(0, at),
  ...instead,
  ...list.slice(at + 1),
];

/** What happens, and what is said from which day on; on every day it adds up to what the account holds. */
export type Told = readonly [what: string, story: Story, told: readonly string[]];

const amountOf = (text: string) => Money.parse(text.split(' ')[1] ?? '');
const dayOf = (text: string) => text.split(' ')[0] ?? '';

function itemOf(text: string, at: number): Item {
  const due = dayOf(text);
  return { id: `${due} ${at}`, what: due, due, amount: amountOf(text), ...(text.endsWith('?') && { isUndated: true }) };
}

/** What is said on a day: "30 Jun no_payment_posted 100.00". Every day must add up. */
export function saidOn({ owed, paid, before }: Story, on: string): readonly string[] {
  const items = owed.map(itemOf).filter(({ due }) => due <= addDays(on, 45));
  const days = owed.filter((one) => !one.endsWith('?')).map(dayOf);
  const cleared = (from: string, to: string) =>
    Money.sum(paid.filter((one) => from <= dayOf(one) && dayOf(one) <= to && dayOf(one) <= on).map(amountOf));
  const cuts = cutsBetweenPayDates(days, '2025-06-01', on);
  const forward = before === undefined ? undefined : itemOf(before, -1);
  const judged = judgeAccount({ items, cleared, ...(forward && { forward }) }, { cuts, on });
  const { open, beyond, ahead, waiting, rest } = judged;
  return [
    ...open.map(({ item, left, state, among }) =>
      [item.due.slice(5), state, left, ...(among ?? []).map(({ due }) => due.slice(5))].join(' '),
    ),
    ...beyond.map(({ state, amount, item, from, to }) =>
      [state, amount, item?.due.slice(5) ?? `${from.slice(5)}..${to.slice(5)}`].join(' '),
    ),
    ...(ahead.isZero() ? [] : [`ahead ${ahead}`]),
    ...(waiting.isZero() ? [] : [`waiting ${waiting}`]),
    ...(rest.isZero() ? [] : [`unexplained ${rest}`]),
  ];
}

/** Day by day: each day on which something else is said than the day before. */
export function told(story: Story): readonly string[] {
  const lines: string[] = [];
  let before = '';
  for (let on = story.from ?? '2025-06-25'; on <= (story.to ?? '2025-12-05'); on = addDays(on, 1)) {
    const said = saidOn(story, on).join('; ');
    if (said !== before) lines.push(`${on.slice(5)}: ${said || 'clear'}`);
    before = said;
  }
  return lines;
}
