import { AppModule } from '../../src/app/app.module.js';
import { type Door, openDoor, StillClock } from '../doors/api/door.js';
import { insertCompany } from '../factories/companies.js';
import { type TempDatabase, tempDatabase } from '../factories/database.js';
import { payrollOf } from '../factories/payroll.js';
import { insertRun } from '../factories/runs.js';

const payroll = payrollOf([
  { id: 1, name: 'Amara Okafor', basic: '2000.00', tax: '190.40', ni: '76.16', employerNi: '237.45' },
]);

describe('an answer that the client has', () => {
  let temp: TempDatabase;
  let door: Door;
  let token: string;
  beforeEach(async () => {
    temp = await tempDatabase(new StillClock());
    for (const name of ['Ash', 'Birch']) await insertCompany(temp.database, { name });
    await insertRun(temp.database, 'ash', payroll, { state: 'posted', datedOn: '2025-10-31' });
    door = await openDoor(temp.database, [AppModule]);
    token = await door.token();
  });
  afterEach(async () => {
    await door.close();
    await temp.remove();
  });

  const get = (path: string, headers: Readonly<Record<string, string>> = {}, as = token) =>
    door.http.get(path).set({ authorization: `Bearer ${as}`, ...headers });
  const tagOf = async (path: string, as = token) => String((await get(path, {}, as).expect(200)).headers.etag);

  it.each([
    '/api/companies',
    '/api/pay-runs',
    '/api/pay-runs/ash/2026/6/2025-10-31',
    '/api/syncs',
    '/api/log',
    '/api/openapi.json',
  ])('is not sent again, at %s', async (path) => {
    const tag = await tagOf(path);
    expect(tag).toMatch(/^W\/"/);
    const again = await get(path, { 'If-None-Match': tag }).expect(304);
    expect([again.text, again.headers.etag, again.headers['cache-control']]).toEqual(['', tag, 'no-store']);
    await door.http
      .head(path)
      .set({ authorization: `Bearer ${token}`, 'If-None-Match': tag })
      .expect(304);
  });

  it('is known in any form of its tag, and to fetch, which sends no-cache with it', async () => {
    const tag = await tagOf('/api/companies');
    const strong = tag.replace('W/', '');
    for (const one of [tag, strong, `"other", ${tag}`, `${strong},"other"`, '*', ' * '])
      expect([one, (await get('/api/companies', { 'If-None-Match': one })).status]).toEqual([one, 304]);
    for (const one of ['"other"', 'W/"other"', strong.replaceAll('"', ''), '""', '', ','])
      expect([one, (await get('/api/companies', { 'If-None-Match': one })).status]).toEqual([one, 200]);
    const url = `${await door.app.getUrl()}/api/companies`;
    const fetched = await fetch(url, { headers: { Authorization: `Bearer ${token}`, 'If-None-Match': tag } });
    expect(fetched.status).toBe(304);
  });

  it('is sent where it changed', async () => {
    const tag = await tagOf('/api/companies');
    await insertCompany(temp.database, { name: 'Cedar' });
    await get('/api/companies', { 'If-None-Match': tag }).expect(200);
  });

  it('is sent to whoever sees another, and refused to whoever may not see it', async () => {
    const [noPay, ofBirch] = [await door.token({ pay: false }), await door.token({ companies: ['birch'] })];
    // The log is empty, so it is the same to both.
    for (const path of ['/api/pay-runs', '/api/log', '/api/pay-runs/ash/2026/6/2025-10-31']) {
      const tags = [await tagOf(path), await tagOf(path, noPay)];
      await get(path, { 'If-None-Match': String(tags[0]) }, noPay).expect(path === '/api/log' ? 304 : 200);
      await get(path, { 'If-None-Match': String(tags[1]) }).expect(path === '/api/log' ? 304 : 200);
    }
    for (const tag of [await tagOf('/api/companies'), '"1"'])
      await get('/api/companies', { 'If-None-Match': tag }, ofBirch).expect(200);
    for (const asked of ['*', await tagOf('/api/pay-runs/ash/2026/6/2025-10-31')]) {
      await get('/api/pay-runs/ash/2026/6/2025-10-31', { 'If-None-Match': asked }, ofBirch).expect(404);
      await get('/api/companies', { 'If-None-Match': asked }, 'wrong').expect(401);
    }
  });

  /** The cost of a year grows with each posting, and the version of the policy stays. */
  it('is sent again where its tag is the version of a policy', async () => {
    for (const path of ['/api/companies/ash/policy', '/api/companies/ash/allocations']) {
      expect(await tagOf(path)).toBe('"1"');
      await get(path, { 'If-None-Match': '"1"' }).expect(200);
    }
  });
});
