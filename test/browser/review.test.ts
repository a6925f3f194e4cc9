import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { addDays, taxYearOf, taxYearRange } from '../../src/journal/nouns/dates.js';
import { launchBrowser } from '../harness/chromium.js';
import { axeInLightAndDark, cutTables, sidewaysPixels, type Watched, watch } from './checks.js';
import { type Running, serveApart, startRunning } from './running.js';
import { expectShown, expectCount } from './expect-shown.js';

/** One reviewer's work from beginning to end: each test continues where the one before it ended. */

// Tags and formulas in a name must be shown as text everywhere.
const companyName = `=cmd()|'/C calc'!A0 <script>alert(1)</script> Ltd`;
const subdomain = 'marlowfinch';
// Only so that the test ends; not a measure of speed: on a loaded machine every answer takes a while.
const storyMs = 180_000;
const clickMs = 60_000;
const startMs = 240_000;

let running: Running;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let watched: Watched;

beforeAll(async () => {
  [running, browser] = await Promise.all([startRunning(undefined, 'demo', serveApart), launchBrowser()]);
  context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true });
  context.setDefaultTimeout(clickMs);
  watched = watch(context, running.url, [running.sandboxUrl]);
  page = await context.newPage();
}, startMs);

afterAll(async () => {
  await browser?.close();
  await running?.stop();
}, startMs);

interface ListedRun {
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  readonly state: string;
  readonly journalSet?: string;
}

const runs = async () => (await running.command('runs', '--json')).json<ListedRun[]>();
const latest = async (state: string) => (await runs()).filter((run) => run.state === state).at(-1) as ListedRun;
const boardOf = (run: ListedRun) => `${running.url}/?year=${run.year}&month=${run.period + 1}`;

/** What stands decided can be taken back, in a form that is folded. */
const reasonShown = () => page.getByLabel('Reason').filter({ visible: true }).first();

async function openRun(run: ListedRun): Promise<void> {
  await page.goto(boardOf(run));
  await page.locator(`section a[href$="/${run.datedOn}"]`).first().click();
  await page.waitForURL(`**/${run.datedOn}`);
}

async function syncNow(): Promise<void> {
  await page.goto(running.url);
  await pressSync(page);
  await page.getByRole('link', { name: 'To the month' }).click({ timeout: storyMs });
}

/** Payroll that is in is folded to its tick. */
async function pressSync(of: Page): Promise<void> {
  const step = of.locator('.steps details', { hasText: 'Payroll in' });
  if ((await step.count()) > 0) await step.locator('summary').click();
  await of.getByRole('button', { name: 'Sync now' }).click();
}

test('a link signs in, once', async () => {
  const link = await running.link('admin');
  await page.goto(link);
  await page.getByRole('heading', { name: 'Connect your first client' }).waitFor();

  const other = await (await browser.newContext()).newPage();
  const again = await other.goto(link);
  expect(again?.status()).toBe(410);
  await other.getByLabel('Token').waitFor();
  await other.context().close();
});

test('the first page says what to register and what is set, and never a value', async () => {
  const shown = await page.locator('main').innerText();
  expect(shown).toContain(`${running.url}/connect/callback`);
  for (const name of ['SECRET_KEY', 'ACCOUNTING_CLIENT_ID', 'ACCOUNTING_CLIENT_SECRET'])
    expect(shown).toMatch(new RegExp(`${name}\\s+Set`));
  expect(shown).not.toContain(running.sandbox.credentials().clientSecret);
});

test('a company is connected through the accounting service’s own page, and its books are shown before anything is posted', async () => {
  await page.getByLabel('Name').fill(companyName);
  const today = new Date().toISOString().slice(0, 10);
  await page.getByLabel('post pay runs paid from').fill(inUk(taxYearRange(taxYearOf(today) - 1).from));
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.waitForURL(`${running.url}/first-run/*`);
  await expectShown(page.getByRole('heading', { level: 1 }), companyName);
  await page.getByRole('heading', { name: 'These are the books of Marlow & Finch Joinery Ltd. Right?' }).waitFor();
  await page.getByRole('button', { name: 'Right: show me a dry run' }).click();
  await page.getByRole('heading', { name: /\d+ would wait for a person to post, 2 would be held/ }).waitFor();
  await expectShown(page.getByRole('table'), /Would be held[\s\S]*in Other deductions/);
  expect((await runs()).filter(({ state }) => state === 'posted')).toEqual([]);
});

test('a sync is started and followed, and the board shows its result', async () => {
  await syncNow();
  await expectShown(page.getByRole('list', { name: 'Steps of the month' }), / of 1/);
  const held = await latest('held');
  await page.goto(boardOf(held));
  const needsYou = page.getByRole('region', { name: /Needs you/ });
  await expectShown(needsYou, 'Other deductions');
  await expectCount(1, needsYou.getByRole('link', { name: /^Decide/ }));
});

test('a held run is decided with a reason, then posted', async () => {
  const held = await latest('held');
  await openRun(held);
  const question = page.locator('section.question');
  await question.getByRole('radio', { name: /Deduction payable to a third party/ }).check();
  await page.getByText('the journal before and after').first().waitFor({ state: 'attached' });
  await question.getByLabel('this person, in this pay run only').check();
  await question.getByLabel('Reason').fill('The payslip shows it as a deduction');
  await question.getByRole('button', { name: 'Decide', exact: true }).click();
  // It was the month's only question: Month has what comes next.
  await expectShown(page.getByRole('status'), /decided, now ready to post[.] No question of .* is left/);
  await page.getByRole('link', { name: 'Post 1', exact: true }).waitFor();
  await openRun(held);
  await expectShown(page.locator('.run-state'), 'Ready to post');

  await reasonShown().fill('Reviewed');
  await page.getByRole('button', { name: /^Post, gross £/ }).click();
  await expectShown(page.locator('.run-state'), 'Posted');
  await expectShown(page.getByRole('region', { name: 'Checks' }), 'In the books once and as posted');
  await expectShown(page.locator('.history'), 'The payslip shows it as a deduction');
});

test('the files of all clients download as one ZIP, while the page says how far it is', async () => {
  await page.goto(boardOf(await latest('posted')));
  await page.getByRole('link', { name: 'All, ZIP' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download 1 file' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^All clients .* month files[.]zip$/);
  await expectShown(page.getByRole('status'), /1 of 1 file made, ended/);
});

test('ready runs are posted from the board, as they were seen', async () => {
  const ready = await latest('ready');
  await page.goto(boardOf(ready));
  expect(await page.getByRole('checkbox').first().isChecked()).toBe(true);
  await reviewAndPost(page, 'Reviewed');
  await expectShown(page.getByRole('status'), '1 of 1 pay run posted, ended');
});

test('a run whose payroll changed since it was seen is not posted', async () => {
  const ready = await latest('ready');
  await page.goto(boardOf(ready));
  await page.getByRole('button', { name: 'Review 1 …' }).click();
  await addOvertime(ready, '12.5');
  await running.command('sync', '--year', String(ready.year), '--period', String(ready.period));
  await page.getByLabel('Reason').fill('Reviewed');
  await page.getByRole('button', { name: 'Post 1' }).click();
  await expectShown(page.getByRole('status'), '0 of 1 pay run posted, 1 left out');
  await page.getByText('Payroll has changed since you opened it').waitFor();
});

test('a changed run loses its sign-off, shows what differs and is amended', async () => {
  const posted = await latest('posted');
  await openRun(posted);
  await reasonShown().fill('Reviewed');
  await page.getByRole('button', { name: 'Sign off' }).click();
  await expectShown(page.locator('.run-state'), 'signed off by admin');

  await addOvertime(posted, '50.0');
  await syncNow();
  await openRun(posted);
  await expectShown(page.locator('.run-state'), 'Payroll changed since posting');
  await expectShown(page.locator('.difference'), '+50.00');
  await reasonShown().fill('Overtime was forgotten');
  await page.getByRole('button', { name: 'Amend the journal' }).click();
  await expectShown(page.locator('.run-state'), 'the sign-off by admin fell, figures have changed since');
});

test('a journal that someone doubled in the books is seen by a recheck on the page', async () => {
  const posted = await latest('posted');
  await openRun(posted);
  await expectShown(page.getByRole('region', { name: 'Checks' }), 'In the books once and as posted, as at');
  await doubleInBooks(posted);
  await page.getByRole('button', { name: 'Recheck' }).click();
  await expectShown(page.getByRole('status'), 'this pay run differs');
  await expectShown(page.locator('.run-state'), 'Books altered since posting');
  await expectShown(page.getByRole('region', { name: 'Checks' }), 'In the books twice, as at');
  await reasonShown().fill('Entered twice by mistake');
  await page.getByRole('button', { name: 'Remove the later one' }).click();
  await expectShown(page.getByRole('region', { name: 'Checks' }), 'In the books once and as posted, as at');
});

test('a click opens the sum behind what is owed, and a name leads to the person’s year', async () => {
  await openRun(await latest('posted'));
  await page.locator('summary:not(.account)', { hasText: /^814 / }).click();
  await expectShown(page.locator('details[open] .sum-line'), 'Sum');
  const account = page.locator('.accounts details', { hasText: '814' });
  await account.locator('summary.account').click();
  await expectShown(account.locator('td.n').last(), /\d/);
  await page
    .getByRole('link', { name: /^tax year of / })
    .first()
    .click();
  await expectShown(page.getByRole('heading', { level: 1 }), 'tax year');
  await page.getByRole('button', { name: 'Paid' }).click();
  expect(await page.getByRole('columnheader', { name: 'Paid' }).getAttribute('aria-sort')).toBe('ascending');
});

test('printed, a tax year is one page, and the log names its filter', async () => {
  const posted = await latest('posted');
  const [company] = (await running.command('companies', '--json')).json<{ items: { id: string }[] }>().items;
  await page.goto(`${running.url}/clients/${company?.id}/tax-year?year=${posted.year}`);
  expect(await pagesPrinted(page)).toBe(1);
  await page.goto(`${running.url}/log?search=ltd&act=post`);
  await page.emulateMedia({ media: 'print' });
  await expectShown(page.locator('main'), 'Filter: search “ltd” · what: Posting');
  await page.emulateMedia({ media: 'screen' });
});

test('printed, a table that is ticked in has its rows, and nothing to press', async () => {
  const posted = await latest('posted');
  await page.goto(`${running.url}/client-answers?year=${posted.year}&month=${posted.period + 1}`);
  await expectCount(1, page.getByRole('button', { name: 'Ask those ticked' }));
  await page.emulateMedia({ media: 'print' });
  await expectCount(1, page.locator('main tbody th:visible'));
  await expectCount(0, page.locator('main :is(button:not(.sorts), input, select):visible'));
  await page.emulateMedia({ media: 'screen' });
});

test('a refused form shows why and keeps what was typed', async () => {
  const posted = await latest('posted');
  await openRun(posted);
  await page.getByText(/^More:/).click();
  await page.locator('.more-acts').getByLabel('Reason').fill('   ');
  await page
    .locator('.more-acts')
    .getByLabel('Date of the reversal')
    .fill(inUk(addDays(posted.datedOn, 1)));
  await page.getByRole('button', { name: 'Reverse', exact: true }).click();
  await expectShown(page.getByRole('alert'), 'A reason is needed');
  expect(await page.locator('input[name=on]').inputValue()).toBe(inUk(addDays(posted.datedOn, 1)));
});

test('the log is filtered and exported, and a name does not become a formula', async () => {
  await page.goto(`${running.url}/log`);
  await page.getByLabel('What').selectOption('sign_off');
  await page.getByRole('button', { name: 'Filter' }).click();
  const rows = page.locator('tbody tr');
  await expectCount(1, rows);
  await expectShown(rows.first(), companyName);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV', exact: true }).click(),
  ]);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv.trim().split('\r\n')).toHaveLength(2);
  expect(csv).toContain(`"'=cmd()`.replace('"', ''));
  expect(csv).not.toMatch(/(^|,)"?=cmd/m);
});

test('a policy is previewed on the last pay run before it is saved', async () => {
  await page.goto(`${running.url}/clients`);
  await page.getByRole('link', { name: companyName }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.locator('#setting-accounts\\.salaries > summary').click();
  await page.getByLabel('Salaries', { exact: true }).fill('407');
  await page.getByRole('button', { name: /^Preview/ }).click();
  const effect = page.getByRole('region', { name: 'Its effect on the last pay run' }).first();
  await expectShown(effect, '401 Salaries');
  expect(await page.getByLabel('Salaries', { exact: true }).inputValue()).toBe('407');

  // The saved policy is the previewed one.
  await page.getByLabel('Salaries', { exact: true }).fill('401');
  await page.locator('#setting-layout > summary').click();
  await page.getByRole('combobox', { name: /^Layout/ }).selectOption('summarised');
  await page.getByRole('region', { name: 'Save' }).getByLabel('Reason').fill('One line an account is enough');
  await page.getByRole('button', { name: 'Save as version 2' }).click();
  await page
    .getByText('The same totals per account')
    .or(page.getByText('Its journal would be the same'))
    .first()
    .waitFor();
  await page.getByRole('region', { name: 'Save' }).getByLabel('Reason').fill('One line an account is enough');
  await page.getByRole('button', { name: 'Save as version 2' }).click();
  await expectShown(page.getByRole('status'), 'version 2 is in force');
});

test('everything can be done by keyboard alone', async () => {
  const link = await running.link('reviewer');
  const keyboard = await (await browser.newContext()).newPage();
  await keyboard.goto(link);
  const held = await latest('held');
  await keyboard.goto(boardOf(held));
  await tabTo(keyboard, /^Decide/);
  await keyboard.keyboard.press('Enter');
  await keyboard.waitForURL(`**/${held.datedOn}#questions`);
  await tabTo(keyboard, /^as$/);
  await keyboard.keyboard.press('ArrowDown');
  await tabTo(keyboard, /^reason$/);
  await keyboard.keyboard.type('It is pay for being on call');
  await keyboard.keyboard.press('Enter');
  await keyboard.waitForSelector('.flash');
  await expectShown(keyboard.locator('.flash'), 'decided, now ready to post');
  const outline = await keyboard.evaluate(
    `(() => { document.querySelector('main a').focus(); return getComputedStyle(document.activeElement).outlineStyle; })()`,
  );
  expect(outline).not.toBe('none');
  await keyboard.context().close();
});

test('without scripts the same pages can be read and used to decide', async () => {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const reader = await plain.newPage();
  await reader.goto(await running.link('reviewer'));
  const ready = (await runs()).filter((run) => run.state === 'ready');
  expect(ready.length).toBeGreaterThan(1);
  await reader.goto(boardOf(ready[0] as ListedRun));
  await reviewAndPost(reader, 'Reviewed without script');
  await expectShown(reader.getByRole('status'), '1 of 1 pay run posted, ended');
  await reader.getByRole('link', { name: 'Back to Month' }).click();
  await pressSync(reader);
  await reader.waitForURL('**/syncs?*');
  await reader.getByRole('link', { name: 'To the month' }).waitFor({ timeout: storyMs });
  await plain.close();
});

test('axe-core finds nothing on any page, light or dark, and none scrolls sideways on a phone', async () => {
  const all = await runs();
  const one = (state: string) => all.find((run) => run.state === state);
  const [company] = (await running.command('companies', '--json')).json<{ items: { id: string }[] }>().items;
  const shown = ['posted', 'ready', 'not_ready', 'nothing'].map(one).filter((run) => run !== undefined);
  const addresses = [
    '/',
    ...shown.map((run) => `/runs/${company?.id}/${run.year}/${run.period}/${run.datedOn}`),
    '/log',
    '/clients',
    '/clients/settings',
    ...[
      ...['', '/reconciliation', '/reconciliation/year', '/audit', '/tax-year', '/people', '/connection'],
      ...['/settings', '/settings/adjustments', '/settings/cost-by-account', '/settings/payroll-move'],
    ].map((page) => `/clients/${company?.id}${page}`),
    '/reconciliation',
    '/audits',
    '/hmrc-due',
    ...shown.slice(0, 1).map(({ year, period }) => `/client-answers?year=${year}&month=${period + 1}`),
    '/people',
    '/nothing-here',
  ];
  const found: string[] = [];
  for (const address of addresses) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(running.url + address);
    await page.evaluate(`for (const details of document.querySelectorAll('main details')) details.open = true`);
    found.push(...(await axeInLightAndDark(page)).map((finding) => `${address} ${finding}`));
    await page.setViewportSize({ width: 390, height: 844 });
    const sideways = await sidewaysPixels(page);
    if (sideways > 0) found.push(`${address} moves ${sideways} pixels sideways`);
    found.push(...(await cutTables(page)).map((table) => `${address}: ${table} is cut`));
  }
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${running.url}/sign-in`);
  found.push(...(await axeInLightAndDark(stranger)).map((finding) => `/sign-in ${finding}`));
  await stranger.context().close();
  expect(found).toEqual([]);
}, 360_000);

test('nothing was asked of another host, no page was large, no script of a name ran', () => {
  expect(watched.faults).toEqual([]);
});

const inUk = (date: string) => date.split('-').reverse().join('/');

/** Posting takes two steps: a review of what would be posted, then the posting. */
async function reviewAndPost(on: Page, reason: string): Promise<void> {
  await on.getByRole('button', { name: 'Review 1 …' }).click();
  await expectShown(on.getByRole('heading', { level: 1 }), 'Review 1 pay run');
  await on.getByLabel('Reason').fill(reason);
  await on.getByRole('button', { name: 'Post 1' }).click();
}

/** Counts the page objects in the PDF, as Chromium writes them. */
async function pagesPrinted(on: Page): Promise<number> {
  const pdf = await on.pdf({ preferCSSPageSize: true, format: 'A4' });
  return pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
}

/** Someone copies the set by hand, including its tag. */
async function doubleInBooks(run: ListedRun): Promise<void> {
  const [{ accessToken } = { accessToken: '' }] = running.sandbox.credentials().companies;
  const headers = { authorization: `Bearer ${accessToken}`, 'user-agent': 'test', 'content-type': 'application/json' };
  const answer = await fetch(run.journalSet ?? '', { headers });
  const { journal_set: set } = (await answer.json()) as { journal_set: Record<string, unknown> };
  const journal_entries = (set.journal_entries as Record<string, unknown>[]).map(({ url: _, ...entry }) => entry);
  const body = { journal_set: { dated_on: set.dated_on, description: 'copied', tag: set.tag, journal_entries } };
  const made = await fetch(`${running.sandboxUrl}/v2/journal_sets`, {
    ...{ method: 'POST', headers },
    body: JSON.stringify(body),
  });
  if (!made.ok) throw new Error(`${made.status} ${await made.text()}`);
}

async function addOvertime(run: ListedRun, overtime: string): Promise<void> {
  const path = `companies/${subdomain}/payroll/${run.year}/${run.period}`;
  const { period } = await running.control<{ period: { payslips: Record<string, unknown>[] } }>('GET', path);
  const payslips = period.payslips.map((slip, index) => (index === 0 ? { ...slip, overtime } : slip));
  await running.control('PUT', path, { period: { ...period, payslips } });
}

/** Presses Tab until something with that name has the focus. */
async function tabTo(on: Page, name: RegExp): Promise<void> {
  const tabsMax = 150;
  for (let tabs = 0; tabs < tabsMax; tabs++) {
    await on.keyboard.press('Tab');
    const focused = (await on.evaluate(
      `(() => { const e = document.activeElement; return (e?.getAttribute('name') ?? e?.textContent ?? '').trim(); })()`,
    )) as string;
    if (name.test(focused)) return;
  }
  throw new Error(`${tabsMax} times Tab did not reach ${name}`);
}
