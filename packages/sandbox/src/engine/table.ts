/** One record. A row is never changed: a change replaces it with a new one. */
export interface Row {
  readonly key: string;
  readonly values: Values;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type Values = Readonly<Record<string, unknown>>;
export type SortValue = string | number;

/** A selection of rows in an order, kept up to date, so that a page costs no more in a large table. */
interface Listing {
  readonly rows: Row[];
  readonly matches: (row: Row) => boolean;
  readonly valueOf: (row: Row) => SortValue;
  readonly sign: 1 | -1;
}

interface ListingPlan {
  readonly matches: (row: Row) => boolean;
  readonly valueOf: (row: Row) => SortValue;
  readonly sign: 1 | -1;
  /** Fields with one wanted value each: rows are found by an index on them, not by reading every row. */
  readonly equal: Readonly<Record<string, unknown>>;
}

const LISTINGS_KEPT = 32;

export class Table {
  #rows = new Map<string, Row>();
  #listings = new Map<string, Listing>();
  #groups = new Map<string, Map<unknown, Map<string, Row>>>();

  get size(): number {
    return this.#rows.size;
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key);
  }

  has(key: string): boolean {
    return this.#rows.has(key);
  }

  values(): IterableIterator<Row> {
    return this.#rows.values();
  }

  keys(): IterableIterator<string> {
    return this.#rows.keys();
  }

  put(row: Row): Row {
    const before = this.#rows.get(row.key);
    this.#rows.set(row.key, row);
    this.#reorder(before, row);
    return row;
  }

  delete(key: string): boolean {
    const before = this.#rows.get(key);
    if (!before) return false;
    this.#rows.delete(key);
    this.#reorder(before, undefined);
    return true;
  }

  /** The rows whose field holds this value. */
  having(field: string, value: unknown): Iterable<Row> {
    let group = this.#groups.get(field);
    if (!group) {
      group = new Map();
      this.#groups.set(field, group);
      for (const row of this.#rows.values()) addTo(group, row.values[field], row);
    }
    return group.get(value)?.values() ?? [];
  }

  /** The rows of a plan, in its order. The name is the key under which the plan is kept. */
  listing(name: string, plan: () => ListingPlan): readonly Row[] {
    const known = this.#listings.get(name);
    if (known) {
      this.#listings.delete(name);
      this.#listings.set(name, known);
      return known.rows;
    }
    const { equal, ...rest } = plan();
    const [first, ...others] = Object.entries(equal);
    const matches = (row: Row) =>
      Object.entries(equal).every(([field, value]) => row.values[field] === value) && rest.matches(row);
    const source = first ? this.having(first[0], first[1]) : this.#rows.values();
    const rows = [...source].filter(others.length > 0 || first === undefined ? matches : rest.matches);
    const listing: Listing = { rows, ...rest, matches };
    rows.sort((a, b) => compare(listing, a, b));
    this.#listings.set(name, listing);
    if (this.#listings.size > LISTINGS_KEPT) this.#listings.delete(this.#listings.keys().next().value!);
    return rows;
  }

  #reorder(before: Row | undefined, after: Row | undefined): void {
    for (const [field, group] of this.#groups) {
      if (before) group.get(before.values[field])?.delete(before.key);
      if (after) addTo(group, after.values[field], after);
    }
    for (const listing of this.#listings.values()) {
      if (before && listing.matches(before)) listing.rows.splice(placeIn(listing, before), 1);
      if (after && listing.matches(after)) listing.rows.splice(placeIn(listing, after), 0, after);
    }
  }
}

function addTo(group: Map<unknown, Map<string, Row>>, value: unknown, row: Row): void {
  const rows = group.get(value);
  if (rows) rows.set(row.key, row);
  else group.set(value, new Map([[row.key, row]]));
}

/** Equal rows are ordered by their number. */
function compare(listing: Listing, a: Row, b: Row): number {
  const [left, right] = [listing.valueOf(a), listing.valueOf(b)];
  if (left !== right) return left < right ? -listing.sign : listing.sign;
  if (a.key.length !== b.key.length) return a.key.length - b.key.length;
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}

function placeIn(listing: Listing, row: Row): number {
  let low = 0;
  let high = listing.rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(listing, listing.rows[middle]!, row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The row with other values. `updated_at` always increases, even for two changes in a millisecond. */
export function changed(row: Row, values: Values, now: number): Row {
  return { ...row, values, updatedAt: Math.max(now, row.updatedAt + 1) };
}

export function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}
