import { expect, it } from '@jest/globals';
import type { Database } from '../../src/ground/database.js';
import { companyWithPolicy } from '../../src/record/log/carried.js';
import { PostingLog } from '../../src/record/log/posting-log.js';
import { StillClock } from '../doors/api/door.js';
import { insertCompany } from '../factories/companies.js';
import { openFresh } from '../harness/databases.js';

/** Three entries of Ash, whose columns anyone may change now. */
async function threeEntries() {
  const db = await openFresh('sqlite', new StillClock());
  await insertCompany(db, { name: 'Ash' });
  const log = new PostingLog(db);
  const line = { companyId: 'ash', trigger: 'page', actor: 'ann', outcome: 'done' } as const;
  await db.work(async (rows) => {
    await log.append(rows, { ...line, act: 'connect', carries: companyWithPolicy('ash', 1) });
    for (const act of ['verify', 'pause'] as const) await log.append(rows, { ...line, act });
    const found = `SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'log'` as const;
    for (const { name } of await rows.query<{ name: string }[]>(found)) await rows.query(`DROP TRIGGER ${name}`);
  });
  return { db, log };
}

const brokenIn = async (log: PostingLog, companies = ['ash']) =>
  (await log.verifyChain(companies)).map(({ seq, detail }) => `${seq} ${detail}`);
const put = (db: Database, column: string, value: string) =>
  db.work((rows) => rows.query(`UPDATE log SET ${column} = ? WHERE company_id = 'ash' AND seq = 2`, [value]));

it.each([
  ['at', 'no time'],
  ['carries', '{'],
  ['carries', '{"company":"ash"}'],
  ['carries', '["company"]'],
  ['carries', '[["company","ash"]]'],
  ['carries', '[["company","ash","h"],["policy","1"]]'],
  ['witness', '{'],
  ['witness', '"ash"'],
  ['witness', '{"id":1}'],
])('an entry whose %s is %s is unreadable, and hides no other', async (column, value) => {
  const { db, log } = await threeEntries();
  expect(await brokenIn(log)).toEqual([]);
  await put(db, column, value);
  expect(await brokenIn(log)).toEqual(['2 was changed: what it has cannot be read', '2 is not there']);
});

it('an entry whose own predecessor was changed tells of it once', async () => {
  const { db, log } = await threeEntries();
  await put(db, 'hash', 'f'.repeat(64));
  expect(await brokenIn(log)).toEqual(['2 was changed after it was written', '3 does not follow entry 2 as it is now']);
});

it('a company that never was has no last entry', async () => {
  const { log } = await threeEntries();
  expect(await brokenIn(log, ['nowhere'])).toEqual([]);
});
