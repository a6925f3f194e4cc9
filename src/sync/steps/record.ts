import type { JournalSet } from '../../books/journal-set.js';
import type { LedgerAtWork } from '../at-work/books-at-work.js';
import type { Event } from '../facts/event.js';
import { findAll } from '../keep/found.js';

/** Reads sets by their addresses, to be recorded as the books hold them. */
export async function recordAsFound(
  { record, ledger }: LedgerAtWork,
  tag: string,
  urls: readonly string[],
): Promise<Event> {
  const sets: JournalSet[] = [];
  for (const url of urls) {
    const { value } = await ledger.journalSet(url);
    if (value) sets.push(value);
  }
  return { is: 'recorded', tag, found: await record.db.read((rows) => findAll(rows, record, sets)) };
}
