import type { BankLine, Debt } from '../../../src/journal/controls/control.js';
import { addDays, daysBetween } from '../../../src/journal/dates.js';
import { bankDayOnOrBefore, bankDaysAfter } from '../../../src/journal/bank-days.js';
import { Money } from '../../../src/journal/money.js';

/**
 * Random companies and how they pay one person's wages for a year. What happened in the judged month is known, so that
 * what the classifier answers can be counted. It sees only what the service would show: a balance, and bank lines.
 */

export const paymentKinds = [
  'on time',
  'late, and paid since',
  'late, still unpaid',
  'early',
  'weeks early',
  'short',
  'over',
  'twice',
  'lump of two months',
  'wrong month',
  'never',
  'to the wrong account',
  'to net salary expense',
  'in the bank, not explained',
  'bank not explained so far',
  'by hand journal',
  'by hand journal of an odd amount',
] as const;
export type PaymentKind = (typeof paymentKinds)[number];

export interface Story {
  readonly kind: PaymentKind;
  readonly on: string;
  readonly balance: Money;
  readonly debts: readonly Debt[];
  readonly lines: readonly BankLine[];
  readonly elsewhere: readonly { readonly account: string; readonly amount: Money }[];
}

/** Mulberry32: a small seeded generator with the same results everywhere. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const monthEnds = ['04-30', '05-29', '06-30', '07-31', '08-28', '09-30', '10-30', '11-30', '12-31'];

/** All months up to the judged one; the earlier ones were paid on time. */
export function storyOf(kind: PaymentKind, judged: number, random: () => number): Story {
  const pence = (from: number, to: number) => Money.pence(BigInt(Math.floor(from + random() * (to - from))));
  const isSteady = random() < 0.5;
  const salary = pence(120_000, 480_000);
  const days = Array.from({ length: 12 }, (_, month) => payDay(month));
  const debts = days.map((day): Debt => {
    const amount = isSteady ? salary : salary.plus(pence(-40_000, 60_000));
    return { what: `Net pay of ${day}`, arisesOn: day, dueOn: day, amount };
  });
  const known = debts.slice(0, Math.min(judged + 2, 12));
  const debt = debts[judged] as Debt;
  const next = debts[judged + 1];
  const before = debts[judged - 1];
  const day = debt.dueOn as string;
  const graceEnd = bankDaysAfter(day, 3);
  const isEarly = kind === 'early' && next !== undefined;
  const on = isEarly ? addDays(next.arisesOn, -7) : addDays(graceEnd, 3 + Math.floor(random() * 6));
  const lines: BankLine[] = [];
  const elsewhere: { account: string; amount: Money }[] = [];
  let cleared = Money.zero;
  const pay = (datedOn: string, amount: Money, explained = true) => {
    if (datedOn > on) return;
    lines.push({ datedOn, amount, explained });
    if (explained) cleared = cleared.plus(amount);
  };
  const clear = (amount: Money) => {
    cleared = cleared.plus(amount);
  };
  const part = pence(1000, 60_000);
  for (const one of debts.slice(0, judged)) {
    if (one === before && kind === 'lump of two months') continue;
    pay(bankDayOnOrBefore(one.dueOn as string), one.amount);
  }
  switch (kind) {
    case 'on time':
      pay(bankDayOnOrBefore(day), debt.amount);
      break;
    case 'late, and paid since':
      pay(addDays(graceEnd, 2), debt.amount);
      break;
    case 'late, still unpaid':
    case 'never':
      break;
    case 'early':
      pay(bankDayOnOrBefore(day), debt.amount);
      if (next) pay(addDays(next.arisesOn, -9), next.amount);
      break;
    case 'weeks early':
      pay(bankDayOnOrBefore(day), debt.amount);
      if (next) pay(addDays(graceEnd, 2), next.amount);
      break;
    case 'short':
      pay(bankDayOnOrBefore(day), debt.amount.minus(part));
      break;
    case 'over':
      pay(bankDayOnOrBefore(day), debt.amount.plus(part));
      break;
    case 'twice':
      pay(bankDayOnOrBefore(day), debt.amount);
      pay(addDays(bankDayOnOrBefore(day), 1), debt.amount);
      break;
    case 'lump of two months':
      pay(bankDayOnOrBefore(day), debt.amount.plus(before?.amount ?? Money.zero));
      break;
    case 'wrong month':
      pay(bankDayOnOrBefore(day), (before ?? debt).amount);
      break;
    case 'to the wrong account':
      lines.push({ datedOn: bankDayOnOrBefore(day), amount: debt.amount, explained: true });
      elsewhere.push({ account: '907', amount: debt.amount });
      break;
    case 'to net salary expense':
      lines.push({ datedOn: bankDayOnOrBefore(day), amount: debt.amount, explained: true });
      elsewhere.push({ account: '404', amount: debt.amount });
      break;
    case 'in the bank, not explained':
      pay(bankDayOnOrBefore(day), debt.amount, false);
      break;
    case 'bank not explained so far':
      break;
    case 'by hand journal':
      clear(debt.amount);
      break;
    case 'by hand journal of an odd amount':
      clear(debt.amount.minus(part));
      break;
  }
  // Rent, stationery: the bank is in use and explained to the day, except for the kind that is about that.
  const last = kind === 'bank not explained so far' ? addDays(day, -2) : on;
  for (let from = (debts[0] as Debt).arisesOn; daysBetween(from, last) >= 0; from = addDays(from, 9)) {
    lines.push({ datedOn: from, amount: pence(500, 90_000), explained: true });
  }
  if (kind !== 'bank not explained so far') lines.push({ datedOn: last, amount: pence(500, 9000), explained: true });
  const charged = Money.sum(known.filter(({ arisesOn }) => arisesOn <= on).map(({ amount }) => amount));
  return { kind, on, balance: charged.minus(cleared), debts: known, lines, elsewhere };
}

function payDay(month: number): string {
  const named = monthEnds[month];
  return named === undefined ? `2027-0${month - 8}-28` : `2026-${named}`;
}
