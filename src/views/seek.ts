import { type Problem, problem } from '../ground/problem.js';
import { isStorable } from '../ground/printable.js';

/** One page of a sorted list, and the place after which the next page begins, as text for the client to send back. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Undefined on the last page. */
  readonly next?: string;
}

export function cursorOf(...keys: readonly string[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url');
}

/**
 * Undefined without a cursor: the list starts at its beginning. A Problem for text that is not a cursor of this list.
 */
export function keysOf(cursor: string | undefined, count: number): readonly string[] | undefined {
  if (cursor === undefined) return undefined;
  const keys = arrayIn(cursor);
  if (keys?.length === count && keys.every((key) => typeof key === 'string' && isStorable(key)))
    return keys as string[];
  throw wrongCursor();
}

export function wrongCursor(): Problem {
  return problem('unknown-cursor', {
    detail: 'The cursor was not handed out by this list, or it was changed on the way.',
    todo: 'Begin at the first page, without a cursor.',
  });
}

function arrayIn(cursor: string): unknown[] | undefined {
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(keys) ? keys : undefined;
  } catch {
    return undefined;
  }
}

/** A page is read with one row too many, which shows whether there is another page. */
export function pageOf<Row>(rows: readonly Row[], size: number, cursor: (last: Row) => string): Page<Row> {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return rows.length > size && last !== undefined ? { rows: shown, next: cursor(last) } : { rows: shown };
}

/** Whether a cursor's moment has a form that the database can read too. */
export function isMoment(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]{8,12}Z$/.test(text) && !Number.isNaN(Date.parse(text));
}
