import { LookupFailed } from './errors.js';
import type { HttpAnswer } from './http.js';

/** Whether `Link` names a next page. The service puts `rel` in single quotes, its documentation in double ones. */
export function hasNext({ headers }: HttpAnswer): boolean {
  return /\brel\s*=\s*(?:"next"|'next'|next\b)/i.test(headers.link ?? '');
}

/** How many records the whole list has, from the X-Total-Count of each page; undefined without it. */
export function totalOf({ headers }: HttpAnswer): number | undefined {
  const total = headers['x-total-count'];
  return total !== undefined && /^\d+$/.test(total) ? Number(total) : undefined;
}

/** As many as the service gives at once. */
export const perPage = 100;

export interface Page<T> {
  readonly records: readonly T[];
  readonly total?: number;
}

/**
 * All records, in order. If the list changed while it was read, the look-up has failed: we do not know what was missed.
 */
export function whole<T extends { readonly url: string }>(pages: readonly Page<T>[], what: string): readonly T[] {
  const records = pages.flatMap((page) => page.records);
  const trouble = troubleWith(pages, records.length);
  if (trouble) throw new LookupFailed(`${what}: ${trouble}.`);
  if (new Set(records.map((record) => record.url)).size < records.length) {
    throw new LookupFailed(`${what}: the list names a record twice.`);
  }
  return records;
}

function troubleWith<T>(pages: readonly Page<T>[], read: number): string | undefined {
  const total = pages[0]?.total;
  if (total === undefined) {
    if (pages.length > 1) return 'the list has several pages and no X-Total-Count, so its length is not known';
    // Something on the way may have removed both headers.
    const isFull = read >= perPage;
    return isFull ? 'a full page came without X-Total-Count or Link, so no one knows whether there is more' : undefined;
  }
  if (pages.some((page) => page.total !== total)) return 'the list changed while it was read';
  if (read === total) return undefined;
  if (pages.length === 1 && read < total)
    return `the list has ${total} records, and only ${read} were sent without a link to the rest`;
  return 'the list changed while it was read';
}
