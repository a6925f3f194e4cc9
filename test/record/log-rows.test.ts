import { expect, it } from '@jest/globals';
import { entriesAfter } from '../../src/record/log/log-rows.js';
import { insertCompany } from '../factories/companies.js';
import { openFresh } from '../harness/databases.js';

/** A chain of so many entries, whose hashes are of no account here; each of another chain lies between two of it. */
async function chainOf(length: number) {
  const db = await openFresh('sqlite');
  for (const name of ['Ash', 'Elm']) await insertCompany(db, { name });
  await db.work((rows) =>
    rows.query(`WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${length})
      INSERT INTO log (company_id, seq, at, trigger, actor, act, outcome, previous, hash)
      SELECT c.id, n, '2025-11-07T09:00:00.000Z', 'page', 'a', 'verify', 'done', 'p', 'h'
      FROM counted, (SELECT 'ash' AS id UNION SELECT 'elm') c`),
  );
  return db;
}

it.each([
  [1, [1]],
  [499, [499]],
  [501, [500, 1]],
])('a chain of %d entries is read in pages, in order, and no further than its end', async (length, pages) => {
  const db = await chainOf(length);
  const read: (readonly number[])[] = [];
  for await (const page of entriesAfter(db, 'ash')) read.push(page.map(({ seq }) => seq));
  expect(read.map((page) => page.length)).toEqual(pages);
  expect(read.flat()).toEqual(Array.from({ length }, (_, at) => at + 1));
});

it('begins after an entry, and throws what cannot be read where no one is to hear of it', async () => {
  const db = await chainOf(3);
  const from = async (onUnreadable?: (seq: number) => void) => {
    const read: number[] = [];
    for await (const page of entriesAfter(db, 'ash', 1, onUnreadable)) read.push(...page.map(({ seq }) => seq));
    return read;
  };
  expect(await from()).toEqual([2, 3]);
  await db.work(async (rows) => {
    const triggers = await rows.query<{ name: string }[]>(
      `SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'log'`,
    );
    for (const { name } of triggers) await rows.query(`DROP TRIGGER ${name}`);
    await rows.query(`UPDATE log SET carries = '{' WHERE company_id = 'ash' AND seq = 2`);
  });
  await expect(from()).rejects.toThrow(SyntaxError);
  const unreadable: number[] = [];
  expect(await from((seq) => unreadable.push(seq))).toEqual([3]);
  expect(unreadable).toEqual([2]);
  await db.work((rows) => rows.query(`ALTER TABLE log RENAME TO other`));
  await expect(from(() => undefined)).rejects.toThrow('The database cannot be used');
});
