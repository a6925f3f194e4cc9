import { AppModule } from '../../../src/app/app.module.js';
import { Posting } from '../../../src/record/runs/posting.entity.js';
import { insertCompany } from '../../factories/companies.js';
import { type TempDatabase, tempDatabase } from '../../factories/database.js';
import { postingOf } from '../../factories/facts.js';
import { type Door, openDoor, StillClock } from '../api/door.js';

let temp: TempDatabase;
let door: Door;
beforeAll(async () => {
  temp = await tempDatabase(new StillClock());
  for (const [id, name] of [
    ['ash', 'Ash Ltd'],
    ['oak', 'Oak Ltd'],
  ] as const) {
    await insertCompany(temp.database, { id, name });
    const tag = 'counterfoil:2026-06:2025-10-31';
    const posting = { ...postingOf('2000.00'), id, companyId: id, tag, runTag: tag };
    await temp.database.work((rows) => rows.insert(Posting, posting as never));
  }
  door = await openDoor(temp.database, [AppModule]);
});
afterAll(async () => {
  await door.close();
  await temp.remove();
});

const reason = 'A bureau runs it now';

test('the API moves a client’s payroll, and refuses it in words', async () => {
  const authorization = `Bearer ${await door.token({ role: 'admin' })}`;
  const move = (given: object) =>
    door.http
      .post('/api/payrolls/ash/move')
      .set('Authorization', authorization)
      .send({ reason, to: 'files', ...given });
  const refused = await move({ on: '2025-10-31' }).expect(409);
  expect(refused.body).toMatchObject({
    title: 'Payroll cannot move from that day',
    detail: expect.stringContaining('Ash Ltd: the pay run paid 31 Oct 2025 is posted'),
  });
  await move({ on: 'soon' }).expect(400);
  await move({ on: '2025-11-28', to: 'the bureau' }).expect(400);
  const { body } = await move({ on: '2025-11-28' }).expect(200);
  expect(body).toEqual({ company: 'Ash Ltd', from: 'service', to: 'files', on: '2025-11-28', policyVersion: 2 });
  const policy = await door.http
    .put('/api/companies/ash/policy')
    .set('Authorization', authorization)
    .set('If-Match', '"2"')
    .send({ policy: { payroll: { from: 'service' } }, reason });
  expect(policy.body.todo).toContain('counterfoil payroll move "Ash Ltd" --to service --on DATE');
  const log = await door.http.get('/api/log?company=ash&act=move_payroll').set('Authorization', authorization);
  expect(log.body.items).toMatchObject([{ act: 'move_payroll', reason }]);
  const reviewer = `Bearer ${await door.token({ role: 'reviewer' })}`;
  await door.http
    .post('/api/payrolls/ash/move')
    .set('Authorization', reviewer)
    .send({ reason, to: 'files', on: '2025-12-06' })
    .expect(403);
});

test('the page offers the other source, says why it may not, and moves it', async () => {
  const { cookie, csrf } = await door.browser({ role: 'admin' });
  const path = '/clients/oak/settings/payroll-move';
  const shown = await door.http.get(path).set('Cookie', cookie).expect(200);
  expect(shown.text).toContain('from the accounting service to files');
  const move = (on: string) =>
    door.http.post(path).set('Cookie', cookie).type('form').send({ csrf, move: 'service>files', on, reason });
  expect((await move('31/10/2025').expect(200)).text).toContain('the pay run paid 31 Oct 2025 is posted');
  await move('28/11/2025').expect(303);
  const settings = await door.http.get('/clients/oak/settings').set('Cookie', cookie).expect(200);
  expect(settings.text).toContain('From the accounting service to files, from 28 November 2025');
  const after = await door.http.get(path).set('Cookie', cookie).expect(200);
  expect(after.text).toContain('Before 28 Nov 2025');
  expect(after.text).toContain('from files to the accounting service');
  const viewer = await door.browser({ role: 'viewer' });
  expect((await door.http.get(path).set('Cookie', viewer.cookie)).text).not.toContain('Move it');
});
