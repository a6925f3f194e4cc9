import { PayrollFile } from '../../src/record/runs/payroll-file.entity.js';
import { SyncRecord } from '../../src/record/runs/sync-record.entity.js';
import { Retention } from '../../src/runner/retention.js';
import { insertCompany } from '../factories/companies.js';
import { describeOnDatabases } from '../harness/databases.js';
import { MovableClock, start } from '../sync/rig.js';

const dayMs = 86_400_000;

describeOnDatabases('that a sync ran', (open) => {
  test('is deleted after a quarter of a year; one that never ended is given up after a day', async () => {
    const clock = new MovableClock(start);
    const db = await open(clock);
    await insertCompany(db, { name: 'Ash' });
    const ended = { old: 93, young: 91, open: undefined, today: undefined };
    for (const [id, days] of Object.entries(ended)) {
      const at = new Date(clock.now().getTime() - (days ?? (id === 'open' ? 400 : 0.5)) * dayMs);
      const request = { trigger: 'schedule', actor: 'schedule' } as const;
      const row = { id, companyId: 'ash', ...request, state: days ? 'done' : 'queued', request, queuedAt: at };
      await db.work((rows) => rows.insert(SyncRecord, { ...row, endedAt: days ? at : null } as never));
    }
    await new Retention(db, 7).erase();
    const kept = await db.read((rows) => rows.find(SyncRecord, { order: { id: 'ASC' } }));
    expect(kept.map(({ id, state }) => [id, state])).toEqual([
      ['open', 'failed'],
      ['today', 'queued'],
      ['young', 'done'],
    ]);
    expect(kept[0]?.problem?.title).toBe('The process ended before this sync did');
  });
});

describeOnDatabases('a file of which no pay run came', (open) => {
  test('loses its people and its name once its years are over; one of today and what an EPS claims stay', async () => {
    const clock = new MovableClock(start);
    const db = await open(clock);
    await insertCompany(db, { name: 'Ash' });
    const paid = (paidOn: string) => ({ payId: 'E1', firstName: 'Ed', lastName: 'Vale', paidOn });
    const files = [
      { id: 'old', kind: 'fps', year: 2015, taken: [paid('2014-10-31')] },
      { id: 'eps', kind: 'eps', year: 2015, taken: [{ month: 7 }] },
      { id: 'today', kind: 'fps', year: 2026, taken: [paid('2025-10-31')] },
    ];
    const row = { companyId: 'ash', bytes: 1, actor: 'ann', withdrawnAt: clock.now(), receivedAt: clock.now() };
    for (const file of files)
      await db.work((rows) => rows.insert(PayrollFile, { ...row, hash: file.id, name: 'Vale.xml', ...file } as never));
    await new Retention(db, 6).erase();
    const kept = await db.read((rows) => rows.find(PayrollFile, { order: { id: 'ASC' } }));
    expect(kept.map(({ id, name, taken }) => `${id}: ${name} ${taken.length}`)).toEqual([
      'eps: Vale.xml 1',
      'old: erased 0',
      'today: Vale.xml 1',
    ]);
  });
});
