import { AccessModule } from '../../../src/access/access.module.js';
import { ApiModule } from '../../../src/doors/api/api.module.js';
import { ReviewModule } from '../../../src/doors/review/review.module.js';
import { type Door, openDoor, StillClock } from '../api/door.js';
import { tempDatabase, type TempDatabase } from '../../factories/database.js';
import { insertPractice } from '../../factories/practice.js';

const path = '/clients/dale-ltd/settings/cost-by-account';
let temp: TempDatabase;
let door: Door;

beforeAll(async () => {
  temp = await tempDatabase(new StillClock());
  await insertPractice(temp.database);
  door = await openDoor(temp.database, [AccessModule, ApiModule, ReviewModule], {
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
  });
});
afterAll(async () => {
  await door.close();
  await temp.remove();
});

/** Signs in someone who may change policies, and finds the first employee on the page. */
async function opened(name: string) {
  const { cookie, csrf } = await door.browser({ name });
  const { text } = await door.http.get(path).set('Cookie', cookie).expect(200);
  const people = [...text.matchAll(/<th scope="row">([^<]+)<\/th>[\s\S]*?person=([^"]+)"/g)];
  const [, , link = ''] = people.find(([, words = '']) => !words.includes('director')) ?? [];
  const person = decodeURIComponent(link);
  const post = (fields: object, to = '') =>
    door.http
      .post(path + to)
      .type('form')
      .set('Cookie', cookie)
      .send({ csrf, person, version: '1', reason: 'Agreed', from: '2026-04-06', ...fields });
  return { text, people, person, post, page: (query = '') => door.http.get(path + query).set('Cookie', cookie) };
}

test('people are rows, with the tax year’s cost by account; one is chosen, previewed and saved', async () => {
  const { people, person, post, page } = await opened('chief');
  expect(people.length).toBeGreaterThan(1);
  expect((await page(`?person=${encodeURIComponent(person)}`)).text).toContain('aria-label="Per cent, part 1"');
  const fields = { 'percent-1': '60 %', 'salaries-1': '150', 'percent-2': '40' };
  const preview = await post(fields, '/preview').expect(200);
  expect(preview.text).toContain('Its effect on the last pay run');
  expect(preview.text).toMatch(/<span class="code">150<\/span>/);
  const refused = await post({ ...fields, 'percent-2': '39.99' });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('the percentages sum to 99.99, not to exactly 100');
  expect(refused.text).toContain('value="39.99"');
  await post(fields).expect(303);
  const { text } = await page();
  expect(text).toContain('From 6 Apr 2026: 60 % to 150; 40 % to the usual accounts');
  // Someone who read the earlier version may not overwrite this one.
  expect((await post(fields)).status).toBe(412);
});

test('a viewer without the right to see pay sees no one', async () => {
  const { cookie } = await door.browser({ name: 'looker', role: 'viewer', pay: false });
  const { text } = await door.http.get(path).set('Cookie', cookie).expect(200);
  expect(text).not.toContain('person=');
  expect(text).toContain('Only people who may see pay are shown');
});

test('programs read, preview and replace them, each on what it has read', async () => {
  const token = await door.token({ name: 'Ada' });
  const at = '/api/companies/ash-ltd/allocations';
  const by = { Authorization: `Bearer ${token}` };
  const read = await door.http.get(at).set(by).expect(200);
  expect(read.headers.etag).toBe('"1"');
  const [person] = read.body.people.filter(({ director }: { director: boolean }) => !director);
  const rules = [{ from: '2025-04-06', parts: [{ percent: '100', accounts: { salaries: '150' } }] }];
  const allocations = { [person.user]: rules };
  const preview = await door.http.post(`${at}/preview`).set(by).send({ allocations }).expect(200);
  expect(preview.body.accounts.map(({ account }: { account: string }) => account)).toEqual(['150', '401']);
  await door.http.put(at).set(by).send({ allocations, reason: 'r' }).expect(428);
  await door.http.put(at).set(by).set('If-Match', '"7"').send({ allocations, reason: 'r' }).expect(412);
  const changed = await door.http.put(at).set(by).set('If-Match', '"1"').send({ allocations, reason: 'r' }).expect(200);
  expect(changed.body.policyVersion).toBe(2);
  const wrong = { [person.user]: [{ ...rules[0], parts: [{ percent: '99.99' }] }] };
  const refused = await door.http.put(at).set(by).set('If-Match', '"2"').send({ allocations: wrong, reason: 'r' });
  expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('99.99')]);
});
