import type { Browser } from 'playwright-core';
import { launchBrowser } from '../harness/chromium.js';
import { expectCount, expectShown } from './expect-shown.js';
import { type Running, startRunning } from './running.js';

// Only so that the test ends; not a measure of speed.
const storyMs = 300_000;
const clients = 9;

let running: Running;
let browser: Browser;
beforeAll(async () => {
  [running, browser] = await Promise.all([startRunning(undefined, `practice:${clients}`), launchBrowser()]);
  const [practice = { accessToken: '', refreshToken: '' }] = running.sandbox.credentials().companies;
  const tokens = ['--access-token', practice.accessToken, '--refresh-token', practice.refreshToken];
  await running.command('connect', '--practice', '--name', 'Practice', ...tokens);
}, storyMs);
afterAll(async () => {
  await browser?.close();
  await running?.stop();
}, storyMs);

test('an import and the sync after it move on the page by themselves, and count every client', async () => {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  page.setDefaultTimeout(storyMs);
  await page.goto(await running.link('admin'));
  // The last client's books answer late, so that the page has to show that the others were read.
  const slow = { kind: 'delay_before', delayMs: 5000, nth: clients, match: { path: '/v2/company' } };
  await running.control('POST', 'faults', slow);
  await page.goto(`${running.url}/clients`);
  await page.getByRole('button', { name: 'Import clients' }).click();
  const note = page.getByRole('region', { name: 'Import', exact: true });
  await expectShown(note, `${clients - 1} of ${clients} clients read`);
  await expectShown(note, 'Clients were imported');
  await expectShown(note, `${clients} clients imported`);
  // A sentence from its beginning would be above it until the next page.
  await expectCount(0, page.locator('.flash'));
  await expectCount(clients, page.locator('#clients-listed tbody tr'));

  await page.goto(running.url);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expectShown(page.getByRole('heading', { level: 2 }), `${clients} clients synced`);
});
