import { describe, expect, it } from '@jest/globals';
import { type Around, later, open, quick, since, stateOf, window } from './refusals.js';
import { type Books, booksOn } from './rig.js';

/** The list of a year without its periods from `from` on, while that is set. */
const listLacking =
  (lost: { from?: number }): Around =>
  (transport) =>
  async (request) => {
    const answer = await transport(request);
    if (lost.from === undefined || !request.url.endsWith('/v2/payroll/2026')) return answer;
    const year = JSON.parse(answer.body) as { periods: { period: number }[] };
    const { from } = lost;
    return {
      ...answer,
      body: JSON.stringify({ ...year, periods: year.periods.filter(({ period }) => period < from) }),
    };
  };

describe.each(['reverse', 'amend'])('a list of payroll that loses periods, with the policy %s', (amendments) => {
  async function lacking(from: number): Promise<{ books: Books; lost: { from?: number } }> {
    const lost: { from?: number } = {};
    const books = await booksOn(open, { env: quick, around: listLacking(lost) });
    await books.policy({ amendments });
    expect(await books.sync()).toMatchObject({ posted: 3 });
    lost.from = from;
    for (let syncs = 0; syncs < 3; syncs++) await later(books, window);
    return { books, lost };
  }

  it('all of them: nothing is reversed by itself, however long it lasts, and nothing is left to do when it is back', async () => {
    const { books, lost } = await lacking(0);
    expect(await since(books, '2026')).toHaveLength(3);
    expect(await stateOf(books)).toBe('changed');
    lost.from = undefined;
    await later(books, 60);
    expect(await stateOf(books)).toBe('posted');
    expect(await since(books, '2026')).toHaveLength(3);
  });

  it('one of them: its run is reversed once that has lasted', async () => {
    const { books } = await lacking(6);
    const reversals = (await since(books, '2026')).filter((tag) => tag.includes('reversal'));
    expect(reversals).toEqual(['2026-06:2025-10-31:reversal-1']);
  });
});
