import { AppModule } from '../../../src/app/app.module.js';
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
