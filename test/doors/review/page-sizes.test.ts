import { AppModule } from '../../../src/app/app.module.js';
import type { Database } from '../../../src/ground/database.js';
import type { RunState } from '../../../src/record/runs/pay-run.entity.js';
import { account, insertReading, openAccount } from '../../factories/balances.js';
import { insertCompany } from '../../factories/companies.js';
import { tempDatabase, type TempDatabase } from '../../factories/database.js';
import { insertLogEntry } from '../../factories/log.js';
import { payrollOf, type Slip, userUrl } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { type Door, openDoor, StillClock } from '../api/door.js';

/** A practice of 140 clients, one of which pays 200 people: what is listed comes in parts, however much there is. */

const kilobytesMax = 50;
const people = 200;
const clients = 140;
const paydays = [
  ...['2025-04-30', '2025-05-30', '2025-06-30', '2025-07-31', '2025-08-29', '2025-09-30', '2025-10-31'],
  ...['2025-11-28', '2025-12-31', '2026-01-30', '2026-02-27', '2026-03-31'],
];
const states: readonly RunState[] = ['ready', 'held', 'posted', 'changed'];

let temp: TempDatabase;
let door: Door;
let cookie: string;

beforeAll(async () => {
  temp = await tempDatabase(new StillClock());
  await insertLarge(temp.database);
  await insertMany(temp.database);
  door = await openDoor(temp.database, [AppModule]);
  ({ cookie } = await door.browser());
});
afterAll(async () => {
  await door.close();
  await temp.remove();
});

const run = '/runs/large-ltd/2026/6/2025-10-31';
test.each([
  ...['/', '/?year=2026&month=7', '/clients', '/log', '/hmrc-due', '/people'],
  ...['/runs/sign-off?year=2026&month=6', '/runs/sign-off?year=2026&month=6&part=2', '/find?q=814'],
  ...['/reconciliation', '/find?q=client', '/find?q=person', '/find?q=2000.00'],
  ...[run, `${run}?part=4`, '/runs/large-ltd/2026/5/2025-09-30'],
  ...['/clients/large-ltd', '/clients/large-ltd/reconciliation', '/clients/large-ltd/people?year=2026'],
  ...[
    '/clients/large-ltd/tax-year?year=2026',
    '/clients/large-ltd/settings',
    '/clients/large-ltd/settings/cost-by-account',
  ],
])('%s has less than 50 KB', async (path) => {
  const { text } = await door.http.get(path).set('Cookie', cookie).expect(200);
  expect(Buffer.byteLength(text) / 1024).toBeLessThan(kilobytesMax);
});

test('a later page of the ready runs, and the rows that a script adds, have less than 50 KB', async () => {
  const read = async (path: string) => (await door.http.get(path).set('Cookie', cookie).expect(200)).text;
  const [, ...paths] = /href="([^"#]*)#ready" hx-get="([^"]*)"/.exec(await read('/?year=2026&month=7')) ?? [];
  expect(paths).toHaveLength(2);
  for (const [index, path] of paths.entries()) {
    const text = await read(path.replaceAll('&amp;', '&'));
    expect(text.match(/name="runs"/g)).toHaveLength(index === 0 ? 10 : 25);
    expect(Buffer.byteLength(text) / 1024).toBeLessThan(kilobytesMax);
  }
});

test.each([
  ['open', /<h2 id="client-([\w-]+)">/g, 48],
  ['unread', /<a href="\/clients\/([\w-]+)\/reconciliation">/g, 47],
] as const)('every client is in the pages of those %s, once', async (place, named, count) => {
  const found: string[] = [];
  for (let path: string | undefined = '/reconciliation'; path; ) {
    const { text }: { text: string } = await door.http.get(path).set('Cookie', cookie).expect(200);
    const list = place === 'open' ? text : (/<section id="unread"[^]*?<\/section>/.exec(text)?.[0] ?? '');
    found.push(...[...list.matchAll(named)].map(([, id = '']) => id));
    path = new RegExp(`href="(/reconciliation\\?${place}=[^"#]+)`).exec(text)?.[1];
  }
  expect([found.length, new Set(found).size]).toEqual([count, count]);
});

test('every person of a run of 200 is on one of its parts, once, and each part says which of how many', async () => {
  const names: string[] = [];
  let path: string | undefined = run;
  for (let from = 1; path !== undefined; from += 10) {
    const text: string = (await door.http.get(path).set('Cookie', cookie).expect(200)).text;
    expect(text.includes(`${from} to ${from + 9} of 200 people`)).toBe(true);
    const [, list = ''] = /aria-labelledby="paid-heading"[^]*?<tbody>([^]*?)<\/tbody>/.exec(text) ?? [];
    names.push(...[...list.matchAll(/">(Person \d+ Longername)<\/a>/g)].map(([, name = '']) => name));
    // Each leads to the next, and to the last.
    const [, parts = ''] = /aria-label="Payslips">([^]*?)<\/nav>/.exec(text) ?? [];
    expect(parts).toContain('part=20"');
    path = [...parts.matchAll(/href="([^"]+)"/g)]
      .map(([, to = '']) => to)
      .find((to) => to.endsWith(`part=${(from + 19) / 10}`));
  }
  expect([names.length, new Set(names).size]).toEqual([people, people]);
});

test('every open item and every person of a client of 200 is in its parts, once', async () => {
  const names: string[] = [];
  for (let part = 1; part <= 9; part++) {
    const { text } = await door.http.get(`/clients/large-ltd/reconciliation?part=${part}`).set('Cookie', cookie);
    const [, list = ''] = /aria-labelledby="open-heading"[^]*?<tbody>([^]*?)<\/tbody>/.exec(text) ?? [];
    names.push(...[...list.matchAll(/902 (Person \d+)/g)].map(([, name = '']) => name));
  }
  expect([names.length, new Set(names).size]).toEqual([people, people]);
});

async function insertLarge(database: Database): Promise<void> {
  const slips = Array.from({ length: people }, (_, index): Slip => {
    const more = { tax: '275.20', ni: '167.76', employerNi: '194.71', pension: '62.50', employerPension: '37.50' };
    return { id: 1000 + index, name: `Person ${index} Longername`, basic: '2000.00', ...more };
  });
  const { id } = await insertCompany(database, { name: 'Large Ltd' });
  for (const [index, datedOn] of paydays.entries())
    await insertRun(database, id, payrollOf(slips), { state: index === 5 ? 'held' : 'posted', datedOn });
  const ofPerson = slips.map((slip) => openAccount('902', '1494.54', { user: userUrl(slip.id), name: slip.name }));
  await insertReading(database, id, [openAccount('814', '578.81'), account('813'), ...ofPerson]);
}

async function insertMany(database: Database): Promise<void> {
  const slips = [1, 2, 3].map((id): Slip => {
    return { id, name: `Person ${id}`, basic: '2000.00', tax: '275.20', ni: '167.76', employerNi: '194.71' };
  });
  for (let index = 0; index < clients; index++) {
    const company = await insertCompany(database, { name: `Client ${index} Ltd` });
    const state = states[index % states.length] ?? 'ready';
    for (const datedOn of paydays) {
      const is = datedOn === '2025-10-31' ? state : 'posted';
      const { tag } = await insertRun(database, company.id, payrollOf(slips), { state: is, datedOn });
      await insertLogEntry(database, { companyId: company.id, act: 'post', tag });
    }
    const open = [openAccount('814', '578.81'), openAccount('813', '12.50')];
    if (index % 3 > 0) await insertReading(database, company.id, index % 3 === 1 ? open : [account('814')]);
  }
}
