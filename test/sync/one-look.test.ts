import { expect, it } from '@jest/globals';
import type { HttpRequest } from '../../src/books/http.js';
import { describeOnDatabases } from '../harness/databases.js';
import { isPost, json, Proxy } from './proxy.js';
import { type Books, booksOn } from './rig.js';

const isList = ({ method, url }: HttpRequest) => method === 'GET' && url.includes('/v2/journal_sets?');
const isBalance = ({ method, url }: HttpRequest) => method === 'GET' && url.includes('/trial_balance');

/** The kinds of request that a sync makes, in order. */
async function asked(books: Books, proxy: Proxy): Promise<readonly string[]> {
  const made: string[] = [];
  proxy.meddle = (request, send) => {
    if (isList(request)) made.push('look');
    if (isBalance(request)) made.push('guard');
    if (isPost(request)) made.push('post');
    return send();
  };
  await books.sync();
  return made;
}

/** Someone posts September under our tag, in another program. */
const september = (books: Books) =>
  books.rig.control('POST', 'companies/elm/journal_sets', {
    journal_set: {
      dated_on: '2025-09-30',
      description: 'Wages',
      tag: 'counterfoil:2026-05:2025-09-30',
      journal_entries: [
        { category: `${books.rig.baseUrl}/v2/categories/401`, debit_value: '3000.00', description: 'Wages' },
        { category: `${books.rig.baseUrl}/v2/categories/814`, debit_value: '-3000.00', description: 'Wages' },
      ],
    },
  });
const setsOfSeptember = async (books: Books) =>
  (await books.sets()).filter(({ tag }) => tag === 'counterfoil:2026-05:2025-09-30').length;

describeOnDatabases('one look', (open) => {
  it('serves everything that a sync posts; the guard reads before each post', async () => {
    const proxy = new Proxy();
    const books = await booksOn(open, { around: proxy.around });
    // The first list is the adoption of the year.
    expect(await asked(books, proxy)).toEqual(['look', 'look', ...['guard', 'post', 'guard', 'post', 'guard', 'post']]);
  });

  it('serves only one post when there is no guard', async () => {
    const proxy = new Proxy();
    const books = await booksOn(open, { around: proxy.around });
    await books.policy({ guard: 'off' });
    expect(await asked(books, proxy)).toEqual(['look', ...['look', 'post', 'look', 'post', 'look', 'post']]);
  });

  it('is taken again after an unexpected answer', async () => {
    const proxy = new Proxy();
    const books = await booksOn(open, { around: proxy.around });
    let [looks, posts] = [0, 0];
    proxy.meddle = async (request, send) => {
      if (isList(request)) looks += 1;
      if (isPost(request) && ++posts === 1) return json(403, { errors: { error: { message: 'no' } } });
      return send();
    };
    expect(await books.sync()).toMatchObject({ posted: 2, refused: 1 });
    expect([looks, posts]).toEqual([3, 3]);
  });

  it('does not hide what someone else posts after it: the guard notices, and the set is recorded', async () => {
    const proxy = new Proxy();
    const books = await booksOn(open, { around: proxy.around });
    let posts = 0;
    proxy.meddle = async (request, send) => {
      const answer = await send();
      // August is posted; September was looked at, and is next.
      if (isPost(request) && ++posts === 1) await september(books);
      return answer;
    };
    await books.sync();
    expect(await setsOfSeptember(books)).toBe(1);
    expect(await books.run(5)).toMatchObject({ state: 'changed', origin: 'adopted' });
    // Nothing is posted beside a set that differs from payroll.
    expect(await books.run(6)).toMatchObject({ state: 'changed', plan: { why: 'neighbour' } });
  });

  it('cannot see what someone else posts between the guard and our post: doubled, found and shown', async () => {
    const proxy = new Proxy();
    const books = await booksOn(open, { around: proxy.around });
    let balances = 0;
    proxy.meddle = async (request, send) => {
      const answer = await send();
      if (isBalance(request) && ++balances === 2) await september(books);
      return answer;
    };
    await books.sync();
    expect(await setsOfSeptember(books)).toBe(2);
    await books.verify.run(books.company, { actor: 'Ruth', trigger: 'command' });
    expect(await books.run(5)).toMatchObject({ state: 'drift', plan: { what: 'doubled' } });
  });

  it('is too old for another run when a request takes too long', async () => {
    const proxy = new Proxy();
    const books = await booksOn(open, {
      env: { REQUEST_DEADLINE_SECONDS: '1', LEASE_SECONDS: '30' },
      around: proxy.around,
    });
    let looks = 0;
    let posts = 0;
    proxy.meddle = async (request, send) => {
      if (isList(request)) looks += 1;
      const answer = await send();
      if (isPost(request) && ++posts === 1) books.clock.pass(1100);
      return answer;
    };
    expect(await books.sync()).toMatchObject({ posted: 3 });
    // The year's adoption, one look for all, and one more for the remaining two.
    expect([looks, posts]).toEqual([3, 3]);
  });

  it('periods that waited are read once more, after the list of the year', async () => {
    const proxy = new Proxy();
    const books = await booksOn(open, { mode: 'approve', around: proxy.around });
    await books.sync();
    await books.policy({ mode: 'auto' });
    const read: string[] = [];
    proxy.meddle = ({ method, url }, send) => {
      if (method === 'GET' && url.includes('/payroll/')) read.push(url.split('/payroll/')[1] ?? '');
      return send();
    };
    expect(await books.sync()).toMatchObject({ posted: 3 });
    expect(read.toSorted()).toEqual(['2026', '2026/4', '2026/5', '2026/6']);
  });

  it('a period that changed after its list was read is read again, with all others', async () => {
    const proxy = new Proxy();
    const books = await booksOn(open, { mode: 'approve', around: proxy.around });
    await books.sync();
    await books.policy({ mode: 'auto' });
    let lists = 0;
    proxy.meddle = async ({ url }, send) => {
      const answer = await send();
      if (url.endsWith('/payroll/2026') && ++lists === 1) {
        const document = await books.period(2026, 6);
        const [first] = document.payslips;
        if (first) first.basic_pay = '2100.0';
        await books.setPeriod(2026, 6, document);
      }
      return answer;
    };
    expect(await books.sync()).toMatchObject({ posted: 3 });
    expect(lists).toBe(2);
    expect((await books.run(6)).gross.toString()).toBe('3100.00');
  });
});
