import { AppModule } from '../../../src/app/app.module.js';
import { CompanyRow } from '../../../src/companies/company.entity.js';
import { insertCompany } from '../../factories/companies.js';
import { tempDatabase, type TempDatabase } from '../../factories/database.js';
import { payrollOf, type Slip } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { type Door, openDoor, StillClock } from '../api/door.js';

const slipOf = (id: number, name: string, basic = '2000.00'): Slip => {
  return { id, name, basic, tax: '275.20', ni: '167.76', employerNi: '194.71' };
};

let temp: TempDatabase;
let door: Door;
beforeAll(async () => {
  temp = await tempDatabase(new StillClock());
  await insertCompany(temp.database, { id: 'ash', name: 'Ash Ltd' });
  const pay = (slips: readonly Slip[], datedOn: string, state: 'posted' | 'not_ready' = 'posted') =>
    insertRun(temp.database, 'ash', payrollOf(slips), { state, datedOn });
  const crowd = Array.from({ length: 29 }, (_, index) => slipOf(100 + index, `Person ${index + 10}`));
  for (let year = 2016; year <= 2024; year += 1) await pay([slipOf(1, 'Femi Shah')], `${year}-10-31`);
  await pay([slipOf(1, 'Femi Shah')], '2025-10-03');
  await pay([slipOf(1, 'Femi Shah', '2100.00'), ...crowd], '2025-10-31');
  await pay([slipOf(1, 'Femi Shah')], '2025-11-28', 'not_ready');
  door = await openDoor(temp.database, [AppModule]);
});
afterAll(async () => {
  await door.close();
  await temp.remove();
});

type Who = Parameters<Door['browser']>[0];
const page = async (path: string, who?: Who) => {
  const { cookie } = await door.browser(who);
  return (await door.http.get(`/clients/ash${path}`).set('Cookie', cookie).expect(200)).text;
};
const tabs = (html: string) => {
  const [, nav = ''] = /<nav class="tabs"[^>]*>(.*?)<\/nav>/s.exec(html) ?? [];
  return [...nav.matchAll(/<a href="([^"]*)"( aria-current="\w+")?>([^<]*)</g)].map(
    ([, href, current = '', words]) => `${words}: ${href}${current}`,
  );
};

test('every page of a client has its tabs, and says which it is', async () => {
  expect(tabs(await page(''))).toEqual([
    'Runs: /clients/ash aria-current="page"',
    'Reconciliation: /clients/ash/reconciliation',
    'Audit: /clients/ash/audit',
    'Tax year: /clients/ash/tax-year',
    'People paid: /clients/ash/people',
    'Settings: /clients/ash/settings',
    'Connection: /clients/ash/connection',
  ]);
  expect(tabs(await page('/people/1?year=2026'))).toContain('People paid: /clients/ash/people aria-current="true"');
  expect(tabs(await page('/settings/adjustments'))).toContain('Settings: /clients/ash/settings aria-current="true"');
});

test('who may not see pay has no tab of who is paid, and no name on its page', async () => {
  const who = { role: 'viewer', pay: false } as const;
  expect(tabs(await page('', who)).join()).not.toContain('People paid');
  expect(await page('/people?year=2026', who)).not.toMatch(/Femi|Person|2,000/);
});

test('runs are marked year by year, the latest first, older years on a page of their own', async () => {
  const years = (html: string) =>
    [...html.matchAll(/<th scope="row"><a [^>]*>(\d{4}\/\d\d)</g)].map(([, year]) => year);
  const html = await page('');
  expect(years(html)).toEqual(['2025/26', '2024/25', '2023/24', '2022/23', '2021/22', '2020/21', '2019/20']);
  expect(html).toContain('Pay runs of 2025/26');
  const [, older = ''] = /href="\/clients\/ash(\?[^"]*)">Older tax years/.exec(html) ?? [];
  const before = await page(older.replaceAll('&amp;', '&'));
  expect(years(before)).toEqual(['2018/19', '2017/18', '2016/17']);
  expect(before).toContain('Pay runs of 2018/19');
});

test('a month of the tax years leads to the client’s only pay run of it, or to those of the year', async () => {
  const html = await page('');
  expect(html).toContain('<a href="/clients/ash/months/2026/7">Nov</a>');
  const { cookie } = await door.browser();
  const at = async (month: string) =>
    (await door.http.get(`/clients/ash/months/${month}`).set('Cookie', cookie).expect(303)).headers.location;
  expect(await at('2026/7')).toBe('/runs/ash/2026/7/2025-11-28');
  expect(await at('2025/6')).toBe('/runs/ash/2025/6/2024-10-31');
  expect(await at('2026/1')).toBe('/clients/ash?year=2026');
});

test('a person’s pay is summed by month and year, without what is still to be paid, and a list is paged', async () => {
  const cells = (html: string, name: string) => {
    const [, row = ''] = new RegExp(`<tr[^>]*><th scope="row">(?:<a [^>]*>)?${name}(.*?)</tr>`).exec(html) ?? [];
    return [...row.matchAll(/data-label="(\w+)">([\d,.]+)<small[^>]*>([\d,.]+)</g)].map(([, ...cell]) =>
      cell.join(' '),
    );
  };
  const html = await page('/people?year=2026');
  expect(cells(html, 'Femi Shah')).toEqual([
    'Sep 2,000.00 1,557.04',
    'Oct 2,100.00 1,657.04',
    'Year 4,100.00 3,214.08',
  ]);
  expect(cells(html, 'All 30')).toContain('Oct 60,100.00 46,811.20');
  expect(html).not.toContain('Person 38');
  const [, next = ''] = /href="\/clients\/ash(\/people\?[^"]*)">More people/.exec(html) ?? [];
  const more = await page(next.replaceAll('&amp;', '&'));
  expect(more.match(/Person \d\d/g)).toEqual(['Person 34', 'Person 35', 'Person 36', 'Person 37', 'Person 38']);
  expect(cells(more, 'All 30')).toContain('Oct 60,100.00 46,811.20');
});

test('the connection names the books that were connected, and the head says when they are not read', async () => {
  await temp.database.work((rows) => rows.update(CompanyRow, { id: 'ash' }, { problem: 'Connect it again.' }));
  const html = await page('/connection');
  expect(html).toContain('<dt>Connected</dt>');
  expect(html).toMatch(/<h1>Ash Ltd <span class="state is-refused">Not synced/);
  await temp.database.work((rows) => rows.update(CompanyRow, { id: 'ash' }, { problem: null }));
});
