import { expect, it } from '@jest/globals';
import { type NewLogEntry, PostingLog } from '../../src/record/log/posting-log.js';
import { StillClock } from '../doors/api/door.js';
import { insertCompany } from '../factories/companies.js';
import { openFresh } from '../harness/databases.js';

const october = 'counterfoil:2026-06:2025-10-31';

/** Three entries of Ash at nine, ten and eleven, and one of Birch at noon. */
async function logged() {
  const clock = new StillClock(new Date('2025-11-07T09:00:00Z'));
  const db = await openFresh('sqlite', clock);
  const log = new PostingLog(db);
  for (const name of ['Ash', 'Birch']) await insertCompany(db, { name });
  const entry = { trigger: 'page', act: 'note', outcome: 'done', actor: 'ann', companyId: 'ash' } as const;
  const entries: readonly NewLogEntry[] = [
    entry,
    { ...entry, tag: october, actor: 'ben' },
    { ...entry, act: 'ignore', trigger: 'api' },
    { ...entry, companyId: 'birch' },
  ];
  for (const one of entries) {
    await db.work((rows) => log.append(rows, one));
    clock.forward(3600);
  }
  return async (filter: Parameters<PostingLog['page']>[0], limit = 9) =>
    (await log.page(filter, limit)).map(({ companyId, seq, actor }) => `${companyId} ${seq} ${actor}`).join(', ');
}

it('a page of the log has the newest first, of what is asked for alone', async () => {
  const page = await logged();
  expect(await page({})).toBe('birch 1 ann, ash 3 ann, ash 2 ben, ash 1 ann');
  expect(await page({}, 2)).toBe('birch 1 ann, ash 3 ann');
  expect(await page({ companyIds: ['ash'] })).toBe('ash 3 ann, ash 2 ben, ash 1 ann');
  expect(await page({ companyIds: [] })).toBe('');
  expect(await page({ tag: october })).toBe('ash 2 ben');
  expect(await page({ act: 'ignore' })).toBe('ash 3 ann');
  expect(await page({ trigger: 'api' })).toBe('ash 3 ann');
  expect(await page({ actor: 'ben' })).toBe('ash 2 ben');
  expect(await page({ actor: 'no one of that name' })).toBe('');
  const at = (hour: number) => new Date(Date.UTC(2025, 10, 7, hour));
  expect(await page({ since: at(10) })).toBe('birch 1 ann, ash 3 ann, ash 2 ben');
  expect(await page({ until: at(10) })).toBe('ash 1 ann');
  expect(await page({ since: at(10), until: at(11) })).toBe('ash 2 ben');
});
