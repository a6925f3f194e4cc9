import { SyncRecord } from '../../src/postings/sync-record.entity.js';
import { Retention } from '../../src/sync/retention.js';
import { insertCompany } from '../factories/companies.js';
import { describeOnBothDatabases } from '../harness/databases.js';
import { MovableClock, start } from '../sync/rig.js';

const dayMs = 86_400_000;

describeOnBothDatabases('that a sync ran', (open) => {
  test('is forgotten after a quarter of a year; one that has not ended is kept', async () => {
    const clock = new MovableClock(start);
    const db = await open(clock);
    await insertCompany(db, { name: 'Ash' });
    const ended = { old: 93, young: 91, open: undefined };
    for (const [id, days] of Object.entries(ended)) {
      const at = new Date(clock.now().getTime() - (days ?? 400) * dayMs);
      const request = { trigger: 'schedule', actor: 'schedule' } as const;
      const row = { id, companyId: 'ash', ...request, state: days ? 'done' : 'queued', request, queuedAt: at };
      await db.work((em) => em.insert(SyncRecord, { ...row, endedAt: days ? at : null } as never));
    }
    await new Retention(db, 7).erase();
    const kept = await db.read((em) => em.find(SyncRecord, { order: { id: 'ASC' } }));
    expect(kept.map(({ id }) => id)).toEqual(['open', 'young']);
  });
});
