import { AppModule } from '../../../src/app/app.module.js';
import { moved } from '../../../src/doors/review/frame/moved.js';
import { insertCompany } from '../../factories/companies.js';
import { tempDatabase, type TempDatabase } from '../../factories/database.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { type Door, openDoor, StillClock } from '../api/door.js';

const slip = { id: 1, name: 'Femi Shah', basic: '2000.00', tax: '275.20', ni: '167.76', employerNi: '194.71' };

let temp: TempDatabase;
let door: Door;
beforeAll(async () => {
  temp = await tempDatabase(new StillClock());
  for (const id of ['ash', 'birch']) {
    await insertCompany(temp.database, { id, name: `${id} ltd` });
    await insertRun(temp.database, id, payrollOf([slip]), { state: 'posted', datedOn: '2025-10-31' });
  }
  door = await openDoor(temp.database, [AppModule]);
});
afterAll(async () => {
  await door.close();
  await temp.remove();
});

const filled = (path: string) => `/${path}`.replace(':named', 'ash').replace(':user', '1');

/** A page that has its own query is asked for with it. */
const queries: Readonly<Record<string, string>> = { 'reconciliation/:named/movement': '?account=902&from=2025-10-06' };

test.each(Object.entries(moved))('%s leads to %s, with what was asked', async (from, to) => {
  const { cookie } = await door.browser();
  const query = queries[from] ?? '?year=2026';
  const old = await door.http
    .get(filled(from) + query)
    .set('Cookie', cookie)
    .expect(303);
  expect(old.headers.location).toBe(filled(to) + query);
  // The books of no one have been read here, so that no account has moved.
  await door.http
    .get(filled(to) + query)
    .set('Cookie', cookie)
    .expect(from.endsWith('/movement') ? 404 : 200);
});

test('a name in an old address is not taken for part of the new one', async () => {
  const { cookie } = await door.browser();
  const old = await door.http.get('/companies/..%2Fpeople').set('Cookie', cookie).expect(303);
  expect(old.headers.location).toBe('/clients/..%2Fpeople');
});
