import { AppModule } from '../../../src/app/app.module.js';
import { type Door, openDoor, StillClock } from '../api/door.js';
import { insertCompany } from '../../factories/companies.js';
import { type TempDatabase, tempDatabase } from '../../factories/database.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';

describe('pages over https', () => {
  let temp: TempDatabase;
  let door: Door;
  beforeAll(async () => {
    temp = await tempDatabase(new StillClock());
    await insertCompany(temp.database, { id: 'ash', name: 'Ash' });
    const slips = [{ id: 1, name: 'A B', basic: '2000.00', tax: '190.40', ni: '76.16', employerNi: '237.45' }];
    const journalSet = 'javascript:alert(1)//journal_sets/7';
    await insertRun(temp.database, 'ash', payrollOf(slips), { state: 'posted', datedOn: '2025-10-31', journalSet });
    door = await openDoor(temp.database, [AppModule], { PUBLIC_URL: 'https://counterfoil.example' });
  });
  afterAll(async () => {
    await door.close();
    await temp.remove();
  });

  it('contain no link that a browser would run as a script', async () => {
    const { cookie } = await door.browser();
    const { text } = await door.http.get('/runs/ash/2026/6/2025-10-31').set('Cookie', cookie).expect(200);
    expect(text).not.toMatch(/href="javascript:/i);
    expect(text).toContain('set 7');
  });

  it('keep the message for the next page in a cookie for https only', async () => {
    const { cookie } = await door.browser();
    const page = await door.http.get('/clients/ash').set('Cookie', cookie).expect(200);
    const csrf = /name="csrf" value="([^"]{10,100})"/.exec(page.text)?.[1];
    const answer = await door.http
      .post('/clients/ash/connection/pause')
      .type('form')
      .set('Cookie', cookie)
      .send({ csrf })
      .expect(303);
    expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-counterfoil-flash=.*Path=\/.*HttpOnly; Secure/);
  });
});
