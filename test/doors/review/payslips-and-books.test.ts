import { systemClock } from '../../../src/ground/clock.js';
import { taxYearOf } from '../../../src/journal/nouns/dates.js';
import { YearInBooks } from '../../../src/record/year-in-books.entity.js';
import { type DoorWithBooks, openDoorWithBooks } from '../api/books.js';
import { type TempDatabase, tempDatabase } from '../../factories/database.js';

const year = taxYearOf(new Date().toISOString().slice(0, 10));

let temp: TempDatabase;
let door: DoorWithBooks;
let path: string;

beforeAll(async () => {
  temp = await tempDatabase();
  door = await openDoorWithBooks(temp.database);
  path = `/clients/${door.company.id}/reconciliation/year?year=${year}`;
  const token = await door.token();
  const call = (method: 'get' | 'post', to: string) => door.http[method](to).set('Authorization', `Bearer ${token}`);
  const { id } = (await call('post', '/api/syncs').send({}).expect(202)).body as { id: string };
  while ((await call('get', `/api/syncs/${id}`)).body.state !== 'done') await systemClock.sleep(50);
}, 120_000);
afterAll(async () => {
  await door?.close();
  await temp?.remove();
});

async function signedIn(role: 'viewer' | 'reviewer', pay = true) {
  const { cookie, csrf } = await door.browser({ role, pay });
  return {
    get: (to = path) => door.http.get(to).set('Cookie', cookie),
    recheck: () => door.http.post(path).type('form').set('Cookie', cookie).send({ csrf }),
  };
}

const requests = async () => (await door.control<{ total: number }>('GET', 'requests')).total;
const stateIn = (html: string) => /<span class="state (is-\w+)">(Agrees|Does not agree)</.exec(html)?.slice(1);

test('a year that was never read asks nothing of the service, and offers to read the books', async () => {
  const before = await requests();
  const reviewer = await (await signedIn('reviewer')).get().expect(200);
  expect(reviewer.text).toContain('not read yet');
  expect(reviewer.text).toContain('Recheck');
  const viewer = await (await signedIn('viewer')).get().expect(200);
  expect(viewer.text).toContain('A reviewer can read them.');
  expect(viewer.text).not.toContain('Recheck');
  expect(await requests()).toBe(before);
});

test('a recheck reads them once, and the page shows what was read, and when', async () => {
  const { get, recheck } = await signedIn('reviewer');
  expect((await recheck().expect(303)).headers['location']).toBe(path);
  const after = await requests();
  const page = await get().expect(200);
  expect(page.text).toMatch(/books as at \d\d:\d\d/);
  expect(stateIn(page.text)?.[0]).toMatch(/^is-(posted|held)$/);
  expect(page.text).toContain('By payslips');
  expect(await requests()).toBe(after);
});

test('without the service the page keeps what was read, grey after a day', async () => {
  const { get, recheck } = await signedIn('reviewer');
  const readAt = new Date(Date.now() - 25 * 3_600_000);
  await temp.database.work((rows) => rows.update(YearInBooks, { companyId: door.company.id, year }, { readAt }));
  const before = (await get().expect(200)).text;
  expect(stateIn(before)?.[0]).toBe('is-not_ready');
  const refuse = { kind: 'status', status: 403, match: { path: '/v2/accounting/trial_balance/summary' }, count: 1 };
  await door.control('POST', 'faults', refuse);
  await recheck().expect(303);
  const after = (await get().expect(200)).text;
  expect(/books as at [^<]+/.exec(after)?.[0]).toBe(/books as at [^<]+/.exec(before)?.[0]);
  expect(stateIn(after)).toEqual(stateIn(before));
});

test('what was done since the reading is named', async () => {
  const authorization = `Bearer ${await door.token({ role: 'admin' })}`;
  const at = `/api/companies/${door.company.id}/policy`;
  const { headers, body } = await door.http.get(at).set('Authorization', authorization).expect(200);
  const policy = { ...body.policy, studentLoans: 'otherDeductions' };
  const change = door.http.put(at).set('Authorization', authorization).set('If-Match', String(headers['etag']));
  await change.send({ policy, reason: 'Loans are paid over with the rest' }).expect(200);
  expect((await (await signedIn('reviewer')).get()).text).toContain('Since then the policy was changed: recheck.');
});

test('without the right to see pay, the totals of few people are neither shown nor read from the service', async () => {
  const { get, recheck } = await signedIn('reviewer', false);
  await get().expect(403);
  await recheck().expect(403);
});
