import { AccessModule } from '../../../src/access/access.module.js';
import { ApiModule } from '../../../src/doors/api/api.module.js';
import { PolicyVersion } from '../../../src/companies/policy-version.entity.js';
import { Decision } from '../../../src/record/runs/decision.entity.js';
import { TaxYearRecord } from '../../../src/record/runs/pay-period.entity.js';
import { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import { ReviewModule } from '../../../src/doors/review/review.module.js';
import { type Door, openDoor, StillClock } from '../api/door.js';
import { insertCompany } from '../../factories/companies.js';
import { tempDatabase, type TempDatabase } from '../../factories/database.js';
import { payrollOf, type Slip } from '../../factories/payroll.js';
import { insertRun, noteBooksRead, type RunStory } from '../../factories/runs.js';

const one: Slip = { id: 1, name: 'Employee One', basic: '2000.00', tax: '275.20', ni: '167.76', employerNi: '194.71' };
const october = { year: '2026', month: '7' };
const companies = 40;

let temp: TempDatabase;
let door: Door;

beforeEach(async () => {
  temp = await tempDatabase(new StillClock());
  const key = Buffer.alloc(32, 1).toString('base64');
  door = await openDoor(temp.database, [AccessModule, ApiModule, ReviewModule], { SECRET_KEY: key });
});
afterEach(async () => {
  await door.close();
  await temp.remove();
});

const nameOf = (index: number) => `Company ${String(index + 1).padStart(2, '0')}`;

/** One run in October, agreed to the PAYE due unless another sum is given. */
async function insert(index: number, story: Partial<RunStory> & { due?: string } = {}): Promise<PayRunRecord> {
  const { due, ...given } = story;
  const payroll = payrollOf([one]);
  const { id } = await insertCompany(temp.database, { name: nameOf(index) }, { mode: 'approve' });
  const payments = [{ dueOn: '2025-11-22', amountDue: due ?? payroll.taxAuthority.toString(), status: 'unpaid' }];
  const year = { companyId: id, year: 2026, adoptedAt: null, listedAt: null, fullReadAt: null, payments };
  await temp.database.work((rows) => rows.insert(TaxYearRecord, year as never));
  return insertRun(temp.database, id, payroll, { state: 'ready', datedOn: '2025-10-31', ...given });
}

async function reviewer(companies: readonly string[] | null = null) {
  const { cookie, csrf } = await door.browser({ role: 'reviewer', name: 'Ruth', companies });
  return {
    get: async (path: string) => (await door.http.get(path).set('Cookie', cookie).expect(200)).text,
    post: (path: string, fields: object) =>
      door.http
        .post(path)
        .type('form')
        .set('Cookie', cookie)
        .send({ csrf, ...october, ...fields }),
  };
}

/** The page of something that goes on, once it has ended. */
async function ended(get: (path: string) => Promise<string>, path = ''): Promise<string> {
  for (;;) {
    const html = await get(path);
    if (!html.includes('<progress')) return html;
  }
}

const seen = ({ companyId, tag, fingerprint }: PayRunRecord) => JSON.stringify([companyId, tag, fingerprint]);
const unescaped = (html: string) => html.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** What a browser sends of the ticked rows, and of the box for those that are not shown. */
const ticked = (html: string) =>
  [...unescaped(html).matchAll(/name="runs" value="(\[[^>]*?\])"[^>]* checked/g)].map(([, run]) => run);
const rest = (html: string) => {
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1];
  return { from: value('from'), next: value('next'), rest: /name="rest" value="([^"]+)"[^>]* checked/.exec(html)?.[1] };
};
const moreOf = (html: string) => unescaped(/hx-get="(\/runs\/ready[^"]*)"/.exec(html)?.[1] ?? '');
const hrefOf = (html: string) => unescaped(/href="([^"#]*)#ready" hx-get/.exec(html)?.[1] ?? '');

test('a review shows totals, exceptions and what is left out, asks for a reason, and posts nothing', async () => {
  const [clean, odd, left] = [await insert(0), await insert(1, { due: '6493.50' }), await insert(2)];
  const { post } = await reviewer();
  const { text } = await post('/runs/review', { runs: [seen(clean), seen(odd)] });
  const html = unescaped(text);
  expect(html).toContain('Review 2 pay runs');
  expect(html).toContain('£4,000.00');
  expect(html).toMatch(/To look at first[\s\S]*Company 02[\s\S]*\+£5,855\.83<\/span> unexplained against PAYE due/);
  expect(html).toMatch(/Left out[\s\S]*Company 03[\s\S]*Not ticked/);
  expect(html).toContain(seen(clean));
  expect(html).not.toContain(seen(left));
  const [box = ''] = /<input name="reason"[^>]*>/.exec(html) ?? [];
  expect(box).toContain('required');
  expect(box).not.toMatch(/ value="[^"]/);
  expect(await temp.database.read((rows) => rows.countBy(Decision, {}))).toBe(0);
});

test('without a reason the review is shown again, and nothing is posted', async () => {
  const run = await insert(0);
  const { post } = await reviewer();
  const answer = await post('/runs/post', { runs: seen(run), reason: '  ' });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain('A reason is needed');
  expect(answer.text).toContain('Review 1 pay run');
  expect(await temp.database.read((rows) => rows.countBy(Decision, {}))).toBe(0);
});

test('what is out of reach keeps no other run from its answer', async () => {
  const [mine, other] = [await insert(0), await insert(1)];
  const { get, post } = await reviewer([mine.companyId]);
  const answer = await post('/runs/post', {
    runs: [seen(other), seen({ ...mine, fingerprint: 'e' })],
    reason: 'seen',
  });
  expect(answer.status).toBe(303);
  const html = await ended(get, answer.headers.location);
  expect(html).toMatch(/0 of 2 pay runs posted, 2 left out, ended/);
  const told = html.slice(html.indexOf('2 left out')).split('</ul>')[0] ?? '';
  expect(told.match(/class="row-who"/g)).toHaveLength(2);
  expect(told).toMatch(/Company 01[\s\S]*Payroll has changed since you opened it/);
  expect(html).not.toContain('Company 02');
});

test('a run that has changed since it was ticked is not posted', async () => {
  const run = await insert(0);
  const other = await insert(1);
  const { post } = await reviewer();
  const { text } = await post('/runs/review', { runs: [seen(run), seen({ ...other, fingerprint: 'another' })] });
  expect(text).toContain('1 pay run changed since you ticked it');
  expect(text).toContain('Review 1 pay run');
});

const warnedRows = (html: string) =>
  [...(/id="warned-heading"[\s\S]*?<\/table>/.exec(html)?.[0] ?? '').matchAll(/>(Company \d\d)<\/a>/g)].map(
    ([, name]) => name,
  );

test('of forty ready runs the one with a warning stands first and apart, the clean ones are ticked, and the rest can be shown', async () => {
  for (let index = 0; index < companies; index++) await insert(index, index === 30 ? { due: '1.00' } : {});
  const { get, post } = await reviewer();
  const board = await get('/?year=2026&month=7');
  expect(warnedRows(board)).toEqual(['Company 31']);
  expect(board.match(/type="checkbox" name="runs"/g)).toHaveLength(11);
  expect(board.match(/name="runs"[^>]* checked/g)).toHaveLength(10);
  expect(await get('/?year=2026&month=7&tick=none')).not.toMatch(/name="runs"[^>]* checked/);
  // Clean runs that are not shown are ticked too, by one box with their number.
  expect(board).toContain('and the 29 not shown, all clean');
  expect(board).toMatch(/Review <span[^>]*>39</);
  const { text } = await post('/runs/review', { runs: ticked(board), ...rest(board) });
  expect(text).toContain('Review 39 pay runs');
  expect(text).toMatch(/To look at first[\s\S]*Company 31[\s\S]*To post/);
  const rows = await get(moreOf(board));
  expect(rows.match(/<tr data-of/g)).toHaveLength(25);
  expect(rows).toContain('and the 4 not shown, all clean');
  const last = await get(moreOf(rows));
  expect([last.match(/<tr data-of/g)?.length, last.includes('more-row')]).toEqual([4, false]);
  const ticks = [...unescaped(board + rows + last).matchAll(/name="runs" value="(\[[^>]*?\])"/g)].map(([, run]) => run);
  expect(new Set(ticks).size).toBe(companies);
  expect((await post('/runs/review', { runs: ticks })).text).toContain('Review 40 pay runs');
});

test('on a later page the one box ticks the clean runs before it and after it too, with and without scripts', async () => {
  for (let index = 0; index < companies; index++) await insert(index, index === 0 ? { due: '1.00' } : {});
  const { get, post } = await reviewer();
  const first = await get('/?year=2026&month=7');
  const later = await get(hrefOf(first));
  expect([warnedRows(later), ticked(later).length]).toEqual([['Company 01'], 10]);
  expect(later).toContain('and the 29 not shown, all clean');
  expect(later).toMatch(/Review <span[^>]*>39</);
  const { text } = await post('/runs/review', { runs: ticked(later), ...rest(later) });
  expect(text).toContain('Review 39 pay runs');
  expect(text).toMatch(/To look at first[\s\S]*Company 01/);
  // The last rows are added to this page, and what is not shown is before it alone.
  const last = await get(moreOf(later));
  expect(last).toContain('and the 10 not shown, all clean');
  const whole = await post('/runs/review', { runs: [...ticked(later), ...ticked(last)], ...rest(last) });
  expect(whole.text).toContain('Review 39 pay runs');
  expect((await post('/runs/review', rest(last))).text).toContain('Review 10 pay runs');
  expect((await get('/?year=2026&month=7&ready=all')).match(/type="checkbox" name="runs"/g)).toHaveLength(11);
});

test('runs that are ticked without being shown are clean, and belong to the companies searched for', async () => {
  for (let index = 0; index < companies; index++) await insert(index, index >= 35 ? { due: '1.00' } : {});
  const { get, post } = await reviewer();
  const board = await get('/?year=2026&month=7');
  expect(board).toContain('and the 25 not shown, all clean');
  expect((await post('/runs/review', rest(board))).text).toContain('Review 25 pay runs');
  const found = await post('/runs/review', { ...rest(board), search: 'company 3' });
  expect(found.text).toContain('Review 6 pay runs');
  expect((await post('/runs/review', {})).text).not.toContain('Review');
});

test('however many have a warning, all are counted, and the review lists each of them', async () => {
  const warned = 30;
  for (let index = 0; index < warned; index++) await insert(index, { due: '1.00' });
  const { get } = await reviewer();
  const board = await get('/?year=2026&month=7');
  expect(warnedRows(board)).toHaveLength(25);
  expect(board).toContain('And 5 more with a warning');
  expect(board).toContain('Look at 30 warnings');
  const review = await get('/runs/review?year=2026&month=7');
  expect(review.match(/type="checkbox" name="runs"/g)).toHaveLength(warned);
  expect(review).not.toMatch(/name="runs"[^>]* checked/);
});

test('one large next act leads to a review of all that is clean, and a warning is posted only if it is ticked', async () => {
  const clean = [await insert(0), await insert(1)];
  const odd = await insert(2, { due: '1.00' });
  const { get } = await reviewer();
  const board = await get('/?year=2026&month=7');
  const [, href = ''] = /<a class="button" href="([^"]*)" data-next="true">Post 2<\/a>/.exec(board) ?? [];
  expect(board).toContain('after a review, with 1 warning first');
  const review = unescaped(await get(unescaped(href)));
  for (const run of clean) expect(review).toContain(`<input type="hidden" name="runs" value="${seen(run)}"/>`);
  expect(review).toContain(`<input type="checkbox" name="runs" value="${seen(odd)}" data-net`);
  // Without scripts the button cannot count what is ticked, and says so.
  expect(review).toMatch(/Post <span[^>]*>2 and what is ticked<\/span>/);
});

test('all runs that are posted, agreed and rechecked are signed off at once; the others are exceptions', async () => {
  const runs: PayRunRecord[] = [];
  for (let index = 0; index < 5; index++)
    runs.push(await insert(index, { state: 'posted', ...(index === 4 ? { due: '1.00' } : {}) }));
  const [whole, agreed, old, doubled, odd] = runs as [
    PayRunRecord,
    PayRunRecord,
    PayRunRecord,
    PayRunRecord,
    PayRunRecord,
  ];
  for (const run of [whole, agreed, doubled, odd])
    await noteBooksRead(temp.database, run, '2025-11-07T05:34:00Z', run === doubled ? 'doubled' : null);
  const { get, post } = await reviewer();
  const html = unescaped(await get('/runs/sign-off?year=2026&month=7'));
  expect(html).toMatch(/Exceptions[\s\S]*Company 03[\s\S]*Books not read within a day: last 31 Oct 05:31/);
  expect(html).toMatch(/Company 04[\s\S]*In the books twice, as at 05:34/);
  expect(html).toMatch(/Company 05[\s\S]*unexplained against PAYE due/);
  expect(html).toContain('Recheck the books of 1 client');
  expect(html).toContain('Sign off 2');
  const [, seenThen = ''] = /name="seen" value="(\w+)"/.exec(html) ?? [];
  // What was looked at is what is signed off: here a third has come to be whole since.
  await noteBooksRead(temp.database, old, '2025-11-07T05:35:00Z');
  const moved = await post('/runs/sign-off', { seen: seenThen, reason: 'Reviewed with Ann' });
  expect([moved.status, moved.text.includes('The figures have changed')]).toEqual([409, true]);
  await noteBooksRead(temp.database, old, '2025-10-31T05:31:00Z');
  const answer = await post('/runs/sign-off', { seen: seenThen, reason: 'Reviewed with Ann' });
  expect(await ended(get, answer.headers.location)).toContain('2 of 2 pay runs signed off, ended');
  const signed = await temp.database.read((rows) => rows.find(PayRunRecord, { order: { companyId: 'ASC' } }));
  expect(signed.map((run) => run.signedOffBy)).toEqual(['Ruth', 'Ruth', null, null, null]);
});

test('what differs from the month before is signed off first, with what differs', async () => {
  const before = { state: 'posted', datedOn: '2025-09-30' } as const;
  for (const index of [0, 1])
    await noteBooksRead(temp.database, await insert(index, { state: 'posted' }), '2025-11-07T05:34:00Z');
  await insertRun(temp.database, 'company-01', payrollOf([one]), before);
  await insertRun(temp.database, 'company-02', payrollOf([{ ...one, id: 2, name: 'Employee Two' }]), before);
  const { get } = await reviewer();
  const html = await get('/runs/sign-off?year=2026&month=7');
  expect(html).toMatch(
    /1 to look at first[\s\S]*Company 02[\s\S]*starter: Employee One · not paid any more: Employee Two[\s\S]*Company 01/,
  );
});

test('the books of many are rechecked while a page shows how far it is, then which were not read', async () => {
  for (const index of [0, 1]) await insert(index, { state: 'posted' });
  const { get, post } = await reviewer();
  const place = '/runs/sign-off?year=2026&month=7';
  expect(await get(place)).not.toContain('recheck-status');
  expect((await post('/runs/recheck', {})).headers.location).toBe(place);
  // Neither has tokens, so no books can be read.
  let part = '';
  while (!part.includes('It has ended')) part = await get('/runs/recheck/status?year=2026&month=7');
  const html = await get(place);
  expect(html).toMatch(/0 of 2 clients read: no difference, 2 left out, ended/);
  expect(html).toMatch(/recheck-status[\s\S]*Company 01[\s\S]*Company 02[\s\S]*Exceptions/);
});

test('of many to sign off, a page signs off what it lists, says how many are left, and totals are of all', async () => {
  for (let index = 0; index < 55; index++) {
    const run = await insert(index, { state: 'posted' });
    await noteBooksRead(temp.database, run, index < 52 ? '2025-11-07T05:34:00Z' : '2025-10-31T05:31:00Z');
  }
  const { get, post } = await reviewer();
  const path = '/runs/sign-off?year=2026&month=7';
  const pages = [await get(path), await get(`${path}&part=2`)];
  const listed = (page: string) => [...page.matchAll(/Company (\d\d)<\/a>/g)].map(([, number]) => number);
  const seenOn = pages.map((page) => /name="seen" value="(\w+)"/.exec(page)?.[1]);
  expect(pages.map((page) => [listed(page).length, page.includes('All 52')])).toEqual([
    [50, true],
    [2, true],
  ]);
  expect(pages[0]).toContain('Sign off these 50');
  // Each is compared with its month before, however many are read at once.
  expect(pages.map((page) => page.match(/not compared: the month before/g)?.length)).toEqual([50, 2]);
  expect(pages[0]).toContain('signs off the 50 that it lists: 2 are left for the other pages');
  // What one page showed signs off nothing of another.
  expect((await post('/runs/sign-off', { seen: seenOn[1], reason: 'October' })).status).toBe(409);
  const answer = await post('/runs/sign-off', { part: 2, seen: seenOn[1], reason: 'October' });
  expect(await ended(get, answer.headers.location)).toContain('2 of 2 pay runs signed off');
  const signed = await temp.database.read((rows) => rows.findBy(PayRunRecord, { signedOffBy: 'Ruth' }));
  expect(signed.map(({ companyId }) => companyId).sort()).toEqual(['company-51', 'company-52']);
});

test('of many to post, a review posts what its page lists, those with a warning first, and keeps its filters', async () => {
  for (let index = 0; index < 105; index++) await insert(index, index === 60 ? { due: '1.00' } : {});
  const { get, post } = await reviewer();
  const path = '/runs/review?year=2026&month=7&search=company';
  const sent = (page: string) =>
    [...unescaped(page).matchAll(/name="runs" value="(\[[^>]*?\])"/g)].map(([, run = '']) => run);
  const pages = [await get(path), await get(`${path}&part=2`), await get(`${path}&part=9`)];
  expect(pages.map((page) => [sent(page).length, /\d+ to \d+ of \d+/.exec(page)?.[0]])).toEqual([
    [100, '1 to 100 of 105'],
    [5, '101 to 105 of 105'],
    [5, '101 to 105 of 105'],
  ]);
  expect(new Set(pages.slice(0, 2).flatMap(sent)).size).toBe(105);
  expect(pages[0]).toContain('type="checkbox" name="runs" value="[&quot;company-61');
  expect(unescaped(pages[0] ?? '')).toContain(`href="${path}&part=2"`);
  // Ticks are in no address: what was left out keeps the page from leading to another.
  const picked = [...sent(pages[0] ?? ''), ...sent(pages[1] ?? '').slice(1)];
  const ticked = (await post('/runs/review', { runs: picked })).text;
  expect(ticked).toContain('Review 104 pay runs');
  expect(ticked).toContain('1 to 100 of 104');
  expect(ticked).toMatch(/Left out[\s\S]*Not ticked/);
  expect(ticked).not.toContain('part=2');
});

test('a month of clients of one mode shows, ticks, reviews and signs off these alone, and keeps it in its addresses', async () => {
  const [first, second] = [await insert(0), await insert(1)];
  const signable = [await insert(2, { state: 'posted' }), await insert(3, { state: 'posted' })];
  for (const { companyId } of [second, ...signable.slice(1)]) await inMode(companyId, 'auto');
  const { get, post } = await reviewer();
  const board = await get('/?year=2026&month=7&mode=auto');
  expect(board).toContain('<strong>2 of 2</strong>');
  expect(board).not.toMatch(/Company 0[13]/);
  expect(board.match(/type="checkbox" name="runs"[^>]* checked/g)).toHaveLength(1);
  for (const path of ['/runs/sign-off?year=2026&amp;month=7&amp;mode=auto', '/?year=2026&amp;month=8&amp;mode=auto'])
    expect(board).toContain(`href="${path}"`);
  expect(await get('/?year=2026&month=7&mode=check')).toContain('Clients of any mode');
  const of = { mode: 'auto', runs: [seen(first), seen(second)] };
  const review = (await post('/runs/review', of)).text;
  expect(review).toContain('Review 1 pay run');
  expect(review).toContain('name="mode" value="auto"');
  expect(review).not.toMatch(/Company 0[13]/);
  const signing = await get('/runs/sign-off?year=2026&month=7&mode=auto');
  expect(signing).toContain('Company 04');
  expect(signing).not.toContain('Company 03');
});

async function inMode(companyId: string, mode: 'auto'): Promise<void> {
  await temp.database.work(async (rows) => {
    const { policy } = await rows.findOneByOrFail(PolicyVersion, { companyId });
    await rows.update(PolicyVersion, { companyId }, { policy: { ...policy, mode } });
  });
}
