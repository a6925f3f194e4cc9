import type { ReadBooks } from '../../books/books.js';
import { withoutSuffix } from '../../journal/nouns/chart.js';
import { type DateRange, daysBetween } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import type { KeptBalances, KeptLine } from '../../record/controls.entity.js';
import { type Balance, type Balances, byPlace, type DayBalances } from '../judge/facts.js';

/** Earlier than any company's books: their first day can be changed, so balances are read from this day instead. */
const beforeAll = '1990-01-01';

export async function balancesIn(books: ReadBooks, range: DateRange): Promise<readonly Balance[]> {
  const lines = await books.trialBalance(range);
  return lines.map(({ code, name = '', userPath, total }) => ({
    account: withoutSuffix(code),
    ...(userPath !== undefined && { userPath }),
    name,
    amount: total.negated(),
  }));
}

/** The accounts that payroll, and its payments, may be on: 404, 405 and everything that is no cost. */
const isKept = ({ account }: Balance): boolean => account >= '700' || account === '404' || account === '405';

/** All the others are one line without an account, so that a missing line still shows. */
export function asKept(day: DayBalances): readonly KeptLine[] {
  const lines = [...day.values()].filter(({ amount }) => !amount.isZero());
  const rest = Money.sum(lines.filter((line) => !isKept(line)).map(({ amount }) => amount));
  const kept = [...lines.filter(isKept), ...(rest.isZero() ? [] : [{ account: '', name: '', amount: rest }])];
  return kept.map((line) => ({ ...line, amount: line.amount.toString() }));
}

const daysBetweenReadings = 7;

/**
 * The balances at the ends of days, each read from before the books began, in one request for all accounts. A day that
 * is over is read once and kept. Someone may date a journal back, so it is read again while something is open.
 */
export class DaysRead {
  readonly #days: Map<string, DayBalances>;
  /** The days that were read now, and differ from what was kept, or were not kept. */
  readonly changed = new Set<string>();
  readonly #readAt: Map<string, Date>;

  constructor(
    private readonly books: ReadBooks,
    kept: readonly KeptBalances[],
    private readonly report: (done: number, of: number) => void = () => {},
  ) {
    this.#days = new Map(kept.map(({ day, lines }) => [day, asRead(lines)]));
    this.#readAt = new Map(kept.map(({ day, readAt }) => [day, readAt]));
  }

  get balances(): Balances {
    return this.#days;
  }

  async need(days: readonly string[]): Promise<void> {
    const missing = days.filter((day) => !this.#days.has(day));
    for (const [index, day] of missing.entries()) {
      this.report(index, missing.length);
      await this.#read(day);
    }
  }

  /** A day that is not over is always read, and never kept. */
  async now(day: string): Promise<void> {
    this.#days.set(day, byPlace(await balancesIn(this.books, { from: beforeAll, to: day })));
  }

  /** Back from the latest until one still holds; those of a week ago and before all of them. */
  async again(now: Date): Promise<void> {
    const days = [...this.#readAt].toSorted(([a], [b]) => (a < b ? 1 : -1));
    const today = now.toISOString().slice(0, 10);
    let holds = false;
    for (const [day, readAt] of days) {
      const isOld = daysBetween(readAt.toISOString().slice(0, 10), today) >= daysBetweenReadings;
      if (holds && !isOld) continue;
      const before = asKept(this.#days.get(day) as DayBalances);
      await this.#read(day);
      holds = isSame(before, asKept(this.#days.get(day) as DayBalances));
    }
  }

  async #read(day: string): Promise<void> {
    this.#days.set(day, byPlace(await balancesIn(this.books, { from: beforeAll, to: day })));
    this.changed.add(day);
  }
}

export const asRead = (lines: readonly KeptLine[]): DayBalances => byPlace(lines.map(parsed));

const parsed = (line: KeptLine): Balance => ({ ...line, amount: Money.parse(line.amount) });

const isSame = (one: readonly KeptLine[], other: readonly KeptLine[]): boolean =>
  JSON.stringify(one.map(inOrder).sort()) === JSON.stringify(other.map(inOrder).sort());
const inOrder = ({ account, userPath = '', amount }: KeptLine) => `${account} ${userPath} ${amount}`;
