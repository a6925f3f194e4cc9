import { register } from 'prom-client';
import { lookAtWork } from '../../../src/doors/api/watch/work-gauges.js';
import { SyncRecord } from '../../../src/record/runs/sync-record.entity.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { insertCompany } from '../../factories/companies.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { MovableClock } from '../../sync/rig.js';

async function valueOf(name: string, labels: object = {}): Promise<number | undefined> {
  const { values } = (await register.getSingleMetric(name)?.get()) ?? { values: [] };
  return values.find((one) => JSON.stringify(one.labels) === JSON.stringify(labels))?.value;
}

describeOnDatabases('the gauges of the work', (open) => {
  test('show what waits, what is in trouble and for how long', async () => {
    const clock = new MovableClock(new Date().toISOString());
    const db = await open(clock);
    const hourAgo = new Date(Date.now() - 3_600_000);
    await insertCompany(db, { name: 'Ash', lastSyncedAt: new Date() });
    await insertCompany(db, { name: 'Birch', lastSyncedAt: hourAgo, problem: 'The connection must be made again.' });
    await insertCompany(db, { name: 'Elder', lastSyncedAt: new Date(Date.now() - 4 * 86_400_000) });
    await insertCompany(db, { name: 'Cedar', life: 'left', problem: 'x', lastSyncedAt: new Date(0) });
    await db.work((rows) =>
      rows.insert(SyncRecord, {
        id: '1',
        companyId: 'ash',
        trigger: 'page',
        actor: 'Ruth',
        state: 'queued',
        request: { trigger: 'page', actor: 'Ruth' },
        queuedAt: hourAgo,
      } as never),
    );
    const ed = { id: 2, name: 'Ed', basic: '2000.00', tax: '190.20', ni: '76.16', employerNi: '237.45' };
    const payroll = payrollOf([ed]);
    await insertRun(db, 'ash', payroll, { state: 'held', datedOn: '2025-10-31' });
    // An adjustment is no pay run.
    await db.work((rows) => rows.query(`UPDATE pay_runs SET kind = 'levy'`));
    await lookAtWork(db, '30 5 * * *');
    expect(await valueOf('counterfoil_companies_in_trouble')).toBe(1);
    expect(await valueOf('counterfoil_companies_not_synced')).toBe(1);
    expect(await valueOf('counterfoil_since_sync_seconds_max')).toBeGreaterThanOrEqual(4 * 86_400);
    expect(await valueOf('counterfoil_syncs_open', { state: 'queued' })).toBe(1);
    expect(await valueOf('counterfoil_syncs_open', { state: 'running' })).toBe(0);
    expect(await valueOf('counterfoil_sync_waiting_seconds_max')).toBeGreaterThanOrEqual(3600);
    expect(await valueOf('counterfoil_pay_runs', { state: 'held' })).toBe(0);
    expect(await valueOf('counterfoil_write_in_doubt_seconds_max')).toBe(0);
  });
});
