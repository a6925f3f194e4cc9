import { expect, it } from '@jest/globals';
import { LogViews } from '../../../src/views/log/log-view.js';
import { openFresh } from '../../harness/databases.js';
import { isOfSets } from '../../sync/refusals.js';
import { booksOn } from '../../sync/rig.js';

const body = (message: string) => JSON.stringify({ errors: { error: { message } } });

it.each([
  [422, body('Ed Employee has no account for £1,733.64'), '422'],
  [500, 'Ed Employee broke it', 'the service answered 500'],
])(
  'of an answer %s the log keeps no words of the service, and who may see pay reads them anyway',
  async (status, words, kept) => {
    const books = await booksOn((clock) => openFresh('sqlite', clock), {
      around: (transport) => (request) =>
        isOfSets('POST')(request) ? Promise.resolve({ status, headers: {}, body: words }) : transport(request),
    });
    await books.sync({ year: 2026, period: 4 });
    const [entry] = await books.log.page({ companyIds: [books.company.id], act: 'post' }, 1);
    expect(entry?.answer).toBe(kept);
    const shown = async (pay: boolean) => {
      const { rows } = await new LogViews(books.db).page(
        { companies: null, pay },
        { companyId: books.company.id, act: 'post' },
      );
      return rows[0]?.answer;
    };
    expect(await shown(true)).toContain('Ed Employee');
    expect(await shown(false)).toBe(kept);
  },
);
