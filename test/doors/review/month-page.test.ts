import { AppModule } from '../../../src/app/app.module.js';
import { CompanyRow } from '../../../src/companies/company.entity.js';
import { Posting } from '../../../src/record/runs/posting.entity.js';
import { tempDatabase, type TempDatabase } from '../../factories/database.js';
import { insertPractice } from '../../factories/practice.js';
import { type Door, openDoor, StillClock } from '../api/door.js';

let temp: TempDatabase;
let door: Door;
let cookie: string;

beforeAll(async () => {
  temp = await tempDatabase(new StillClock());
  await insertPractice(temp.database);
  door = await openDoor(temp.database, [AppModule]);
  ({ cookie } = await door.browser());
});
afterAll(async () => {
  await door.close();
  await temp.remove();
});

const page = async (path: string) => (await door.http.get(path).set('Cookie', cookie).expect(200)).text;
const october = '/?year=2026&month=7';
const step = (html: string, name: string) =>
  new RegExp(`<h2>${name}</h2>(.*?)</li>`)
    .exec(html)?.[1]
    ?.replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
const legend = (html: string) =>
  [...(/<p class="legend">(.*?)<\/p>/.exec(html)?.[1] ?? '').matchAll(/<\/span>([^<]+)<\/span>/g)].map(
    ([, words]) => words,
  );

test('what is overdue waits for payroll and not for a decision, and its mark is explained', async () => {
  const html = await page(october);
  // Oakley is overdue: it needs someone as the other six do, who have something to decide.
  expect(html).toMatch(/Needs you <span class="figure loud">7</);
  expect(step(html, 'Decide')).toMatch(/^6 /);
  expect(step(html, 'Payroll in')).toContain('1 overdue');
  expect(legend(await page(`${october}&search=oakley`))).toContain('Pay date passed, FPS not accepted');
  expect(legend(await page(`${october}&search=dale`))).not.toContain('Pay date passed, FPS not accepted');
});

test('the filter offers only what occurs in the month', async () => {
  const offered = (html: string) =>
    [...(/<select name="reason">(.*?)<\/select>/.exec(html)?.[1] ?? '').matchAll(/>([^<]+)<\/option>/g)].map(
      ([, words]) => words,
    );
  const inOctober = offered(await page(october));
  expect(inOctober).toContain('Held');
  expect(inOctober.length).toBeLessThan(12);
  expect(inOctober).not.toContain('Net pay is negative');
  expect(offered(await page('/?year=2026&month=12'))).toEqual([]);
  // What is chosen stays to be seen, although nothing of the kind is left.
  expect(offered(await page('/?year=2026&month=12&reason=held'))).toEqual(['All of it', 'Held']);
});

test('the largest act is the next: to decide, before anything is posted', async () => {
  const html = await page(october);
  expect(html).toMatch(
    /<a class="button" href="\/runs\/bramley-ltd\/2026\/6\/2025-10-31#questions" data-next="true">Decide 1 question</,
  );
});

test('HMRC’s day is told as passed once it has', async () => {
  expect(await page(october)).toContain('HMRC due by Fri 21 Nov, or Sat 22 Nov by Faster Payments');
  expect(await page('/?year=2026&month=6')).toContain('HMRC was due by Wed 22 Oct');
});

test('books that were read as they were posted are not called unread', async () => {
  const never = (name: string) => ({ name, lastVerifiedAt: null });
  await temp.database.work(async (rows) => {
    await rows.update(CompanyRow, { id: 'ash-ltd' }, never('Ash Ltd'));
    await rows.update(CompanyRow, { id: 'dale-ltd' }, never('Dale Ltd'));
    await rows.delete(Posting, { companyId: 'ash-ltd' });
  });
  expect(await page(october)).toContain('Books of 1 client read as they were posted, not rechecked since');
});
