import { AppModule } from '../../../src/app/app.module.js';
import { account, insertReading } from '../../factories/balances.js';
import { insertCompany } from '../../factories/companies.js';
import { tempDatabase, type TempDatabase } from '../../factories/database.js';
import { insertPractice } from '../../factories/practice.js';
import { type Door, openDoor, StillClock } from '../api/door.js';

let temp: TempDatabase;
let door: Door;
beforeAll(async () => {
  temp = await tempDatabase(new StillClock());
  await insertPractice(temp.database);
  door = await openDoor(temp.database, [AppModule]);
});
afterAll(async () => {
  await door.close();
  await temp.remove();
});

const find = async (typed: string, rights: Parameters<Door['browser']>[0] = {}) => {
  const { cookie } = await door.browser(rights);
  return door.http.get('/find').query({ q: typed }).set('Cookie', cookie);
};

test.each([
  ['dale ltd', '/clients/dale-ltd'],
  ['daleltd', '/clients/dale-ltd'],
  ['Bram', '/clients/bramley-ltd'],
  ['October 2025', '/?year=2026&month=7'],
  ['31/10/2025', '/?year=2026&month=7'],
  ['2025/26 month 7', '/?year=2026&month=7'],
  ['dale oct', '/clients/dale-ltd/months/2026/6'],
  ['OCT Dale', '/clients/dale-ltd/months/2026/6'],
  ['dale ltd october 2025', '/clients/dale-ltd/months/2026/6'],
  ['2025/26 month 7 dale', '/clients/dale-ltd/months/2026/6'],
  ['October', '/?year=2026&month=7'],
  ['oct', '/?year=2026&month=7'],
  ['hmrc', '/hmrc-due'],
  ['Sign off', '/runs/sign-off?year=2026&month=7'],
  ['sign-off sep', '/runs/sign-off?year=2026&month=6'],
  ['month files september 2025', '/month-files?year=2026&month=6'],
  ['reconcile', '/reconciliation'],
  ['dale oct 814', '/clients/dale-ltd/reconciliation/movement?account=814&from=2025-10-06'],
  ['814 dale october 2025', '/clients/dale-ltd/reconciliation/movement?account=814&from=2025-10-06'],
  ['dale 814', '/clients/dale-ltd/reconciliation#account-814'],
  ['401 Dale Ltd', '/clients/dale-ltd/tax-year#account-401'],
])('%s leads to %s', async (typed, path) => {
  const { status, headers } = await find(typed);
  expect([status, headers.location]).toEqual([303, path]);
});

test('a list leads to each person’s year, and keeps what was typed', async () => {
  const { status, text } = await find('okafor');
  expect(status).toBe(200);
  expect(text).toMatch(/<a href="\/clients\/[\w-]+\/people\/\d+\?year=2026">Amara Okafor<\/a>/);
  expect(text).toMatch(/name="q" value="okafor"/);
});

test.each(['nothing like it', '', '2025', '%'])('%j, which finds nothing, says what can be typed', async (typed) => {
  const { status, text } = await find(typed, { pay: false });
  expect(status).toBe(200);
  expect(text).toContain('What can be typed');
  expect(text).not.toContain('person');
});

test('every page of who is signed in has the finder, and no other', async () => {
  const { cookie } = await door.browser();
  for (const path of ['/', '/clients', '/problems'])
    expect((await door.http.get(path).set('Cookie', cookie)).text).toContain('action="/find"');
  expect((await door.http.get('/sign-in')).text).not.toContain('action="/find"');
});

test('a month or a page that may be a client’s name too is a list of both', async () => {
  await insertCompany(temp.database, { name: 'October Press Ltd' });
  await insertCompany(temp.database, { name: 'Sign Off Writers Ltd' });
  const month = await find('october');
  expect([month.status, month.text]).toEqual([
    200,
    expect.stringMatching(/year=2026&amp;month=7[^]*October Press Ltd/),
  ]);
  const act = await find('sign off');
  expect([act.status, act.text]).toEqual([200, expect.stringMatching(/\/runs\/sign-off[^]*Sign Off Writers Ltd/)]);
  // Only its beginning was typed: it is offered.
  expect((await find('recon', { pay: false })).text).toContain('<a href="/reconciliation">Reconciliation</a>');
});

test('a page is offered to those who may open it', async () => {
  const links = async (role: 'viewer' | 'reviewer' | 'admin', companies: string[] | null = null) =>
    (await find('sign', { role, companies })).text.includes('/runs/sign-off') ||
    (await find('users', { role, companies })).headers.location === '/people';
  expect([await links('viewer'), await links('reviewer')]).toEqual([false, true]);
  const users = async (companies: string[] | null) =>
    (await find('users', { role: 'admin', companies, pay: false })).headers.location;
  expect([await users(null), await users(['dale-ltd'])]).toEqual(['/people', undefined]);
});

test('client, month and account lead to what makes the account up, or to the account until that was read', async () => {
  const path = '/clients/dale-ltd/reconciliation/movement?account=814&from=2025-10-06';
  const { cookie } = await door.browser({ pay: true });
  const movement = () => door.http.get(path).set('Cookie', cookie);
  const ofAccount = '/clients/dale-ltd/reconciliation#account-814';
  expect((await movement()).headers.location).toBe(ofAccount);
  await insertReading(temp.database, 'dale-ltd', [account('814', { balance: '0.00' })]);
  expect((await movement()).status).toBe(200);
  expect((await find('dale oct 814', { pay: false })).headers.location).toBe(ofAccount);
});
