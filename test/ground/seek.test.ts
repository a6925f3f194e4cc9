import type { Database } from '../../src/ground/database.js';
import {
  everyPage,
  integer,
  moment,
  onlyAfter,
  onlyUpTo,
  placeOf,
  type SeekKey,
  seek,
  sorted,
} from '../../src/ground/seek.js';
import { LogEntry } from '../../src/record/log/log-entry.entity.js';
import { insertLogEntry } from '../factories/log.js';
import { describeOnDatabases } from '../harness/databases.js';

/** Two of each act at each of three moments: only the number tells all of them apart. */
const entries = Array.from({ length: 12 }, (_, seq) => ({
  companyId: 'ash',
  act: ['post', 'hold'][seq % 2] ?? '',
  at: new Date(Date.UTC(2025, 9, 31, 5, [2, 0, 1][(seq >> 1) % 3])),
  seq,
}));
type Entry = Pick<LogEntry, 'at' | 'act' | 'seq'>;

const at: SeekKey<Entry> = { column: 'e.at', parse: moment, of: (entry) => entry.at.toISOString() };
const act: SeekKey<Entry> = { column: 'e.act', of: (entry) => entry.act };
const seq: SeekKey<Entry> = { column: 'e.seq', parse: integer, of: (entry) => entry.seq };
const descending = (key: SeekKey<Entry>) => ({ ...key, descending: true }) as const;

const orders = [
  ['one key', [seq]],
  ['one key, the last first', [descending(seq)]],
  ['ascending, with ties', [at, act, seq]],
  ['descending, with ties', [descending(at), descending(act), descending(seq)]],
  ['descending, then ascending', [descending(at), descending(act), seq]],
  ['ascending, then descending', [act, descending(at), descending(seq)]],
  ['a direction that turns twice', [descending(at), act, descending(seq)]],
] as const;

describeOnDatabases('a list that is read page by page', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    for (const entry of entries) await insertLogEntry(database, entry);
  });

  const page = (keys: readonly SeekKey<Entry>[], after: string | undefined, size: number) =>
    database.read((rows) => {
      const query = rows.createQueryBuilder(LogEntry, 'e').where(`e.companyId = 'ash'`);
      return seek({ query, keys, read: () => query.getMany() }, { after, size });
    });

  /** As the keys say, compared here without a database. */
  const inOrder = (keys: readonly SeekKey<Entry>[]) =>
    entries
      .toSorted((a, b) => {
        const differing = keys.find(({ of }) => of(a) !== of(b));
        const isBefore = differing !== undefined && differing.of(a) < differing.of(b);
        return isBefore === (differing?.descending ?? false) ? 1 : -1;
      })
      .map((entry) => entry.seq);

  describe.each(orders)('%s', (_, keys) => {
    it.each([1, 2, 5, 11, 12, 500])('has every row once and in order, %d on a page', async (size) => {
      const read: number[] = [];
      for await (const rows of everyPage((after) => page(keys, after, size))) {
        expect(rows.length).toBeLessThanOrEqual(size);
        read.push(...rows.map((entry) => entry.seq));
      }
      expect(read).toEqual(inOrder(keys));
    });

    it('is cut at any row, into those up to it and those after it', async () => {
      const whole = inOrder(keys);
      for (const [i, cut] of entries.entries()) {
        const place = placeOf(keys, cut);
        const part = (only: typeof onlyAfter) =>
          database.read(async (rows) => {
            const query = sorted(rows.createQueryBuilder(LogEntry, 'e').where(`e.companyId = 'ash'`), keys);
            only(query, keys, place);
            return (await query.getMany()).map((entry) => entry.seq);
          });
        const [upTo, after] = [await part(onlyUpTo), await part(onlyAfter)];
        expect([i, upTo.at(-1), [...upTo, ...after]]).toEqual([i, cut.seq, whole]);
      }
    });
  });

  it('says on a page that it is the last, also when it is full', async () => {
    expect((await page([seq], undefined, 12)).next).toBeUndefined();
    expect((await page([seq], undefined, 11)).next).toBe(cursor(['10']));
  });

  const cursor = (keys: unknown) => Buffer.from(JSON.stringify(keys)).toString('base64url');
  const moments = '2025-10-31T05:31:00.000Z';
  const unknownCursor = { kind: 'unknown-cursor', status: 400 };
  it.each([
    ['too few keys', [moments, 'post']],
    ['too many', [moments, 'post', '1', '2']],
    ['no list', { 0: moments, 1: 'post', 2: '1', length: 3 }],
    ['a key that is no text', [moments, 'post', 1]],
    ['text that cannot be stored', [moments, '\0', '1']],
    ['no moment', ['2025-10-31', 'post', '1']],
    ['a day that there is not', ['2025-13-31T05:31:00.000Z', 'post', '1']],
    ['no number', [moments, 'post', '1e3']],
    ['a negative number', [moments, 'post', '-1']],
    ['more than an integer holds', [moments, 'post', '2147483648']],
  ])('refuses a cursor of %s', async (_, keys) => {
    await expect(page([at, act, seq], cursor(keys), 5)).rejects.toMatchObject(unknownCursor);
  });

  it('refuses what is no JSON, and takes the greatest integer', async () => {
    await expect(page([seq], '%', 5)).rejects.toMatchObject(unknownCursor);
    expect(await page([seq], cursor(['2147483647']), 5)).toEqual({ rows: [] });
  });
});
