import { unzipSync } from 'fflate';
import { AppModule } from '../../../src/app/app.module.js';
import { CompanyRow } from '../../../src/companies/company.entity.js';
import { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import { insertCompany } from '../../factories/companies.js';
import { type TempDatabase, tempDatabase } from '../../factories/database.js';
import { insertLogEntry } from '../../factories/log.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { type Door, openDoor, StillClock } from './door.js';

describe('what is kept of a client who left', () => {
  let temp: TempDatabase;
  let door: Door;
  let headers: Record<string, string>;

  beforeAll(async () => {
    temp = await tempDatabase(new StillClock());
    for (const id of ['ash', 'oak']) {
      await insertCompany(temp.database, { id, name: `${id} Ltd` });
      const slip = { id: 1, name: 'Ann Ash', basic: '2000.00', tax: '190.40', ni: '76.16', employerNi: '237.45' };
      const { tag } = await insertRun(temp.database, id, payrollOf([slip]), { state: 'posted', datedOn: '2025-10-31' });
      await insertLogEntry(temp.database, { companyId: id, act: 'post', tag });
    }
    door = await openDoor(temp.database, [AppModule]);
    headers = { Authorization: `Bearer ${await door.token({ role: 'admin' })}` };
  });
  afterAll(async () => {
    await door.close();
    await temp.remove();
  });

  const leave = (id: string) =>
    temp.database.work((rows) => rows.update(CompanyRow, { id }, { life: 'left', leftAt: temp.database.clock.now() }));
  const runsOf = (companyId: string) => temp.database.read((rows) => rows.countBy(PayRunRecord, { companyId }));

  it('can be downloaded as files and then erased, on its page', async () => {
    const { cookie } = await door.browser({ role: 'admin' });
    const page = () => door.http.get('/clients/ash/connection').set('Cookie', cookie);
    expect((await page()).text).not.toContain('Erase what is kept');
    await leave('ash');
    const { text } = await page();
    expect(text).toContain('Erase what is kept');
    const address = /href="(\/api\/month-files\/[^"]+)"/.exec(text)?.[1] ?? '';
    const zip = await door.http.get(address).set('Cookie', cookie).buffer(true).responseType('blob').expect(200);
    expect(Object.keys(unzipSync(zip.body as Buffer))).toEqual(['ash Ltd 2025-10 month file.zip']);

    const csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const erase = (confirm: string) =>
      door.http.post('/clients/ash/connection/erase').set('Cookie', cookie).type('form').send({ csrf, confirm });
    const wrong = await erase('Ash');
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('Not erased')]);
    expect(await runsOf('ash')).toBe(1);
    expect((await erase('ash Ltd')).status).toBe(303);
    expect(await runsOf('ash')).toBe(0);
    const gone = await door.http.get(address).set('Cookie', cookie).expect(404);
    expect(gone.body).toMatchObject({ type: '/problems/not-found', title: 'There is no payroll' });
    const after = await door.http.get('/clients/ash').set('Cookie', cookie).expect(200);
    expect(after.text).toContain('No pay run is known.');
  });

  it('is erased by the API, and only once the client has left', async () => {
    const erase = () => door.http.post('/api/companies/oak/erase').set(headers).send({ everything: true });
    expect((await erase()).body).toMatchObject({ status: 409, title: 'The company has not been left' });
    await leave('oak');
    const erased = await erase();
    expect([erased.status, erased.body]).toEqual([200, { company: 'oak Ltd', payRuns: 1 }]);
    expect((await erase()).body).toMatchObject({ status: 409, title: 'There is nothing left to erase' });
    const person = await door.http.post('/api/companies/oak/erase').set(headers).send({ person: 'Ann Ash' });
    expect(person.body).toMatchObject({ status: 404, title: 'No one of that name was paid' });
  });
});
