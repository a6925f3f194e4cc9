import type { Browser, Page } from 'playwright-core';
import { taxMonthOf, taxMonthRange, taxYearOf } from '../../src/journal/nouns/dates.js';
import { launchBrowser } from '../harness/chromium.js';
import { expectCount, expectShown } from './expect-shown.js';
import { type Running, startRunning } from './running.js';

/** A practice closes a month: forty clients are as they should be, three have another amount of PAYE due. */

const clients = 43;
const odd = 3;
// In clients with one payslip a sole director claims the employment allowance, which is a warning.
const warned = 2;
// Only so that the test ends; not a measure of speed.
const storyMs = 300_000;
const clickMs = 120_000;

let running: Running;
let browser: Browser;
let page: Page;
let month: { readonly year: number; readonly month: number };

beforeAll(async () => {
  const quick = async () => ({ RATE_PER_MINUTE: '1000000', RATE_PER_HOUR: '1000000' });
  [running, browser] = await Promise.all([startRunning(quick, `practice:${clients}`), launchBrowser()]);
  const [practice = { accessToken: '', refreshToken: '' }] = running.sandbox.credentials().companies;
  const tokens = ['--access-token', practice.accessToken, '--refresh-token', practice.refreshToken];
  await running.command('connect', '--practice', '--name', 'Practice', ...tokens);
  const { companies } = await running.control<{ companies: { subdomain: string }[] }>('GET', 'companies');
  const paid = await lastPaid(companies[0]?.subdomain ?? '');
  month = { year: taxYearOf(paid), month: taxMonthOf(paid) };
  const { from, to } = taxMonthRange(month.year, month.month);
  for (const { subdomain } of companies.slice(5, 5 + odd)) {
    const payments = [{ due_on: `${to.slice(0, 8)}22`, amount_due: '12.00', status: 'unpaid' }];
    await running.control('PUT', `companies/${subdomain}/payroll/${month.year}/payments`, { payments });
  }
  await running.command('clients', 'import', '--mode', 'approve', '--post-from', from);
  await running.command('sync', '--year', String(month.year));
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(clickMs);
  page = await context.newPage();
  await page.goto(await running.link('reviewer'));
}, storyMs);

afterAll(async () => {
  await browser?.close();
  await running?.stop();
}, storyMs);

const board = () => `${running.url}/?year=${month.year}&month=${month.month}`;

/** The scenario's latest pay date: the end of the last whole month. */
async function lastPaid(subdomain: string): Promise<string> {
  const today = new Date().toISOString().slice(0, 10);
  for (let at = { year: taxYearOf(today), period: 11 }; ; at = before(at)) {
    const path = `companies/${subdomain}/payroll/${at.year}/${at.period}`;
    const { period } = await running.control<{ period?: { dated_on: string } }>('GET', path);
    if (period !== undefined) return period.dated_on;
  }
}

const before = ({ year, period }: { year: number; period: number }) =>
  period === 0 ? { year: year - 1, period: 11 } : { year, period: period - 1 };

test('even without scripts all clean runs are reviewed, although not all are shown', async () => {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const reader = await plain.newPage();
  await reader.goto(await running.link('reviewer'));
  await reader.goto(board());
  // Those with a warning stand first and apart; of the clean ones ten are shown.
  await expectCount(10 + odd + warned, reader.locator('input[name=runs]'));
  await reader.getByRole('button', { name: `Review ${clients - odd - warned} …` }).click();
  await expectShown(reader.getByRole('heading', { level: 1 }), `Review ${clients - odd - warned} pay runs`);
  await plain.close();
});

test('three clicks post all clean runs', async () => {
  await page.goto(board());
  const rest = page.locator('input[name=rest]');
  const all = page.getByRole('button', { name: `Review ${clients - odd - warned} …` });
  await all.waitFor();
  await rest.uncheck();
  await page.getByRole('button', { name: /^Review (\d|10) …/ }).waitFor();
  await rest.check();
  await all.click();
  await expectShown(page.getByRole('region', { name: 'To look at first' }), 'unexplained against PAYE due');
  await page.getByLabel('Reason').fill('October checked');
  await page.getByRole('button', { name: `Post ${clients - odd - warned}` }).click();
  await expectShown(
    page.getByRole('status'),
    `${clients - odd - warned} of ${clients - odd - warned} pay runs posted, ended`,
  );
});

test('the others are ticked one by one, and are listed as exceptions in the review', async () => {
  await page.getByRole('link', { name: 'Back to Month' }).click();
  await page.getByRole('button', { name: 'Review what is ticked …' }).waitFor();
  for (const box of await page.locator('input[name=runs]').all()) await box.check();
  await page.getByRole('button', { name: `Review ${odd + warned} …` }).click();
  await expectShown(page.getByRole('region', { name: 'To look at first' }), 'Employment allowance of a sole director');
  await page.getByLabel('Reason').fill('Looked at each');
  await page.getByRole('button', { name: `Post ${odd + warned}` }).click();
  await expectShown(page.getByRole('status'), `${odd + warned} of ${odd + warned} pay runs posted, ended`);
  await page.getByRole('link', { name: 'Back to Month' }).click();
});

test('two clicks sign off forty, with the exceptions listed above them and left alone', async () => {
  await page.getByRole('link', { name: `Sign off ${clients} …` }).click();
  await expectCount(odd, page.getByRole('region', { name: 'Exceptions' }).getByRole('listitem'));
  // When printed, a button's text must not appear again at the top of the next page.
  await page.emulateMedia({ media: 'print' });
  expect(await page.evaluate(`getComputedStyle(document.querySelector('button.sorts')).display`)).toBe('contents');
  await page.emulateMedia({ media: 'screen' });
  await page.getByLabel('Reason').fill('October reviewed');
  await page.getByRole('button', { name: `Sign off ${clients - odd}` }).click();
  await expectShown(page.getByRole('status'), `${clients - odd} of ${clients - odd} pay runs signed off, ended`);
  await page.getByRole('link', { name: 'Back to Month' }).click();
  await page.getByRole('link', { name: `Sign off ${odd} …` }).waitFor();

  const lines = (await running.command('log', '--json')).json<{ items: { act: string; reason?: string }[] }>().items;
  expect(lines.filter(({ act, reason }) => act === 'sign_off' && reason === 'October reviewed')).toHaveLength(
    clients - odd,
  );
});
