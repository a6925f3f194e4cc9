import { ApiModule } from '../../src/doors/api/api.module.js';
import { LogEntry } from '../../src/record/log/log-entry.entity.js';
import { openDoor, StillClock } from '../doors/api/door.js';
import { insertPractice } from '../factories/practice.js';
import { describeOnDatabases } from '../harness/databases.js';

describeOnDatabases('who read what someone is paid', (open) => {
  test('is logged once a day for each address, without the pay; reading only totals is not logged', async () => {
    const clock = new StillClock();
    const database = await open(clock);
    await insertPractice(database);
    const door = await openDoor(database, [ApiModule]);
    const run = '/api/pay-runs/dale-ltd/2026/6/2025-10-31';
    const [ann, ben] = [await door.token({ name: 'ann' }), await door.token({ name: 'ben', pay: false })];
    const get = (path: string, token: string) => door.http.get(path).set('Authorization', `Bearer ${token}`);
    for (const token of [ann, ann, ben]) await get(run, token).expect(200);
    await get('/api/journals.csv', ann).expect(200);
    await get('/api/pay-runs', ann).expect(200);
    clock.forward(86_400);
    await get(run, ann).expect(200);
    const entries = await database.read((rows) =>
      rows.find(LogEntry, { where: { act: 'read_pay' }, order: { id: 'ASC' } }),
    );
    expect(entries.map(({ answer, trigger, companyId }) => [answer, trigger, companyId])).toEqual([
      [`pay run: ${run}`, 'api', 'installation'],
      ['journals: /api/journals.csv', 'api', 'installation'],
      ['pay runs: /api/pay-runs', 'api', 'installation'],
      [`pay run: ${run}`, 'api', 'installation'],
    ]);
    await door.close();
  });
});
