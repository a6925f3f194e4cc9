import type { JournalSet } from '../../books/journal-set.js';
import type { BooksAtWork } from '../at-work/books-at-work.js';
import type { Event } from '../facts/event.js';
import { findAll } from '../keep/found.js';

/** Reads sets by their addresses, to be recorded as the books hold them. */
export async function recordAsFound(books: BooksAtWork, tag: string, urls: readonly string[]): Promise<Event> {
  const sets: JournalSet[] = [];
  for (const url of urls) {
    const { value } = await books.service.journalSet(url);
    if (value) sets.push(value);
  }
  return { is: 'recorded', tag, found: await books.db.read((rows) => findAll(rows, books, sets)) };
}
