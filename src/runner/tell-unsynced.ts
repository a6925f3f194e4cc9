import type { Database } from '../ground/database.js';
import type { Outbox } from '../record/messages/outbox.js';
import { mustHaveSyncedSince, unsyncedSince } from '../views/month/unsynced.js';

/** Says that nothing of a company has synced: once, and again only after a sync has ended well. */
export async function tellUnsynced(db: Database, outbox: Pick<Outbox, 'put'>, syncCron: string): Promise<void> {
  const since = mustHaveSyncedSince(syncCron, db.clock.now());
  const found = await db.read((rows) => unsyncedSince(rows, since));
  if (found.length === 0) return;
  await db.work(async (rows) => {
    for (const { companyId, company, lastSyncedAt, since } of found)
      await outbox.put(rows, {
        kind: 'not_synced',
        companyId,
        once: `not_synced:${companyId}:${since.toISOString()}`,
        path: `/?${new URLSearchParams({ search: company })}`,
        payload: { company, ...(lastSyncedAt && { lastSyncedAt: lastSyncedAt.toISOString() }) },
      });
  });
}
