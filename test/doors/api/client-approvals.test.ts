import { AppModule } from '../../../src/app/app.module.js';
import { insertCompany } from '../../factories/companies.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { type Door, openDoor, StillClock } from './door.js';

const payroll = payrollOf([{ id: 1, name: 'Ed Vale', basic: '2713.41', tax: '0', ni: '0', employerNi: '0' }]);
const month = { year: 2026, period: 6 };
const path = '/api/client-approvals';

describeOnDatabases('what clients are asked to approve', (open) => {
  let door: Door;
  beforeAll(async () => {
    const database = await open(new StillClock());
    for (const name of ['Ash', 'Birch']) {
      const { id } = await insertCompany(database, { name }, { clientEmail: `owner@${name.toLowerCase()}.example` });
      await insertRun(database, id, payroll, { state: 'ready', datedOn: '2025-10-31', period: 6 });
    }
    door = await openDoor(database, [AppModule]);
  });
  afterAll(() => door.close());

  const bearer = async (rights = {}) => `Bearer ${await door.token(rights)}`;
  const list = async (query = '', rights = {}) =>
    (
      await door.http
        .get(`${path}?year=2026&period=6${query}`)
        .set('Authorization', await bearer(rights))
        .expect(200)
    ).body.items as { company: string; state: string; address?: string }[];
  const ask = async (body: object, rights = {}) =>
    door.http
      .post(path)
      .set('Authorization', await bearer(rights))
      .send({ ...month, ...body });

  it('are the companies that who asks reaches, with where they are asked only for those who may see pay', async () => {
    expect(await list()).toMatchObject([
      { company: 'Ash', state: 'not_asked', address: 'owner@ash.example' },
      { company: 'Birch', state: 'not_asked' },
    ]);
    const [birch, ...more] = await list('', { companies: ['birch'], pay: false });
    expect([birch?.company, birch?.address, more]).toEqual(['Birch', undefined, []]);
    expect(JSON.stringify(await list())).not.toMatch(/2,?713|Ed Vale/);
  });

  it('are asked by a reviewer who may see pay and reaches them; without a mail server the links come back', async () => {
    expect((await ask({ companies: ['ash'] }, { role: 'viewer' })).status).toBe(403);
    expect((await ask({ companies: ['ash'] }, { pay: false })).status).toBe(403);
    expect((await ask({ companies: ['ash'] }, { companies: ['birch'] })).status).toBe(404);
    expect(await list('&state=no_answer')).toEqual([]);
    const asked = await ask({ companies: ['ash', 'ash'] });
    expect(asked.body.items).toEqual([
      expect.objectContaining({ company: 'Ash', is: 'link', url: expect.stringContaining('/client/') }),
    ]);
    expect((await ask({ companies: ['ash'] })).body.items).toMatchObject([{ is: 'not_made', why: 'no_answer' }]);
    expect((await ask({ companies: ['ash'], kind: 'reminder' })).body.items).toMatchObject([{ is: 'link' }]);
    expect((await list('&state=no_answer')).map(({ company }) => company)).toEqual(['Ash']);
  });

  it('are a page with a tick for each, and a file', async () => {
    const { cookie, csrf } = await door.browser();
    const { text } = await door.http.get('/client-answers?year=2026&month=7').set('Cookie', cookie).expect(200);
    expect(text).toContain('aria-label="Ask Birch"');
    expect(text).toContain('Not answered');
    const file = await door.http
      .get('/client-answers/file.csv?year=2026&month=7&state=not_asked')
      .set('Cookie', cookie);
    expect(file.text).toMatch(/^\uFEFF?Client,Tax month,Pay dates/);
    expect(file.text).toContain('Birch,October 2025,31 Oct 2025,no,Not asked');
    expect(file.text).not.toContain('Ash');
    const none = { csrf, year: 2026, month: 7, kind: 'ask' };
    const post = (fields: object) =>
      door.http
        .post('/client-answers')
        .type('form')
        .set('Cookie', cookie)
        .send({ ...none, ...fields });
    expect((await post({})).status).toBe(303);
    const links = await post({ companies: 'birch' });
    expect(links.text).toContain('None of these was mailed: no mail server is set up.');
    expect(links.text).toMatch(/\/client\/[\w-]{43}</);
    const viewer = await door.browser({ name: 'looks', role: 'viewer', pay: false });
    const shown = await door.http.get('/client-answers?year=2026&month=7').set('Cookie', viewer.cookie).expect(200);
    expect(shown.text).not.toContain('type="checkbox"');
  });
});
