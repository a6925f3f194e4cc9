import type { Database } from '../../../src/ground/database.js';
import { SyncRecord } from '../../../src/record/runs/sync-record.entity.js';
import type { Viewer } from '../../../src/access/viewer.js';
import { syncsFollowed } from '../../../src/views/lists/syncs-followed.js';
import { insertCompany } from '../../factories/companies.js';
import { describeOnDatabases } from '../../harness/databases.js';

const everything: Viewer = { companies: null, pay: true };
const at = (minute: number) => new Date(Date.UTC(2025, 10, 7, 9, minute));
const window = { since: at(10), until: at(11) };

describeOnDatabases('a practice’s sync', (open) => {
  let database: Database;
  let made: number;
  beforeEach(async () => {
    database = await open();
    made = 0;
  });

  async function sync(companyId: string, given: Partial<SyncRecord>): Promise<string> {
    const id = `sync-${++made}`;
    const request = { trigger: 'page', actor: 'ann' } as const;
    await database.work((rows) =>
      rows.insert(SyncRecord, {
        ...{ id, companyId, ...request, request, state: 'queued', progress: null, result: null, problem: null },
        ...{ queuedAt: at(10), startedAt: null, endedAt: null, ...given },
      }),
    );
    return id;
  }
  const followed = (viewer = everything) => database.read((rows) => syncsFollowed(rows, viewer, window));

  test('counts every company, more than a page has room for', async () => {
    for (let number = 1; number <= 55; number++) {
      const { id } = await insertCompany(database, { name: `Client ${number}` });
      await sync(id, number <= 50 ? { state: 'done', endedAt: at(12) } : {});
    }
    expect(await followed()).toMatchObject({ total: 55, over: 50, failed: 0, share: 50 / 55 });
    expect((await followed()).shown).toHaveLength(30);
    await database.work((rows) => rows.update(SyncRecord, { state: 'queued' }, { state: 'failed', endedAt: at(13) }));
    expect(await followed()).toMatchObject({ total: 55, over: 55, failed: 5, share: 1 });
    expect((await followed()).shown.slice(0, 6).map(({ state }) => state)).toEqual([
      ...['failed', 'failed', 'failed', 'failed', 'failed', 'done'],
    ]);
    expect(await followed({ companies: ['client-1', 'client-55'], pay: true })).toMatchObject({ total: 2, failed: 1 });
  });

  test('moves with each company’s progress', async () => {
    const progress = { company: 'Ash', step: 'posting', done: 3, total: 4 } as const;
    await sync((await insertCompany(database, { name: 'Ash' })).id, { state: 'running', progress });
    await sync((await insertCompany(database, { name: 'Birch' })).id, {});
    expect((await followed()).share).toBe(0.375);
  });

  test('follows a sync that was joined, and neither an earlier nor a later one of the same books', async () => {
    const { id: ash } = await insertCompany(database, { name: 'Ash' });
    const { id: birch } = await insertCompany(database, { name: 'Birch' });
    await sync(ash, { queuedAt: at(1), state: 'done', endedAt: at(2) });
    const joined = await sync(ash, { queuedAt: at(9), state: 'done', endedAt: at(12) });
    await sync(birch, { queuedAt: at(5), state: 'done', endedAt: at(10) });
    const own = await sync(birch, { queuedAt: at(10) });
    await sync(ash, { queuedAt: at(30) });
    const { total, shown } = await followed();
    expect([total, shown.map(({ id }) => id).sort()]).toEqual([2, [joined, own].sort()]);
    const one = await database.read((rows) => syncsFollowed(rows, everything, { id: joined }));
    expect(one).toMatchObject({ total: 1, over: 1 });
  });
});
