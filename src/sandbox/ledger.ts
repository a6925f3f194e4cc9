import { touch } from './row.js';

export interface Entry {
  readonly id: number;
  /** The top level code; a sub account is named by the user beside it. */
  category: string;
  userKey?: string;
  debit: bigint;
  description?: string;
  /** capital_asset_type, stock_item, stock_altering_quantity, contact, property. */
  others?: Readonly<Record<string, unknown>>;
}

export interface OpeningItem {
  readonly url: string;
  readonly description: string;
  readonly debit: bigint;
}

export interface JournalSet {
  readonly id: number;
  /** The opening balances set has none. */
  datedOn?: string;
  description: string;
  tag?: string;
  entries: readonly Entry[];
  readonly createdAt: number;
  updatedAt: number;
  readonly opening?: { readonly bankAccounts: readonly OpeningItem[]; readonly stockItems: readonly OpeningItem[] };
}

/** A company's journal sets, kept in order of date and number so that a range is two binary searches. */
export class Ledger {
  #sets = new Map<number, JournalSet>();
  #ordered: JournalSet[] = [];
  opening: JournalSet | undefined;

  get(id: number): JournalSet | undefined {
    return this.#sets.get(id);
  }

  add(set: JournalSet): void {
    this.#sets.set(set.id, set);
    if (set.datedOn === undefined) this.opening = set;
    else this.#ordered.splice(this.#placeOf(set.datedOn, set.id), 0, set);
  }

  remove(set: JournalSet): void {
    this.#sets.delete(set.id);
    if (set.datedOn === undefined) this.opening = undefined;
    else this.#ordered.splice(this.#placeOf(set.datedOn, set.id), 1);
  }

  /** Puts other content in a set, and the set in its new place. */
  change(set: JournalSet, content: Pick<JournalSet, 'datedOn' | 'description' | 'tag' | 'entries'>, now: number): void {
    this.remove(set);
    Object.assign(set, content);
    touch(set, now);
    this.add(set);
  }

  /** Sets dated from one day to another, both included; without the opening balances. */
  dated(from?: string, to?: string): readonly JournalSet[] {
    const start = from === undefined ? 0 : this.#placeOf(from, 0);
    const end = to === undefined ? this.#ordered.length : this.#placeOf(to, Number.POSITIVE_INFINITY);
    return this.#ordered.slice(start, end);
  }

  /** Where a set of this date and number stands, or would stand. */
  #placeOf(date: string, id: number): number {
    let low = 0;
    let high = this.#ordered.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const set = this.#ordered[middle]!;
      if (set.datedOn! < date || (set.datedOn === date && set.id < id)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
