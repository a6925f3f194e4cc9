import { AccessModule } from '../../../src/access/access.module.js';
import { ApiModule } from '../../../src/doors/api/api.module.js';
import type { BooksFinding } from '../../../src/record/runs/posting.entity.js';
import { TaxYearRecord } from '../../../src/record/runs/pay-period.entity.js';
import type { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import { ReviewModule } from '../../../src/doors/review/review.module.js';
import { type Door, openDoor, StillClock } from '../api/door.js';
import { insertCompany } from '../../factories/companies.js';
import { tempDatabase, type TempDatabase } from '../../factories/database.js';
import { payrollOf, type Slip } from '../../factories/payroll.js';
import { insertRun, noteBooksRead } from '../../factories/runs.js';

const one: Slip = { id: 1, name: 'Employee One', basic: '2000.00', tax: '275.20', ni: '167.76', employerNi: '194.71' };

let temp: TempDatabase;
let door: Door;
let runs: readonly PayRunRecord[];

beforeAll(async () => {
  temp = await tempDatabase(new StillClock());
  const { id } = await insertCompany(temp.database, { id: 'dale', name: 'Dale Ltd' });
  const payroll = payrollOf([one]);
  const due = payroll.taxAuthority.toString();
  const payments = ['2025-10-22', '2025-11-22'].map((dueOn) => ({ dueOn, amountDue: due, status: 'unpaid' }));
  const year = { companyId: id, year: 2026, adoptedAt: null, listedAt: null, fullReadAt: null, payments };
  await temp.database.work((rows) => rows.insert(TaxYearRecord, year as never));
  const post = (datedOn: string) => insertRun(temp.database, id, payroll, { state: 'posted', datedOn });
  runs = [await post('2025-09-30'), await post('2025-10-31')];
  door = await openDoor(temp.database, [AccessModule, ApiModule, ReviewModule]);
});
afterAll(async () => {
  await door.close();
  await temp.remove();
});

const booksRead = (index: 0 | 1, readAt: string, finding: BooksFinding | null = null) =>
  noteBooksRead(temp.database, runs[index] as PayRunRecord, readAt, finding);

/** The marks and texts of the cells that say whether it agrees of September and October. */
async function ticks(): Promise<readonly string[]> {
  const { cookie } = await door.browser({ role: 'viewer' });
  const { text } = await door.http.get('/clients/dale/tax-year?year=2026').set('Cookie', cookie).expect(200);
  const cells = [...text.matchAll(/<td class="tie-words(?: one-line)? ?([^"]*)" data-label="Agrees">(.*?)<\/td>/g)];
  return cells.slice(5, 7).map(
    ([, mark = '', words = '']) =>
      `${mark}: ${words
        .replace(/<small/g, ' $&')
        .replace(/<[^>]*>/g, '')
        .trim()}`,
  );
}

test('a tick has the time when the books were read, and is grey after more than a day', async () => {
  expect(await ticks()).toEqual(['is-not_ready: ✓  as at 30 Sep 06:31', 'is-not_ready: ✓  as at 31 Oct 05:31']);
  await booksRead(1, '2025-11-06T09:00:00Z');
  expect((await ticks())[1]).toBe('is-posted: ✓  as at 6 Nov 09:00');
  await booksRead(1, '2025-11-06T08:59:59Z');
  expect((await ticks())[1]).toBe('is-not_ready: ✓  as at 6 Nov 08:59');
});

test('a finding of a recheck replaces the tick', async () => {
  await booksRead(1, '2025-11-07T06:00:00Z', 'doubled');
  expect((await ticks())[1]).toBe('is-held: ≠ in the books twice  as at 06:00');
});

test('gross pay by month is drawn against the year before, if that is known', async () => {
  const page = async () => {
    const { cookie } = await door.browser({ role: 'viewer', pay: true });
    return (await door.http.get('/clients/dale/tax-year?year=2026').set('Cookie', cookie).expect(200)).text;
  };
  expect(await page()).toContain('nothing is known of 2024/25');
  await insertRun(temp.database, 'dale', payrollOf([one]), { state: 'before_cutover', datedOn: '2024-10-31' });
  const drawn = await page();
  const chart = /Gross of Dale Ltd by month, compared with 2024\/25.*?<\/figure>/.exec(drawn)?.[0] ?? '';
  expect(chart).toMatch(/Oct<\/th>(<td[^>]*>2,000\.00<\/td>){2}/);
  expect(drawn.match(/<figure/g)).toHaveLength(3);
});

test('what is owed for a month that is not posted is not drawn as posted', async () => {
  const november = payrollOf([{ ...one, tax: '275.30' }]);
  await insertRun(temp.database, 'dale', november, { state: 'not_ready', datedOn: '2025-11-28' });
  await insertRun(temp.database, 'dale', november, { state: 'held', datedOn: '2025-12-31' });
  const { cookie } = await door.browser({ role: 'viewer', pay: true });
  const { text } = await door.http.get('/clients/dale/tax-year?year=2026').set('Cookie', cookie).expect(200);
  const chart = /What Dale Ltd owes HMRC by month.*?<\/figure>/.exec(text)?.[0] ?? '';
  const cells = (month: string) =>
    [...(new RegExp(`>${month}</th>(.*?)</tr>`).exec(chart)?.[1] ?? '').matchAll(/<td[^>]*>([^<]*)/g)].map(
      ([, of]) => of,
    );
  expect(chart).toMatch(/owed by posted journals.*not all posted/);
  expect(cells('Oct').slice(0, 2)).toEqual(['637.67', '']);
  for (const month of ['Nov', 'Dec']) expect([month, ...cells(month).slice(0, 2)]).toEqual([month, '', '637.77']);
  expect(text).not.toContain('as posted in its books');
});
