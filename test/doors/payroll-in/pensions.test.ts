import { AppModule } from '../../../src/app/app.module.js';
import { PolicyVersion } from '../../../src/companies/policy-version.entity.js';
import { parsePolicy } from '../../../src/journal/policy/policy.js';
import { insertCompany } from '../../factories/companies.js';
import { type TempDatabase, tempDatabase } from '../../factories/database.js';
import { fpsFile } from '../../payrolls/files/fps-files.js';
import { type Door, openDoor, StillClock } from '../api/door.js';

const policy = parsePolicy({ payroll: { from: 'files' }, controls: { payeReference: '123/AB456' } });
const payment = '<EmpeePenContribnsNotPaid>60.00</EmpeePenContribnsNotPaid>';
const october = fpsFile([{ payId: 'E1' }, { payId: 'E2', fore: 'Ben', payment }]);
const inNovember = {
  paidOn: '2025-11-28',
  period: '<MonthNo>8</MonthNo>',
  toDate: { taxable: '5200.00', tax: '620.40' },
};
const november = fpsFile([
  { payId: 'E1', ...inNovember },
  { payId: 'E2', fore: 'Ben', ...inNovember },
]);

let temp: TempDatabase;
let door: Door;
beforeEach(async () => {
  temp = await tempDatabase(new StillClock());
  await insertCompany(temp.database, { id: 'ash', name: 'Ash Ltd' });
  await temp.database.work((rows) => rows.update(PolicyVersion, { companyId: 'ash' }, { policy }));
  door = await openDoor(temp.database, [AppModule]);
});
afterEach(async () => {
  await door.close();
  await temp.remove();
});

const bearer = async (rights: Parameters<Door['token']>[0]) => `Bearer ${await door.token(rights)}`;
async function receive(...files: readonly Uint8Array[]): Promise<void> {
  const authorization = await bearer({ role: 'reviewer' });
  for (const [at, bytes] of files.entries())
    await door.http
      .post(`/api/payrolls/files?name=${at}.xml`)
      .set('Authorization', authorization)
      .type('application/xml')
      .send(Buffer.from(bytes))
      .expect(200);
}

describe('the API', () => {
  const path = '/api/payrolls/ash/pensions';
  const show = async (rights: Parameters<Door['token']>[0] = { role: 'admin', pay: true }) =>
    door.http
      .get(path)
      .set('Authorization', await bearer(rights))
      .expect(200);
  const put = async (
    body: object,
    etag: string | undefined,
    rights: Parameters<Door['token']>[0] = { role: 'admin' },
  ) => {
    const request = door.http.put(path).set('Authorization', await bearer(rights));
    return (etag === undefined ? request : request.set('If-Match', etag)).send({ reason: 'Schedule', ...body });
  };

  test('lists who is answered for, and takes answers', async () => {
    await receive(october);
    const { body, headers } = await show();
    expect(body).toEqual({
      ...{ company: 'Ash Ltd', companyId: 'ash', policyVersion: 1, year: '2025/26', toConfirm: false },
      people: [
        { id: 'E1', name: 'Ada Ash', asks: 'never said' },
        { id: 'E2', name: 'Ben Ash', asks: 'never said' },
      ],
      months: [{ month: '2025-10', payroll: '60.00' }],
    });
    const etag = String(headers['etag']);
    const changed = await put({ said: { E2: '71.40', '*': '0.00' } }, etag);
    expect([changed.status, changed.body]).toMatchObject([
      200,
      {
        policyVersion: 2,
        paysNothing: '0.00',
        sending: [],
        people: [
          { id: 'E1', by: 'rule' },
          { id: 'E2', by: 'name' },
        ],
      },
    ]);
    expect((await put({ said: { E1: '1.00' } }, etag)).status).toBe(412);
    expect((await put({ said: { E1: '1.00' } }, undefined)).status).toBe(428);

    await receive(november);
    const { people } = (await show()).body;
    expect(people).toMatchObject([
      { id: 'E1', by: 'rule' },
      { id: 'E2', asks: 'lapsed', from: '2025-11-28' },
    ]);
    const again = await put(
      { said: { E2: '0.00' }, from: '2025-11-28', confirm: '2025/26', totals: { '2025-10': '131.40' } },
      changed.headers['etag'],
    );
    expect(again.body).toMatchObject({
      confirmed: '2025/26',
      months: [
        { month: '2025-10', payroll: '131.40', provider: '131.40' },
        { month: '2025-11', payroll: '0.00' },
      ],
      people: [{ by: 'rule' }, { said: '71.40; 0.00 from 2025-11-28', by: 'name' }],
    });
    const removed = await put({ said: { E2: '' } }, again.headers['etag']);
    expect(removed.body.people[1]).toEqual({ id: 'E2', name: 'Ben Ash', by: 'rule', asks: 'never said' });
  });

  test('refuses what is no answer, and who may not change settings, and hides what is paid from who may not see pay', async () => {
    await receive(october);
    const etag = String((await show()).headers['etag']);
    const wrong = await put({ said: { E2: 'some' } }, etag);
    expect([wrong.status, wrong.body.detail]).toEqual([400, expect.stringContaining('policy.employerPensions.E2')]);
    expect((await put({ confirm: '2025' }, etag)).body.detail).toContain('a tax year such as "2025/26"');
    expect((await put({ said: { E2: '1.00' } }, etag, { role: 'reviewer' })).status).toBe(403);
    await put({ said: { E2: '71.40' } }, etag);
    const { text } = await show({ role: 'viewer', pay: false });
    expect(JSON.parse(text)).not.toHaveProperty('months');
    expect(JSON.parse(text).people).toEqual([
      { id: 'E1', asks: 'never said' },
      { id: 'E2', by: 'name' },
    ]);
  });
});

describe('the page', () => {
  const path = '/clients/ash/payroll-in/pensions';

  test('asks who is not answered for, keeps answers with their dates, and says why one is refused', async () => {
    await receive(october, november);
    const { cookie, csrf } = await door.browser({ role: 'admin', pay: true });
    const page = async () => (await door.http.get(path).set('Cookie', cookie).expect(200)).text;
    const post = (fields: object) =>
      door.http
        .post(path)
        .set('Cookie', cookie)
        .type('form')
        .send({ csrf, version: '1', ...fields });
    expect((await door.http.get('/clients/ash/payroll-in').set('Cookie', cookie)).text).toContain(`href="${path}"`);
    const asked = await page();
    expect(asked).toContain('2 people have no answer that holds');
    expect(asked).toContain('Not said yet');

    const refused = await post({ 'rule.nothing': '0.00', 'said.0.id': 'E2', 'said.0.pays': 'some' });
    expect([refused.status, refused.text]).toEqual([200, expect.stringContaining('policy.employerPensions.E2')]);
    expect(refused.text).toContain('value="some"');
    const day = await post({ 'said.0.id': 'E2', 'said.0.pays': '71.40', 'said.0.from': 'May' });
    expect([day.status, day.text]).toEqual([200, expect.stringContaining('where a date is expected')]);

    await post({ 'rule.nothing': '0.00', 'rule.in': '', 'said.0.id': 'E2', 'said.0.pays': '71.40' }).expect(303);
    const lapsed = await page();
    expect(lapsed).toContain('The employee began or stopped paying in, 28 November 2025');
    expect(lapsed).toContain('value="28/11/2025"');
    await post({ 'said.0.id': 'E2', 'said.0.pays': '0.00' }).expect(200);
    const fields = { version: '2', 'rule.nothing': '0.00', 'said.0.id': 'E2', 'said.0.pays': '0.00' };
    await post({ ...fields, 'said.0.from': '28/11/2025' }).expect(303);
    const answered = await page();
    expect(answered).not.toContain('no answer that holds');
    expect(answered).toContain('71.40; 0.00 from 2025-11-28');
    expect(answered).toContain('As everyone who is not named');

    const wrong = await post({ version: '3', 'total.2025-10': 'much' });
    expect([wrong.status, wrong.text]).toEqual([200, expect.stringContaining('policy.pensionTotals.2025-10')]);
    await post({ version: '3', 'total.2025-10': '£131.40', 'total.2025-11': '1.00' }).expect(303);
    expect(await page()).toMatch(/value="131\.40"[^>]*> Agrees.*|value="1\.00"[^>]*> Differs/);
  });

  test('is read by a viewer, without names and answers for who may not see pay', async () => {
    await receive(october);
    const { cookie, csrf } = await door.browser({ role: 'reviewer', pay: false });
    const { text } = await door.http.get(path).set('Cookie', cookie).expect(200);
    expect(text).toContain('An administrator answers.');
    expect(text).not.toContain('Ben');
    const form = door.http.post(path).set('Cookie', cookie).type('form');
    await form.send({ csrf, version: '1', 'said.0.id': 'E1', 'said.0.pays': '1.00' }).expect(403);
  });

  test('confirms once for a new tax year', async () => {
    const said = { ...policy, employerPensions: { '*': '0.00 from 2025-04-06', '+': '3% from 2025-04-06' } };
    await temp.database.work((rows) => rows.update(PolicyVersion, { companyId: 'ash' }, { policy: said }));
    await receive(fpsFile([{ paidOn: '2026-04-30', period: '<MonthNo>1</MonthNo>' }], { years: '26-27' }));
    const { cookie, csrf } = await door.browser({ role: 'admin' });
    const page = async () => (await door.http.get(path).set('Cookie', cookie).expect(200)).text;
    expect(await page()).toContain('Still right for 2026/27?');
    const confirm = door.http.post(path).set('Cookie', cookie).type('form');
    await confirm.send({ csrf, version: '1', confirm: '2026/27' }).expect(303);
    expect(await page()).not.toContain('Still right');
  });
});
