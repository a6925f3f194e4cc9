import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../harness/chromium.js';
import { axeFindings, cutTables, sidewaysPixels } from './checks.js';
import { expectShown } from './expect-shown.js';
import { type Running, startRunning } from './running.js';

/** A client opens the link on a phone and asks something; the reviewer sees it at a desk. */

// Only so that the test ends; not a measure of speed.
const storyMs = 300_000;
const question = 'Why is Vale paid?';

let running: Running;
let browser: Browser;
let month: { readonly year: number; readonly period: number; readonly datedOn: string };

beforeAll(async () => {
  [running, browser] = await Promise.all([startRunning(), launchBrowser()]);
  const [{ accessToken, refreshToken } = { accessToken: '', refreshToken: '' }] =
    running.sandbox.credentials().companies;
  const tokens = ['--access-token', accessToken, '--refresh-token', refreshToken];
  await running.command('connect', '--name', 'Marlow Ltd', '--mode', 'approve', ...tokens);
  await running.command('sync');
  const runs = (await running.command('runs', '--json')).json<{ year: number; period: number; datedOn: string }[]>();
  month = runs.at(-2) as typeof month;
}, storyMs);

afterAll(async () => {
  await browser?.close();
  await running?.stop();
}, storyMs);

async function link(): Promise<string> {
  const { year, period } = month;
  const made = await running.command('client-link', 'Marlow Ltd', String(year), String(period), '--json');
  return made.json<{ url: string }>().url;
}

async function opened(url: string, width: number): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width, height: 800 } })).newPage();
  await page.goto(url);
  await page.getByRole('button', { name: 'Send my answer' }).waitFor();
  return page;
}

/** The amounts whose right edge is beyond the window's, or that are covered or cut off. */
const hidden = `[...document.querySelectorAll('table.payments td.n')].filter((cell) => {
  const { left, right, width } = cell.getBoundingClientRect();
  return width === 0 || left < 0 || right > document.documentElement.clientWidth || cell.scrollWidth > cell.clientWidth;
}).map((cell) => cell.textContent)`;

test.each([390, 320, 1280])(
  'at %d pixels every amount and the total are seen without scrolling sideways',
  async (width) => {
    const page = await opened(await link(), width);
    expect(await page.locator('table.payments td.n').count()).toBeGreaterThan(5);
    expect(await page.evaluate(hidden)).toEqual([]);
    expect([await sidewaysPixels(page), await cutTables(page), await axeFindings(page)]).toEqual([0, [], []]);
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/client-${width}.png`, fullPage: true });
    await page.context().close();
  },
);

test('a question that is asked on a phone stands on the board and on the run, with its words', async () => {
  const phone = await opened(await link(), 390);
  await phone.getByLabel('I have a question').check();
  await phone.getByLabel('Your name').fill('Dora Dale');
  await phone.getByLabel('Your words').fill(question);
  await phone.getByRole('button', { name: 'Send my answer' }).click();
  await expectShown(phone.getByRole('heading', { level: 1 }), 'Thank you');

  const desk = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await desk.goto(await running.link('reviewer'));
  await desk.goto(`${running.url}/?year=${month.year}&month=${month.period + 1}`);
  const needsYou = desk.getByRole('region', { name: /Needs you/ });
  await expectShown(needsYou, question);
  if (process.env.SCREENSHOTS) await desk.screenshot({ path: `${process.env.SCREENSHOTS}/board.png`, fullPage: true });
  await needsYou.getByRole('link', { name: /^Answer/ }).click();
  await expectShown(desk.getByRole('region', { name: 'The client' }), `The client asks: “${question}”`);
  expect(await axeFindings(desk)).toEqual([]);
  for (const width of [1280, 390]) {
    await desk.setViewportSize({ width, height: 800 });
    expect(await sidewaysPixels(desk)).toBe(0);
    if (process.env.SCREENSHOTS) await desk.screenshot({ path: `${process.env.SCREENSHOTS}/run-${width}.png` });
  }
});
