/** A place in a sorted list, handed out as text and taken back: the next page begins after it. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Undefined on the last page. */
  readonly next?: string;
}

export function cursorOf(...keys: readonly string[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url');
}

/** Undefined for text that is no cursor of so many keys: such a list begins at its beginning. */
export function keysOf(cursor: string | undefined, count: number): readonly string[] | undefined {
  if (cursor === undefined) return undefined;
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const fits = Array.isArray(keys) && keys.length === count && keys.every((key) => typeof key === 'string');
    return fits ? keys : undefined;
  } catch {
    return undefined;
  }
}

/** One row more than a page was read, to know whether there is another page. */
export function pageOf<Row>(rows: readonly Row[], size: number, cursor: (last: Row) => string): Page<Row> {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return rows.length > size && last !== undefined ? { rows: shown, next: cursor(last) } : { rows: shown };
}
