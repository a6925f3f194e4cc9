import { CompanyRow } from '../../../src/companies/company.entity.js';
import { Connection } from '../../../src/companies/connection.entity.js';
import { ApiModule } from '../../../src/doors/api/api.module.js';
import { ReviewModule } from '../../../src/doors/review/review.module.js';
import { type Door, openDoor, StillClock } from '../api/door.js';
import { insertCompany } from '../../factories/companies.js';
import { tempDatabase, type TempDatabase } from '../../factories/database.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';

const slip = { id: 1, name: 'Employee One', basic: '2000.00', tax: '275.20', ni: '167.76', employerNi: '194.71' };

let temp: TempDatabase;
let door: Door;

beforeEach(async () => {
  temp = await tempDatabase(new StillClock());
  door = await openDoor(temp.database, [ApiModule, ReviewModule]);
});
afterEach(async () => {
  await door.close();
  await temp.remove();
});

async function refuse(id: string) {
  const { cookie, csrf } = await door.browser({ role: 'admin', name: 'Ruth' });
  const answer = await door.http.post(`/first-run/${id}/leave`).type('form').set('Cookie', cookie).send({ csrf });
  const { life } = await temp.database.read((rows) => rows.findOneByOrFail(CompanyRow, { id }));
  return { life, to: answer.headers.location, page: (await door.http.get('/').set('Cookie', cookie)).text };
}

test('books that are not those that were meant are left, and the first run begins again', async () => {
  const { connectionId } = await insertCompany(temp.database, { id: 'wrong', name: 'Wrong Ltd' });
  const keys = { accessToken: 'sealed', refreshToken: 'sealed' };
  await temp.database.work((rows) => rows.update(Connection, { id: connectionId }, keys));
  const refused = await refuse('wrong');
  expect(refused).toMatchObject({ life: 'left', to: '/' });
  expect(refused.page).toContain('Connect your first client');
  const kept = await temp.database.read((rows) => rows.findOneByOrFail(Connection, { id: connectionId }));
  expect(kept).toMatchObject({ accessToken: null, refreshToken: null });
});

test('books of which payroll was read are left only by name', async () => {
  await insertCompany(temp.database, { id: 'ash', name: 'Ash Ltd' });
  await insertRun(temp.database, 'ash', payrollOf([slip]), { state: 'ready', datedOn: '2025-10-31' });
  const refused = await refuse('ash');
  expect(refused).toMatchObject({ life: 'working', to: '/clients/ash/connection' });
  expect(refused.page).not.toContain('Connect your first client');
});
