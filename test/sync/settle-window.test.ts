import { describe, expect, it, test } from '@jest/globals';
import type { Clock } from '../../src/ground/clock.js';
import { type LookTime, type Waited, waitedUntil } from '../../src/sync/facts/settle-window.js';
import { openFresh } from '../harness/databases.js';
import { html, isPost, Proxy } from './proxy.js';
import { booksOn } from './rig.js';

const minutes = (count: number) => new Date(Date.UTC(2025, 10, 10, 9, count));
const look = (own: number, service?: number): LookTime => ({
  own: minutes(own),
  service: service === undefined ? undefined : minutes(service),
});
const summed = (...looks: LookTime[]) => looks.reduce<Waited>(waitedUntil, { ms: 0 }).ms / 60_000;

describe('how much of the window has passed', () => {
  const year2099 = { own: minutes(0), service: new Date('2099-01-01T00:00:00Z') };
  test.each([
    ['nothing at the first look', [look(0, 0)], 0],
    ['what both clocks show', [look(0, 0), look(6, 6), look(11, 11)], 11],
    ['the smaller advance, where the service is ahead', [look(0, 0), look(1, 12)], 1],
    ['the smaller advance, where ours is ahead', [look(0, 0), look(20, 3)], 3],
    ['our own, where the service names no time', [look(0), look(7)], 7],
    ['our own, where it names one only now', [look(0), look(7, 7)], 7],
    ['nothing for a step back', [look(0, 0), look(-5, 5), look(1, 11)], 6],
    ['all but one step, after one header of 2099', [year2099, look(5, 5), look(16, 16)], 11],
    ['anyway with a clock that is hours off', [look(0, 300), look(6, 306), look(12, 312)], 12],
  ])('%s', (_name, looks, sum) => {
    expect(summed(...looks)).toBe(sum);
  });
});

/** On SQLite only: PostgreSQL uses its own clock, which a test cannot move. */
describe('a Date header that jumps', () => {
  const open = (clock: Clock) => openFresh('sqlite', clock);
  const env = { REQUEST_DEADLINE_SECONDS: '5', LEASE_SECONDS: '6' };
  const only = { year: 2026, period: 6 };

  /** The Date header of lists, if set. */
  async function doubtful() {
    const proxy = new Proxy();
    const books = await booksOn(open, { env, around: proxy.around });
    const dates: (Date | undefined)[] = [];
    let struck = false;
    let commit: () => Promise<unknown> = async () => undefined;
    proxy.meddle = async (request, send) => {
      if (isPost(request) && !struck) {
        struck = true;
        commit = send;
        return html(504);
      }
      const answer = await send();
      const date = request.url.includes('/v2/journal_sets?') ? dates.shift() : undefined;
      return date ? { ...answer, headers: { ...answer.headers, date: date.toUTCString() } } : answer;
    };
    expect(await books.sync(only)).toMatchObject({ inDoubt: 1 });
    return { books, dates, commit: () => commit() };
  }

  it('eleven minutes ahead does not end the window: the set that comes later is found', async () => {
    const { books, dates, commit } = await doubtful();
    await books.advance(7);
    await books.sync(only);
    dates.push(new Date(books.clock.now().getTime() + 11 * 60_000));
    await books.advance(15);
    expect(await books.sync(only)).toMatchObject({ inDoubt: 1, posted: 0 });
    await commit();
    expect(await books.sync(only)).toMatchObject({ inDoubt: 0, posted: 1 });
    expect((await books.sets()).filter((set) => set.tag?.includes('2026-06'))).toHaveLength(1);
  });

  it('of the year 2099 at the first look does not stretch the window for ever', async () => {
    const { books, dates } = await doubtful();
    dates.push(new Date('2099-01-01T00:00:00Z'));
    await books.advance(7);
    await books.sync(only);
    await books.advance(5);
    await books.sync(only);
    await books.advance(601);
    expect(await books.sync(only)).toMatchObject({ inDoubt: 0, posted: 1 });
  });
});
