import { AppModule } from '../../../src/app/app.module.js';
import { type Door, openDoor, StillClock } from '../api/door.js';
import { ApiTokens } from '../../../src/access/api-tokens.js';
import { Person } from '../../../src/access/person.entity.js';
import { Decision } from '../../../src/record/runs/decision.entity.js';
import { insertCompany } from '../../factories/companies.js';
import { tempDatabase, type TempDatabase } from '../../factories/database.js';

let temp: TempDatabase;
let door: Door;
let cookie: string;
let csrf: string;

beforeEach(async () => {
  temp = await tempDatabase(new StillClock());
  door = await openDoor(temp.database, [AppModule]);
  ({ cookie, csrf } = await door.browser());
});
afterEach(async () => {
  await door.close();
  await temp.remove();
});

const get = async (path: string) => (await door.http.get(path).set('Cookie', cookie).expect(200)).text;
const post = (path: string, fields: object) =>
  door.http
    .post(path)
    .type('form')
    .set('Cookie', cookie)
    .send({ csrf, role: 'viewer', ...fields });

const named = (html: string) => /<textarea name="named"[^>]*>([^<]*)<\/textarea>/.exec(html)?.[1]?.split('\n');

test('few clients are ticked', async () => {
  for (const name of ['Ash Ltd', 'Birch Ltd']) await insertCompany(temp.database, { name });
  const ann = { name: 'Ann', reach: 'some', companies: 'ash-ltd' };
  const { status, headers } = await post('/people', ann);
  expect(status).toBe(303);
  const html = await get(headers.location ?? '');
  expect(html).toMatch(/name="companies" value="ash-ltd" checked/);
  expect(html).not.toMatch(/name="companies" value="birch-ltd" checked|<textarea/);
});

test('an administrator alone gives a reason, on the page and in the API, and asks again after a day', async () => {
  await insertCompany(temp.database, { name: 'Ash Ltd' }, { approval: 'two' });
  const ann = { name: 'Ann', role: 'reviewer', reach: 'all', pay: 'on', email: 'ann@x.example' };
  const path = (await post('/people', ann)).headers.location ?? '';
  const shown = await get(path);
  expect(shown).toContain('There is no other administrator who could ask the same');
  expect(shown).toMatch(/name="reason"/);
  const titleOf = (html: string) => /class="problem"[^>]*><h2>(.*?)<\/h2>/.exec(html)?.[1];
  const email = 'ann2@x.example';
  const unsaid = await post(path, { ...ann, email });
  const title = 'A reason is needed';
  expect([unsaid.status, titleOf(unsaid.text)]).toEqual([400, title]);
  const asked = await post(path, { ...ann, email, reason: 'she moved' });
  expect([asked.status, titleOf(asked.text)]).toEqual([403, 'A second administrator is needed']);
  expect(asked.text).toContain('value="she moved"');
  const me = await temp.database.read((rows) => rows.findOneByOrFail(Person, { role: 'admin' }));
  const { token } = await new ApiTokens(temp.database).create(me, undefined, me.id);
  const bearer = `Bearer ${token}`;
  const patch = (body: object) => door.http.patch('/api/people/Ann').set('Authorization', bearer).send(body);
  expect((await patch({ email })).body).toMatchObject({ title });
  expect((await patch({ reason: 'she moved' })).status).toBe(400);
  expect((await patch({ email, reason: 'she moved' })).body).toMatchObject({
    title: 'A second administrator is needed',
  });
  (temp.database.clock as StillClock).forward(24 * 3600 + 60);
  ({ cookie, csrf } = await door.browser(me));
  expect((await post(path, { ...ann, email, reason: 'she moved' })).status).toBe(303);
  const kept = await temp.database.read((rows) => rows.findBy(Decision, { kind: 'person' }));
  expect(kept.map(({ reason, actor }) => [reason, actor])).toEqual([['she moved', me.name]]);
});

test('who may review is another only as two administrators want it: the page says who else can, and a program cannot', async () => {
  await insertCompany(temp.database, { name: 'Ash Ltd' }, { approval: 'two' });
  const ann = { name: 'Ann', role: 'reviewer', reach: 'all', pay: 'on', email: 'ann@x.example' };
  const { headers } = await post('/people', ann);
  await post('/people', { name: 'Cat', role: 'admin', reach: 'all', pay: 'on' });
  const path = headers.location ?? '';
  expect(await get(path)).toContain(
    'A client that Ann reviews asks for two pairs of eyes. So another name, address, user name or sign-in, and more rights, take two administrators. It is done when one more asks the same within a week: Cat.',
  );
  const refused = await post(path, { ...ann, email: 'me@x.example' });
  const [, title] = /class="problem"[^>]*><h2>(.*?)<\/h2>/.exec(refused.text) ?? [];
  expect([refused.status, title]).toEqual([403, 'A second administrator is needed']);
  const bot = await door.token({ role: 'admin' });
  const patch = (body: object) => door.http.patch('/api/people/Ann').set('Authorization', `Bearer ${bot}`).send(body);
  expect((await patch({ email: 'bot@x.example' })).body).toMatchObject({
    status: 403,
    title: 'Two pairs of eyes: who is it?',
  });
  expect((await patch({ role: 'viewer' })).body).toMatchObject({ role: 'viewer', email: 'ann@x.example' });
  // Who reviews nothing is no one's second pair of eyes.
  expect(await get(path)).not.toContain('two administrators');
});

describe('Of a practice of 1,000 clients', () => {
  beforeEach(async () => {
    for (let index = 0; index < 1000; index++) await insertCompany(temp.database, { name: `Client ${index} Ltd` });
  });

  test('a person’s clients are named, one a line, and the pages are small', async () => {
    const page = await get('/people');
    expect([named(page), page.length < 50 * 1024]).toEqual([[''], true]);
    const lines = Array.from({ length: 900 }, (_, index) => `Client ${index} Ltd`);
    const added = await post('/people', { name: 'Ann', reach: 'some', named: ` ${lines.join(' \r\n\r\n')}\r\n` });
    expect(added.status).toBe(303);
    const path = added.headers.location ?? '';
    const html = await get(path);
    expect([named(html)?.toSorted(), html.length < 50 * 1024]).toEqual([lines.toSorted(), true]);
    expect((await post(path, { name: 'Ann', reach: 'some', named: 'client-7-ltd\nclient 8 LTD' })).status).toBe(303);
    expect(named(await get(path))).toEqual(['Client 7 Ltd', 'Client 8 Ltd']);
    await post(path, { name: 'Ann', reach: 'all', named: 'Client 8 Ltd' });
    expect(await get(path)).toMatch(/name="reach" value="all" checked/);
  });

  test('a name that no client has is refused, and what was typed is kept', async () => {
    const typed = { name: 'Ann', reach: 'some', named: 'Client 7 Ltd\nClient 8 Limited' };
    const refused = await post('/people', typed);
    expect(refused.status).toBe(404);
    expect(refused.text).toContain('Client 8 Limited');
    expect(named(refused.text)).toEqual(['Client 7 Ltd', 'Client 8 Limited']);
    const { headers } = await post('/people', { ...typed, named: 'Client 7 Ltd' });
    const again = await post(headers.location ?? '', { ...typed, role: 'reviewer' });
    expect([again.status, named(again.text)]).toEqual([404, ['Client 7 Ltd', 'Client 8 Limited']]);
    expect(again.text).toMatch(/value="reviewer" selected/);
    expect(named(await get(headers.location ?? ''))).toEqual(['Client 7 Ltd']);
  });
});
