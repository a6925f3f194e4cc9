import { Books } from '../../src/books/books.js';
import { OtherBooks } from '../../src/books/errors.js';
import type { Transport } from '../../src/books/http.js';
import { connectFirst, rigOn } from '../companies/rig.js';
import { openFresh } from '../harness/databases.js';
import { HastyClock } from './hasty-clock.js';

/** What is no part of the books: who answers, payroll, and the throttle. */
const asksNobody = ['constructor', 'requests', 'rest', 'payrollYear', 'payPeriod'];
const taking = Object.getOwnPropertyNames(Books.prototype).filter((name) => !asksNobody.includes(name));

/** Fits every method: a path, a range of days, a set. */
const anything = {
  from: '2025-10-01',
  to: '2025-10-31',
  datedOn: '2025-10-31',
  tag: 't',
  description: '',
  entries: [],
  changed: [],
  removed: [],
  added: [],
};

describe('books that are not those that were connected', () => {
  test.each(taking)('answer nothing that is asked for: %s', async (name) => {
    const asked: string[] = [];
    const around =
      (transport: Transport): Transport =>
      (request) => {
        asked.push(`${request.method} ${new URL(request.url).pathname}`);
        return transport(request);
      };
    const rig = await rigOn({ database: await openFresh('sqlite', new HastyClock()), around });
    const company = await connectFirst(rig);
    const books = await rig.companies.booksToWrite({ ...company, booksId: `${company.booksId}0` });
    asked.length = 0;
    const first = ['journalSet', 'amend', 'remove', 'bankTransactions'].includes(name)
      ? '/v2/journal_sets/1'
      : anything;
    const attempt = { begin: async () => null };
    const call = (books as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>)[name];
    await expect(call?.call(books, first, name === 'remove' ? attempt : anything, attempt)).rejects.toBeInstanceOf(
      OtherBooks,
    );
    expect(asked).toEqual(['GET /v2/company']);
  });
});
