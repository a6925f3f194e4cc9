import { AccessModule } from '../../../src/access/access.module.js';
import { ApiModule } from '../../../src/doors/api/api.module.js';
import { People } from '../../../src/access/people.js';
import { Session } from '../../../src/access/session.entity.js';
import { CompanyRow } from '../../../src/companies/company.entity.js';
import type { Database } from '../../../src/ground/database.js';
import { findAdjustments } from '../../../src/record/runs/find-adjustments.js';
import { Decision } from '../../../src/record/runs/decision.entity.js';
import { Write } from '../../../src/record/runs/write.entity.js';
import { ReviewModule } from '../../../src/doors/review/review.module.js';
import { assets } from '../../../src/doors/review/frame/assets.js';
import { type Door, openDoor, StillClock } from '../api/door.js';
import { insertCompany } from '../../factories/companies.js';
import { tempDatabase, type TempDatabase } from '../../factories/database.js';
import { payrollOf, type Slip } from '../../factories/payroll.js';
import { classesIn } from './classes-in.js';
import { insertPractice } from '../../factories/practice.js';
import { insertRun } from '../../factories/runs.js';
import { insertWrite } from '../../factories/writes.js';

const pageBytesMax = 50 * 1024;
const october = '2026/6/2025-10-31';
const everyPage = [
  '/',
  '/?year=2026&month=6&search=co&reason=held',
  `/runs/bramley-ltd/${october}`,
  `/runs/holt-ltd/${october}`,
  `/runs/dale-ltd/${october}`,
  `/runs/long-ltd/${october}`,
  `/runs/long-ltd/${october}?part=6`,
  '/log',
  '/reconciliation',
  '/clients/dale-ltd/reconciliation',
  '/hmrc-due',
  '/client-answers?year=2026&month=7',
  '/clients',
  '/clients/dale-ltd',
  '/clients/dale-ltd/connection',
  '/clients/dale-ltd/people?year=2026',
  '/clients/long-ltd/people?year=2026',
  '/clients/dale-ltd/settings',
  '/clients/dale-ltd/settings/adjustments',
  '/clients/dale-ltd/settings/cost-by-account',
  '/clients/dale-ltd/settings/payroll-move',
  '/clients/dale-ltd/tax-year?year=2026',
];

const styled = classesIn(assets.style.content.toString());

let temp: TempDatabase;
let door: Door;

beforeAll(async () => {
  temp = await tempDatabase(new StillClock());
  await insertPractice(temp.database);
  await insertLongRun(temp.database);
  const key = Buffer.alloc(32, 1).toString('base64');
  door = await openDoor(temp.database, [AccessModule, ApiModule, ReviewModule], { SECRET_KEY: key });
});
afterAll(async () => {
  await door.close();
  await temp.remove();
});

test.each(everyPage)('%s is one page of less than 50 KB', async (path) => {
  const { cookie } = await door.browser();
  const answer = await door.http.get(path).set('Cookie', cookie).expect(200);
  expect(answer.headers['content-type']).toContain('text/html');
  expect(Buffer.byteLength(answer.text)).toBeLessThan(pageBytesMax);
  expect(answer.text).not.toMatch(/<script(?![^>]* src="\/assets\/)|<style| style="| on\w+="/);
});

test.each(everyPage)('%s uses only classes that have a style', async (path) => {
  const { cookie } = await door.browser();
  const { text } = await door.http.get(path).set('Cookie', cookie).expect(200);
  const used = [...text.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '));
  expect(used.filter((name) => !styled.has(name))).toEqual([]);
});

test.each(everyPage)('%s names no one and no pay of a person to a viewer without pay', async (path) => {
  const { cookie } = await door.browser({ role: 'viewer', pay: false });
  const { text } = await door.http.get(path).set('Cookie', cookie).expect(200);
  for (const name of ['Femi', 'Shah', 'Grace', 'Walsh', 'Person 7']) expect(text).not.toContain(name);
  expect(text).not.toContain('£40.00');
});

test.each(everyPage.filter((path) => path.includes('ltd')))('%s is not there for others', async (path) => {
  const { cookie } = await door.browser({ role: 'viewer', companies: ['ash-ltd'] });
  const answer = await door.http.get(path).set('Cookie', cookie).expect(404);
  for (const name of ['Bramley', 'Holt', 'Dale Ltd', 'Long Ltd']) expect(answer.text).not.toContain(name);
});

test('lists show only the viewer’s companies', async () => {
  const { cookie } = await door.browser({ role: 'viewer', companies: ['ash-ltd'] });
  for (const path of ['/', '/log', '/clients']) {
    const { text } = await door.http.get(path).set('Cookie', cookie).expect(200);
    expect(text).toContain('Ash Ltd');
    for (const other of ['Bramley', 'Holt', 'Willow', 'Harbour Accounting'].slice(0, path === '/clients' ? 3 : 4)) {
      expect(text).not.toContain(other);
    }
  }
});

test('a form without the session’s proof does nothing, nor does a viewer’s form', async () => {
  const admin = await door.browser();
  await door.http.post('/clients/dale-ltd/connection/pause').set('Cookie', admin.cookie).expect(403);
  const viewer = await door.browser({ role: 'viewer', name: 'looker' });
  const csrf = await csrfOf('looker');
  await door.http
    .post(`/runs/dale-ltd/${october}/sign-off`)
    .type('form')
    .set('Cookie', viewer.cookie)
    .send({ csrf })
    .expect(403);
  const page = await door.http.get('/clients/dale-ltd/connection').set('Cookie', viewer.cookie);
  expect(page.text).toContain('Working');
  expect(page.text).not.toContain('Sync now');
});

test('a company’s page names the books that were connected, which may not be those that were meant', async () => {
  const { cookie } = await door.browser({ name: 'booksreader' });
  const page = async () => (await door.http.get('/clients/dale-ltd/connection').set('Cookie', cookie).expect(200)).text;
  expect(await page()).toMatch(/<dt>Books<\/dt><dd>name not read yet/);
  await temp.database.work((rows) => rows.update(CompanyRow, { id: 'dale-ltd' }, { booksName: 'Vale & Sons Ltd' }));
  expect(await page()).toContain('<dt>Books</dt><dd>Vale &amp; Sons Ltd</dd>');
});

test('a company is paused and resumed, with a line in the log', async () => {
  const { cookie } = await door.browser({ name: 'chief' });
  const csrf = await csrfOf('chief');
  const post = (act: string) =>
    door.http.post(`/clients/dale-ltd/connection/${act}`).type('form').set('Cookie', cookie).send({ csrf }).expect(303);
  await post('pause');
  expect((await door.http.get('/clients/dale-ltd').set('Cookie', cookie)).text).toContain('Paused');
  await post('resume');
  const log = await door.http.get('/log?company=Dale%20Ltd&actor=chief').set('Cookie', cookie);
  expect(log.text).toMatch(/Resumed[\s\S]*Paused/);
});

test('a company is left only by typing its name', async () => {
  const { cookie } = await door.browser({ name: 'leaver' });
  const csrf = await csrfOf('leaver');
  const leave = (confirm: string) =>
    door.http.post('/clients/sorrel-ltd/connection/leave').type('form').set('Cookie', cookie).send({ csrf, confirm });
  expect((await leave('Sorrel')).text).toContain('Not left');
  await leave('Sorrel Ltd').expect(303);
  expect((await door.http.get('/clients/sorrel-ltd').set('Cookie', cookie)).text).toContain('Left');
  const sync = door.http.post('/syncs').type('form').set('Cookie', cookie).send({ csrf, company: 'sorrel-ltd' });
  expect((await sync.expect(409)).text).toContain('The company is not working');
});

test('a company is not left while it is not known whether a journal was posted', async () => {
  const { cookie } = await door.browser({ name: 'hasty' });
  const csrf = await csrfOf('hasty');
  const leave = () =>
    door.http
      .post('/clients/rowan-ltd/connection/leave')
      .type('form')
      .set('Cookie', cookie)
      .send({ csrf, confirm: 'Rowan Ltd' });
  await insertCompany(temp.database, { name: 'Rowan Ltd' });
  const write = await insertWrite(temp.database, 'rowan-ltd', { state: 'in_doubt' });
  const refused = await leave();
  expect(refused.status).toBe(409);
  expect(refused.text).toContain('Something is still being settled');
  expect((await door.http.get('/clients/rowan-ltd').set('Cookie', cookie)).text).toContain('Working');
  await temp.database.work((rows) => rows.update(Write, { id: write.id }, { state: 'released' }));
  await leave().expect(303);
});

test('an adjustment with a wrong due date is refused, and what was typed stays', async () => {
  const { cookie } = await door.browser({ name: 'adjuster' });
  const csrf = await csrfOf('adjuster');
  const answer = await door.http
    .post('/clients/dale-ltd/settings/adjustments')
    .type('form')
    .set('Cookie', cookie)
    .send({ csrf, year: '2026', month: '7', kind: 'levy', due: '31/31/2026', reason: 'October’s levy' });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain('That is not a date');
  expect(answer.text).toContain('value="31/31/2026"');
});

test('an adjustment sent twice from the page is entered once, and another of the same amount with a tick', async () => {
  const { cookie } = await door.browser({ name: 'twice' });
  const fields = {
    ...{ csrf: await csrfOf('twice'), year: '2025/26', month: '7', kind: 'levy', reason: 'October’s levy' },
    ...{ 'account-1': '405', 'debit-1': '£125.00', 'account-2': '814', 'credit-2': '125' },
  };
  const enter = (over: object = {}) =>
    door.http
      .post('/clients/dale-ltd/settings/adjustments')
      .type('form')
      .set('Cookie', cookie)
      .send({ ...fields, ...over });
  expect((await enter()).status).toBe(303);
  const again = await enter();
  expect([again.status, again.text.match(/name="another"/g)?.length]).toEqual([409, 1]);
  expect(again.text).toContain('This adjustment is entered already');
  expect((await enter({ another: 'yes' })).status).toBe(303);
  const kept = await temp.database.read((rows) => findAdjustments(rows, { companyId: 'dale-ltd' }));
  expect(kept.map(({ year, number }) => [year, number]).sort()).toEqual([
    [2026, 1],
    [2026, 2],
  ]);
});

test.each(['26', '2026/28', '', 'next', '1999', '2101'])(
  'an adjustment of the tax year %j is refused',
  async (year) => {
    const { cookie } = await door.browser({ name: `year “${year}”` });
    const answer = await door.http
      .post('/clients/dale-ltd/settings/adjustments')
      .type('form')
      .set('Cookie', cookie)
      .send({
        ...{ csrf: await csrfOf(`year “${year}”`), year, month: '7', kind: 'levy', reason: 'October’s levy' },
        ...{ 'account-1': '405', 'debit-1': '90.00', 'account-2': '814', 'credit-2': '90.00' },
      });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('the tax year is written 2026/27, or as the year it ends in: 2027');
  },
);

test('an act that the adjustments do not have is refused, and ignores nothing', async () => {
  const { cookie } = await door.browser({ name: 'chooser' });
  const csrf = await csrfOf('chooser');
  const before = await temp.database.read((rows) => rows.findBy(Decision, {}));
  for (const act of ['delete', '']) {
    const answer = await door.http
      .post('/clients/dale-ltd/settings/adjustments/2026/6/levy-1')
      .type('form')
      .set('Cookie', cookie)
      .send({ csrf, act, reason: 'Entered twice' });
    expect([answer.status, answer.text.includes('Nothing was chosen')]).toEqual([400, true]);
  }
  expect(await temp.database.read((rows) => rows.findBy(Decision, {}))).toEqual(before);
});

test('a reviewer brings a debt forward on the page, with a date in UK order', async () => {
  const { cookie } = await door.browser({ name: 'opener' });
  const csrf = await csrfOf('opener');
  const path = '/clients/dale-ltd/reconciliation';
  const post = (fields: object) =>
    door.http
      .post(`${path}/bring-forward`)
      .type('form')
      .set('Cookie', cookie)
      .send({ csrf, ...fields });
  const debt = { place: '814', amount: '£1,300.00', dueOn: '22/10/2025', reason: 'September, by the old program' };
  await post(debt).expect(303);
  expect((await post({ ...debt, amount: 'a lot' })).text).toContain('The form is not complete');
  expect((await post({ ...debt, dueOn: '22/13/2025' })).text).toContain('That is not a date');
  const page = await door.http.get(path).set('Cookie', cookie);
  expect(page.text.match(/September, by the old program/g)).toHaveLength(1);
  expect(page.text).toMatch(/1,300\.00/);
  expect(page.text).toContain('22 Oct 2025');
});

test('the printed log names its filter, and says when there is more', async () => {
  const { cookie } = await door.browser({ name: 'printer' });
  const printed = async (query: string) => {
    const { text } = await door.http.get(`/log${query}`).set('Cookie', cookie).expect(200);
    return [...text.matchAll(/<p class="printonly">([^]*?)<\/p>/g)].map(([, words]) => words);
  };
  expect(await printed('')).toContain('Filter: none · 50 entries, the newest first; older ones are not printed');
  const query = 'search=birch&act=post&since=01/10/2025&until=31/10/2025&unreviewed=true';
  expect((await printed(`?${query}`)).join()).toMatch(
    /Filter: search “birch” · what: Posting · from 1 Oct 2025 · until 31 Oct 2025 · unreviewed only · \d+ entr(y|ies), the newest first(?!;)/,
  );
});

test('a policy that cannot be read gets a message, and what was typed stays', async () => {
  const { cookie } = await door.browser({ name: 'typist' });
  const csrf = await csrfOf('typist');
  const answer = await door.http
    .post('/clients/dale-ltd/settings/preview')
    .type('form')
    .set('Cookie', cookie)
    .send({ csrf, mode: 'auto', 'accounts.salaries': 'four' });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain('accounts.salaries');
  expect(answer.text).toContain('value="four"');
});

test('warnings that need no closer look are ticked by name, and an unknown code is refused', async () => {
  const { cookie } = await door.browser({ name: 'ticker' });
  const csrf = await csrfOf('ticker');
  const path = '/clients/dale-ltd/settings';
  const preview = (fields: object) =>
    door.http
      .post(`${path}/preview`)
      .type('form')
      .set('Cookie', cookie)
      .send({ csrf, ...fields });
  const { text } = await door.http.get(path).set('Cookie', cookie);
  expect(text).toMatch(/name="expected\.negative_tax"[^>]*>\s*Tax refund/);
  expect(text).not.toMatch(/name="expected\.[^>]* checked/);
  const fields: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(/<input name="(accounts[.]\w+|statuses)" value="([^"]*)"/g))
    fields[name] = value;
  const choices = { directors: 'role', studentLoans: 'payeNi', sacrificedPension: 'salary', layout: 'itemised' };
  const rest = { approval: 'one', amendments: 'ask', guard: 'on', clientApproval: 'after', mode: 'auto' };
  const ticked = await preview({ ...fields, ...choices, ...rest, 'expected.negative_tax': 'yes' });
  expect(ticked.status).toBe(200);
  expect(ticked.text).toMatch(/name="expected\.negative_tax"[^>]* checked/);
  expect(text).toMatch(/name="expected\.not_filed"[^>]*>\s*Not filed with HMRC/);
  const unknown = await preview({ ...fields, ...choices, ...rest, 'expected.negativ_tax': 'yes' });
  expect(unknown.status).toBe(400);
  expect(unknown.text).toContain('did you mean &quot;negative_tax&quot;?');
});

test('assets are cached for ever under the hash of their content, and not under another', async () => {
  const { text } = await door.http.get('/sign-in').expect(200);
  const [, path = ''] = /href="(\/assets\/[^"]+\.css)"/.exec(text) ?? [];
  const style = await door.http.get(path).expect(200);
  expect(style.headers['cache-control']).toContain('immutable');
  await door.http.get(path.replace(/\/assets\/\w+/, '/assets/0000')).expect(404);
});

test('a stranger is sent to sign in, and a wrong token gets a message', async () => {
  const away = await door.http.get('/log').expect(303);
  expect(away.headers.location).toBe('/sign-in');
  const refused = await door.http.post('/sign-in').type('form').send({ token: 'guess' });
  expect(refused.status).toBe(401);
  expect(refused.text).toContain('The token is not accepted');
});

async function csrfOf(name: string): Promise<string> {
  const { id: personId } = await door.app.get(People).find(name);
  const session = await temp.database.read((rows) => rows.findOneByOrFail(Session, { personId }));
  return session.csrf;
}

async function insertLongRun(database: Database): Promise<void> {
  const slips = Array.from({ length: 120 }, (_, index): Slip => {
    return {
      id: 1000 + index,
      name: `Person ${index}`,
      basic: '2000.00',
      tax: '275.20',
      ni: '167.76',
      employerNi: '194.71',
    };
  });
  const company = await insertCompany(database, { name: 'Long Ltd' });
  await insertRun(database, company.id, payrollOf(slips), { state: 'posted', datedOn: '2025-10-31' });
}
