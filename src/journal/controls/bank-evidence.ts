import { bankDaysAfter } from '../bank-days.js';
import { addDays, daysBetween, inWords } from '../dates.js';
import { Money } from '../money.js';
import type { Bank, BankLine, Debt } from './control.js';

/** A bank line shows only an amount and a date: it is evidence, never proof. */

/** Pay and PAYE are due monthly: a payment more than half a month after the last debt belongs to the next one. */
const usualIntervalDays = 30;
/** Wages leave the bank some days before the pay date, by habit or because it is not a working day. */
const daysAhead = 14;

export const usualGraceBankDays = 3;

export const graceEndOf = (dueOn: string, graceBankDays = usualGraceBankDays): string =>
  bankDaysAfter(dueOn, graceBankDays);

/** Payments by debt: a payment belongs to the debt of its amount whose day is nearest. */
export interface Payments {
  readonly of: (debt: Debt) => readonly BankLine[];
  /** Payments more than 14 days after the last of these debts: for the next one, which payroll does not know yet. */
  readonly ahead: readonly BankLine[];
}

export function paymentsOf(debts: readonly Debt[], bank: Bank): Payments {
  const own = new Map<Debt, BankLine[]>();
  const ahead: BankLine[] = [];
  const amounts = new Map<bigint, Debt[]>();
  for (const debt of debts) {
    const key = debt.amount.toPence();
    amounts.set(key, [...(amounts.get(key) ?? []), debt]);
  }
  const last = debts.map(dayOf).sort().at(-1);
  for (const line of bank.lines) {
    if (!line.explained || !line.amount.isPositive()) continue;
    const near = nearest(line, amounts.get(line.amount.toPence()) ?? []);
    if (near !== undefined) own.set(near, [...(own.get(near) ?? []), line]);
    else if (last === undefined || daysBetween(last, line.datedOn) > daysAhead) ahead.push(line);
  }
  return { of: (debt) => own.get(debt) ?? [], ahead };
}

const dayOf = ({ dueOn, arisesOn }: Debt) => dueOn ?? arisesOn;

function nearest(line: BankLine, debts: readonly Debt[]): Debt | undefined {
  const distance = (debt: Debt) => Math.abs(daysBetween(dayOf(debt), line.datedOn));
  const [first] = debts.toSorted((a, b) => distance(a) - distance(b));
  if (first === undefined) return undefined;
  const late = daysBetween(dayOf(first), line.datedOn);
  // Nearer to the day on which the next debt will be due.
  const isNext = first === debts.at(-1) && late > usualIntervalDays / 2;
  return isNext ? undefined : first;
}

/** Lines that sum to an amount, and the day of the last. */
export interface Fit {
  readonly lines: readonly BankLine[];
  readonly seen: string;
}

/** The unexplained line, or two of them, that sum to the amount. */
export function unexplainedThatFit(amount: Money, from: string, bank: Bank): Fit | undefined {
  const open = openSince(from, bank);
  const one = open.find((line) => line.amount.equals(amount));
  if (one !== undefined) return { lines: [one], seen: one.datedOn };
  for (const [index, first] of open.entries()) {
    const second = open.slice(index + 1).find((line) => line.amount.plus(first.amount).equals(amount));
    if (second !== undefined) return { lines: [first, second], seen: second.datedOn };
  }
  return undefined;
}

/** Why the bank does not show yet whether a debt was paid; undefined if it does. */
export function notExplainedYet(debt: Debt, graceEnd: string, bank: Bank): string | undefined {
  const last = bank.lines
    .map(({ datedOn }) => datedOn)
    .sort()
    .at(-1);
  if (last === undefined) return 'the bank shows no transaction since';
  if (last < graceEnd) return `the bank shows nothing after ${inWords(last)}`;
  const larger = openSince(debt.arisesOn, bank).find((line) => line.amount.compare(debt.amount) >= 0);
  if (larger === undefined) return undefined;
  return `${larger.amount.inPounds()} of ${inWords(larger.datedOn)} is not explained and may contain it`;
}

function openSince(from: string, bank: Bank): readonly BankLine[] {
  const since = addDays(from, -daysAhead);
  return bank.lines.filter((line) => !line.explained && line.amount.isPositive() && line.datedOn >= since);
}

export function explainedOf(amount: Money, from: string, bank: Bank): BankLine | undefined {
  const since = addDays(from, -daysAhead);
  return bank.lines.find((line) => line.explained && line.datedOn >= since && line.amount.equals(amount));
}
