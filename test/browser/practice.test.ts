import type { Browser, Locator, Page } from 'playwright-core';
import { monthInWords, taxMonthOf, taxMonthRange, taxYearOf } from '../../src/journal/nouns/dates.js';
import { launchBrowser } from '../harness/chromium.js';
import { axeInLightAndDark, sidewaysPixels } from './checks.js';
import { expectCount, expectShown } from './expect-shown.js';
import { type Running, startRunning } from './running.js';

/**
 * A practice of forty clients closes two months, one by keyboard and one by mouse, and what that takes is counted. In
 * each, three pay runs have a question, two of them the same one, and two have a warning: a sole director claims the
 * employment allowance.
 */

const clients = 40;
const held = 3;
const warned = 2;
const clean = clients - held - warned;
// What it may take, besides the answers themselves.
const most = { clicks: 15, reasons: 3, loads: 12 };
// Only so that the test ends; not a measure of speed.
const storyMs = 300_000;
const clickMs = 60_000;

interface Month {
  readonly year: number;
  /** 0 to 11. */
  readonly period: number;
}

let running: Running;
let browser: Browser;
let earlier: Month;
let later: Month;

beforeAll(async () => {
  const quick = async () => ({ RATE_PER_MINUTE: '1000000', RATE_PER_HOUR: '1000000' });
  [running, browser] = await Promise.all([startRunning(quick, `practice:${clients}`), launchBrowser()]);
  const [practice = { accessToken: '', refreshToken: '' }] = running.sandbox.credentials().companies;
  const tokens = ['--access-token', practice.accessToken, '--refresh-token', practice.refreshToken];
  await running.command('connect', '--practice', '--name', 'Practice', ...tokens);
  const { companies } = await running.control<{ companies: { subdomain: string }[] }>('GET', 'companies');
  later = await lastPaid(companies[0]?.subdomain ?? '');
  earlier = before(later);
  for (const month of [earlier, later])
    for (const [index, { subdomain }] of companies.slice(5, 5 + held).entries())
      await askAbout(subdomain, month, index < 2 ? 'other_deductions' : 'deductions_subject_to_nic_but_not_paye');
  const { from } = taxMonthRange(earlier.year, earlier.period + 1);
  await running.command('clients', 'import', '--mode', 'approve', '--post-from', from);
  for (const year of new Set([earlier.year, later.year])) await running.command('sync', '--year', String(year));
}, storyMs);

afterAll(async () => {
  await browser?.close();
  await running?.stop();
}, storyMs);

const board = ({ year, period }: Month) => `${running.url}/?year=${year}&month=${period + 1}`;
const before = ({ year, period }: Month): Month =>
  period === 0 ? { year: year - 1, period: 11 } : { year, period: period - 1 };

/** The scenario's latest pay date: the end of the last whole month. */
async function lastPaid(subdomain: string): Promise<Month> {
  const today = new Date().toISOString().slice(0, 10);
  for (let at: Month = { year: taxYearOf(today), period: 11 }; ; at = before(at)) {
    const { period } = await periodOf(subdomain, at);
    if (period !== undefined) return { year: taxYearOf(period.dated_on), period: taxMonthOf(period.dated_on) - 1 };
  }
}

interface Given {
  readonly period?: { readonly dated_on: string; readonly payslips: Record<string, string>[] };
}

const placeOf = (subdomain: string, { year, period }: Month) => `companies/${subdomain}/payroll/${year}/${period}`;
const periodOf = (subdomain: string, month: Month) => running.control<Given>('GET', placeOf(subdomain, month));

async function askAbout(subdomain: string, month: Month, field: string): Promise<void> {
  const { period } = await periodOf(subdomain, month);
  const [first, ...others] = period?.payslips ?? [];
  const payslips = [{ ...first, [field]: '40.00' }, ...others];
  await running.control('PUT', placeOf(subdomain, month), { ...period, payslips });
}

async function signedIn(javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, javaScriptEnabled });
  context.setDefaultTimeout(clickMs);
  const page = await context.newPage();
  await page.goto(await running.link('reviewer'));
  return page;
}

/** The hands of a reviewer: what they do is counted. */
interface Hands {
  /** Presses a button or follows a link. */
  press(on: Locator): Promise<void>;
  /** Ticks a box: a click like another. */
  tick(on: Locator): Promise<void>;
  /** Chooses an answer, or ticks whom it is for: not counted, because it is what was asked. */
  answer(on: Locator): Promise<void>;
  type(on: Locator, words: string): Promise<void>;
}

interface Taken {
  clicks: number;
  reasons: number;
  loads: number;
}

const counted = (page: Page): Taken => {
  const taken = { clicks: 0, reasons: 0, loads: 0 };
  page.on('load', () => {
    taken.loads += 1;
  });
  return taken;
};

function mouse(taken: Taken): Hands {
  return {
    press: async (on) => {
      taken.clicks += 1;
      await on.click();
    },
    tick: async (on) => {
      taken.clicks += 1;
      await on.check();
    },
    answer: (on) => on.check(),
    type: async (on, words) => {
      taken.reasons += 1;
      await on.fill(words);
    },
  };
}

/** Tab, arrows, Space and Enter alone, and `n` for what comes next. */
function keyboard(page: Page, taken: Taken): Hands {
  const isAt = (on: Locator) => on.evaluate((element) => element === element.ownerDocument.activeElement);
  const tabTo = async (on: Locator) => {
    await on.waitFor();
    for (let tabs = 0; tabs < 400; tabs++) {
      if (await isAt(on)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`No tab leads to ${String(on)}`);
  };
  const space = async (on: Locator) => {
    await tabTo(on);
    await page.keyboard.press('Space');
  };
  return {
    tick: async (on) => {
      taken.clicks += 1;
      await space(on);
    },
    answer: space,
    press: async (on) => {
      taken.clicks += 1;
      await on.waitFor();
      if ((await on.getAttribute('data-next')) === null) {
        await tabTo(on);
        await page.keyboard.press('Enter');
        return;
      }
      const isButton = await on.evaluate((element) => element.tagName === 'BUTTON');
      await page.keyboard.press('n');
      if (isButton) await page.keyboard.press('Enter');
    },
    type: async (on, words) => {
      taken.reasons += 1;
      await tabTo(on);
      await page.keyboard.type(words);
    },
  };
}

/** From Month, opened, to the downloaded files. */
async function close(page: Page, month: Month, hands: Hands): Promise<void> {
  const next = (words: string) => page.locator('[data-next]').filter({ hasText: new RegExp(`^${words}$`) });
  const reason = page.getByLabel('Reason, for the log').filter({ visible: true }).first();
  const status = page.getByRole('status');
  const question = page.locator('section.question').first();

  await hands.press(next(`Decide ${held} questions`));
  await expectShown(question, 'Other deductions');
  await hands.answer(question.getByRole('radio', { name: /Deduction payable to a third party/ }));
  const same = question.getByRole('group', { name: 'The same answer for other clients' }).getByRole('checkbox');
  await expectCount(1, same);
  expect(await same.isChecked()).toBe(false);
  await hands.answer(same);
  await hands.type(question.getByLabel('Reason'), 'A loan, as the clients say');
  await hands.press(question.getByRole('button', { name: 'Decide', exact: true }));

  // The next question, with what is left; the reason given before is offered and not filled in.
  await expectShown(status, 'The same for 1 more client. 1 question left.');
  await expectShown(question, 'Deductions subject to NIC but not PAYE');
  expect(await question.getByLabel('Reason').inputValue()).toBe('');
  await hands.answer(question.getByRole('radio', { name: /Deduction payable to a third party/ }));
  await hands.press(question.getByRole('button', { name: 'A loan, as the clients say' }));
  await hands.press(question.getByRole('button', { name: 'Decide', exact: true }));
  await expectShown(status, `No question of ${monthInWords(month.year, month.period)} is left`);

  await hands.press(next(`Post ${clean + held}`));
  const first = page.getByRole('region', { name: 'To look at first' }).getByRole('checkbox');
  await expectCount(warned, first);
  for (const box of await first.all()) await hands.tick(box);
  await hands.type(reason, 'Figures compared with the payrolls');
  await hands.press(page.getByRole('button', { name: `Post ${clients}` }));
  await expectShown(status, `${clients} of ${clients} pay runs posted, ended`);

  await hands.press(next(`Sign off ${clients}`));
  await hands.type(reason, 'Month reviewed');
  await hands.press(page.getByRole('button', { name: `Sign off ${clients}` }));
  await expectShown(status, `${clients} of ${clients} pay runs signed off, ended`);

  await hands.press(next('Reconcile'));
  await hands.press(next('Get the files'));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    hands.press(page.getByRole('link', { name: `Download ${clients} files` })),
  ]);
  expect(download.suggestedFilename()).toContain('All clients');
  await expectShown(status, `${clients} of ${clients} files made, ended`);
}

test('even without scripts all clean runs are reviewed, although not all are shown', async () => {
  const reader = await signedIn(false);
  await reader.goto(board(earlier));
  // Those with a warning stand first and apart; of the clean ones ten are shown.
  await expectCount(10 + warned, reader.locator('input[name=runs]'));
  await reader.getByRole('button', { name: `Review ${clean} …` }).click();
  await expectShown(reader.getByRole('heading', { level: 1 }), `Review ${clean} pay runs`);
  await reader.getByRole('button', { name: `Post ${clean} and what is ticked` }).waitFor();
  await reader.context().close();
});

test('one month is closed by keyboard alone', async () => {
  const page = await signedIn();
  const taken = counted(page);
  await page.goto(board(earlier));
  await close(page, earlier, keyboard(page, taken));
  expect(taken.clicks).toBeLessThanOrEqual(most.clicks);
  expect(taken.reasons).toBeLessThanOrEqual(most.reasons);
  expect(taken.loads).toBeLessThanOrEqual(most.loads);
  await page.context().close();
});

test('the next is closed by mouse, and no page on the way has anything for axe-core or scrolls sideways on a phone', async () => {
  const page = await signedIn();
  const taken = counted(page);
  await page.goto(board(later));
  await close(page, later, mouse(taken));
  expect(taken.clicks).toBeLessThanOrEqual(most.clicks);
  expect(taken.reasons).toBeLessThanOrEqual(most.reasons);
  expect(taken.loads).toBeLessThanOrEqual(most.loads);
  await page.goto(board(later));
  await expectShown(page.getByRole('list', { name: 'Steps of the month' }), /Files\s*✓/);
  expect(await axeInLightAndDark(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await sidewaysPixels(page)).toBe(0);
  await page.context().close();
});
