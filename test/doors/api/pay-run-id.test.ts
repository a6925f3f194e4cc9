import { AppModule } from '../../../src/app/app.module.js';
import { insertCompany } from '../../factories/companies.js';
import { type TempDatabase, tempDatabase } from '../../factories/database.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { type Door, openDoor, StillClock } from './door.js';

describe('the id of a pay run', () => {
  let temp: TempDatabase;
  let door: Door;
  beforeAll(async () => {
    temp = await tempDatabase(new StillClock());
    for (const name of ['Ash', 'Bramley']) {
      const { id } = await insertCompany(temp.database, { name });
      await insertRun(
        temp.database,
        id,
        payrollOf([{ id: 1, name: 'Ed Vale', basic: '2000.00', tax: '190.40', ni: '76.16', employerNi: '237.45' }]),
        {
          state: 'posted',
          datedOn: '2025-10-31',
        },
      );
    }
    door = await openDoor(temp.database, [AppModule]);
  });
  afterAll(async () => {
    await door.close();
    await temp.remove();
  });

  it('reads what its address reads, for who may read it', async () => {
    const token = await door.token();
    const get = (path: string, by = token) => door.http.get(path).set('Authorization', `Bearer ${by}`);
    const { items } = (await get('/api/pay-runs').expect(200)).body as { items: { id: string; company: string }[] };
    const id = items.find(({ company }) => company === 'Bramley')?.id ?? '';
    expect(new Set(items.map((one) => one.id)).size).toBe(2);
    const byAddress = await get('/api/pay-runs/Bramley/2026/6/2025-10-31').expect(200);
    expect((await get(`/api/pay-runs/${id}`).expect(200)).body).toEqual(byAddress.body);
    const ofAsh = await door.token({ companies: ['ash'] });
    await get(`/api/pay-runs/${id}`, ofAsh).expect(404);
    await get(`/api/pay-runs/${id}x`).expect(404);
    await get(`/api/pay-runs/${Buffer.from('bramley elm:2026-06').toString('base64url')}`).expect(404);
  });
});
