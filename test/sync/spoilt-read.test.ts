import { expect, it } from '@jest/globals';
import type { HttpAnswer } from '../../src/books/http.js';
import { describeOnDatabases } from '../harness/databases.js';
import { Proxy } from './proxy.js';
import { type Books, booksOn } from './rig.js';

const october = 6;
const weekSeconds = 7 * 86_400;

type Spoil = (body: string) => string;
const spoilt: readonly (readonly [string, Spoil])[] = [
  ['not_exact_money', (body) => body.replace('"2000.0"', '"2000.005"')],
  ['unknown_money_field', (body) => body.replace('"basic_pay"', '"basicpay":"17.5","basic_pay"')],
];

/** Spoils what the service answers of October, for so many times, and counts how often it is read. */
function spoiling(spoil: Spoil, times: number) {
  const proxy = new Proxy();
  const count = { reads: 0 };
  proxy.meddle = async (request, send): Promise<HttpAnswer> => {
    const answer = await send();
    if (!request.url.endsWith('/v2/payroll/2026/6')) return answer;
    count.reads += 1;
    return count.reads > times ? answer : { ...answer, body: spoil(answer.body) };
  };
  return { proxy, count };
}

const stateOf = async (books: Books) => {
  const { state, holdCodes } = await books.run(october);
  return [state, ...holdCodes];
};

describeOnDatabases('a period that is held for what may be a spoilt read', (open) => {
  it.each(spoilt)('%s: is read again by the next sync, and posted where it is right then', async (code, spoil) => {
    const { proxy, count } = spoiling(spoil, 1);
    const books = await booksOn(open, { around: proxy.around });
    expect(await books.sync()).toMatchObject({ posted: 2, held: 1 });
    expect(await stateOf(books)).toEqual(['held', code]);
    expect(await books.sync()).toMatchObject({ posted: 1, held: 0 });
    expect(count.reads).toBe(2);
    expect(await books.sync()).toMatchObject({ posted: 0, requests: 1 });
  });

  it.each(spoilt)('%s: is read once more where it is so indeed, and then weekly', async (code, spoil) => {
    const { proxy, count } = spoiling(spoil, Number.POSITIVE_INFINITY);
    const books = await booksOn(open, { around: proxy.around });
    await books.sync();
    expect(await books.sync()).toMatchObject({ held: 1, requests: 2 });
    for (let times = 0; times < 3; times++) expect(await books.sync()).toMatchObject({ held: 1, requests: 1 });
    expect([count.reads, await stateOf(books)]).toEqual([2, ['held', code]]);
    await books.advance(weekSeconds + 1);
    for (let times = 0; times < 2; times++) await books.sync();
    expect(count.reads).toBe(3);
  });

  it('is read again where what was posted seems to be spoilt since', async () => {
    const { proxy, count } = spoiling((body) => body, 0);
    const books = await booksOn(open, { around: proxy.around });
    await books.sync();
    const { meddle } = proxy;
    proxy.meddle = async (request, send) => {
      const answer = await meddle(request, send);
      const isOctober = request.url.endsWith('/v2/payroll/2026/6');
      return isOctober && count.reads === 2 ? { ...answer, body: spoilt[0]?.[1](answer.body) ?? '' } : answer;
    };
    expect(await books.sync({ full: true })).toMatchObject({ changed: 1 });
    expect(await books.sync()).toMatchObject({ changed: 0 });
    expect([count.reads, await stateOf(books)]).toEqual([3, ['posted']]);
  });
});
