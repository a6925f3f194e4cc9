import { addDays, daysBetween } from '../../src/journal/nouns/dates.js';
import { isBankDay } from '../../src/journal/nouns/bank-days.js';
import { Money } from '../../src/journal/nouns/money.js';
import type { Item } from '../../src/controls/judge/item.js';

/** Random years of one account: what was owed, when it was paid, and what is true of it on each day. */

export const faults = [
  ...['never', 'late', 'short', 'over', 'twice', 'early', 'with_the_next', 'in_parts', 'by_instalments', 'refunded'],
] as const;
export type Fault = 'none' | (typeof faults)[number];

export interface Year {
  readonly items: readonly Item[];
  readonly cuts: readonly string[];
  readonly paid: readonly { readonly on: string; readonly amount: Money }[];
  readonly fault: Fault;
  /** The item that something is wrong with. */
  readonly bad: Item;
  readonly isSteady: boolean;
  readonly habit: 'on_time' | 'early' | 'in_parts';
  /** From that day on nothing is wrong any more. */
  readonly mendedOn?: string;
  readonly cleared: (from: string, to: string) => Money;
}

export function random(seed: number): () => number {
  let state = (seed * 0x9e3779b1) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

export type Kind = 'weekly' | 'four_weekly' | 'monthly' | 'hmrc';
export const kinds: readonly Kind[] = ['weekly', 'four_weekly', 'monthly', 'hmrc'];

const onBankDay = (day: string, step: 1 | -1): string => {
  let found = day;
  while (!isBankDay(found)) found = addDays(found, step);
  return found;
};

function dueDays(kind: Kind): readonly string[] {
  const months = Array.from({ length: 12 }, (_, index) => {
    const month = ((3 + index) % 12) + 1;
    return `${month < 4 ? 2026 : 2025}-${String(month).padStart(2, '0')}`;
  });
  if (kind === 'hmrc') return months.map((month) => `${month}-22`);
  if (kind === 'monthly') return months.map((month) => onBankDay(`${month}-28`, -1));
  const days = kind === 'weekly' ? 7 : 28;
  return Array.from({ length: kind === 'weekly' ? 48 : 12 }, (_, index) => addDays('2025-04-11', index * days));
}

function cutDays(kind: Kind, due: readonly string[]): readonly string[] {
  if (kind === 'hmrc') return ['2025-03-06', ...due.map((day) => `${day.slice(0, 8)}06`), '2026-04-06', '2026-05-06'];
  const gaps = due.map((day, at) =>
    daysBetween(day, due[at + 1] ?? addDays(day, daysBetween(due[at - 1] ?? day, day))),
  );
  const first = addDays(due[0] as string, -Math.floor((gaps[0] as number) / 2));
  return [first, ...due.map((day, at) => addDays(day, Math.floor((gaps[at] as number) / 2) + 1))];
}

export function yearOf(seed: number, kind: Kind, fault: Fault, habit: Year['habit']): Year {
  const next = random(seed);
  for (let warm = 0; warm < 5; warm++) next();
  const below = (most: number) => Math.floor(next() * most);
  const isSteady = next() < 0.6;
  const base = 20_000 + below(380_000);
  const due = dueDays(kind);
  const cuts = cutDays(kind, due);
  const amount = () => Money.pence(BigInt(isSteady ? base : base + below(18_000) - 9000));
  const items = due.map(
    (day, at): Item => ({ id: String(at).padStart(2, '0'), what: `debt ${at}`, due: day, amount: amount() }),
  );
  const at = 2 + below(items.length - 7);
  const bad = items[at] as Item;
  const usual = (item: Item): string => {
    if (habit === 'early') return onBankDay(addDays(item.due, -22 - below(4)), 1);
    const day = onBankDay(addDays(item.due, below(5) - 2), next() < 0.5 ? -1 : 1);
    // Anyone who pays on time pays within the window, and hardly ever long before a bank holiday.
    return cuts.some((cut) => item.due < cut && cut <= day) ? onBankDay(item.due, -1) : day;
  };
  const paid: { on: string; amount: Money }[] = [];
  const pay = (on: string, what: Money) => paid.push({ on, amount: what });
  const share = (whole: Money, parts: number) => Money.pence(whole.toPence() / BigInt(parts));
  let mendedOn: string | undefined;
  let owed = Money.zero;
  for (const [index, item] of items.entries()) {
    const on = usual(item);
    if (item === bad && fault !== 'none') {
      const later = (days: number) => onBankDay(addDays(item.due, days), 1);
      switch (fault) {
        case 'never':
          break;
        case 'late':
          mendedOn = later(8 + below(32));
          pay(mendedOn, item.amount);
          break;
        case 'with_the_next':
          mendedOn = usual(items[index + 1] as Item);
          pay(mendedOn, item.amount);
          break;
        case 'short':
          pay(on, item.amount.minus([Money.pence(100n), Money.pence(2500n), share(item.amount, 2)][below(3)] as Money));
          break;
        case 'over':
          pay(on, item.amount.plus(Money.pence([100n, 2500n][below(2)] as bigint)));
          break;
        case 'twice':
          pay(on, item.amount);
          pay(onBankDay(addDays(on, below(2)), 1), item.amount);
          break;
        case 'early': {
          const before = daysBetween((items[index - 1] as Item).due, item.due);
          pay(before > 8 ? onBankDay(addDays(item.due, -below(before / 2) - 4), 1) : on, item.amount);
          break;
        }
        case 'in_parts': {
          const first = share(item.amount, 3);
          pay(on < item.due ? on : item.due, first);
          pay(on, item.amount.minus(first));
          break;
        }
        case 'by_instalments':
          owed = item.amount;
          break;
        case 'refunded':
          pay(on, item.amount);
          pay(onBankDay(addDays(on, 1), 1), item.amount.negated());
          mendedOn = later(10 + below(20));
          pay(mendedOn, item.amount);
          break;
      }
      continue;
    }
    let instalment = Money.zero;
    if (!owed.isZero()) {
      const third = share(bad.amount, 3).plus(Money.pence(1n));
      instalment = owed.compare(third) < 0 ? owed : third;
      owed = owed.minus(instalment);
      if (owed.isZero()) mendedOn = on;
    }
    if (habit === 'in_parts') {
      const first = share(item.amount, 4);
      pay(onBankDay(addDays(item.due, -below(3)), -1), first);
      pay(on > item.due ? on : onBankDay(item.due, -1), item.amount.minus(first).plus(instalment));
    } else pay(on, item.amount.plus(instalment));
  }
  const sorted = paid.toSorted((one, other) => (one.on < other.on ? -1 : 1));
  const upTo = (day: string) => sums[sorted.findLastIndex(({ on }) => on <= day) + 1] as bigint;
  const sums = sorted.reduce<bigint[]>((all, one) => [...all, (all.at(-1) as bigint) + one.amount.toPence()], [0n]);
  const cleared = (from: string, to: string) => Money.pence(upTo(to) - upTo(addDays(from, -1)));
  return { items, cuts, paid, fault, bad, isSteady, habit, cleared, ...(mendedOn && { mendedOn }) };
}
