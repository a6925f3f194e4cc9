/** npm run screenshots: starts the demo and takes the pictures for the README and docs. */
import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../harness/chromium.js';

const root = new URL('../../', import.meta.url);
const folder = new URL('docs/images/', root);
const demoMaxMs = 120_000;
const fadeMs = 500;
const wide = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };

interface Demo {
  readonly link: string;
  stop(): void;
}

/** Waits until the demo has printed its last step. */
function startDemo(): Promise<Demo> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('dist/src/main.js', root)), 'demo'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    const tooLong = setTimeout(() => reject(new Error('The demo did not come to its end')), demoMaxMs);
    let link = '';
    createInterface({ input: child.stdout }).on('line', (line) => {
      link = /http:\S+\/sign-in\/\S+/.exec(line)?.[0] ?? link;
      if (!line.startsWith('Load Month')) return;
      clearTimeout(tooLong);
      resolve({ link, stop: () => child.kill('SIGINT') });
    });
    child.once('close', (code) => reject(new Error(`The demo ended with ${code}`)));
  });
}

async function takeAll(browser: Browser, demo: Demo): Promise<void> {
  const context = await browser.newContext({ viewport: wide, deviceScaleFactor: 1.5 });
  const page = await context.newPage();
  await page.goto(demo.link);
  const held = await addressOf(page, 'Held');
  await take(page, 'board');
  await page.emulateMedia({ colorScheme: 'dark' });
  await take(page, 'board-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(phone);
  await take(page, 'board-phone');
  await page.setViewportSize(wide);

  const changed = await addressOf(page, 'Payroll changed since posting');
  const posted = await addressOf(page, 'Posted');
  await page.goto(held);
  await page.locator('.answer details').first().click();
  await take(page, 'held-run');
  await page.goto(changed);
  await take(page, 'changed-run');
  await page.goto(posted);
  await take(page, 'posted-run');
  await page.getByRole('link', { name: 'Log' }).click();
  await take(page, 'log');
  // With the demo's one client, this is its tab.
  await page.goto(new URL('/year-end', demo.link).href);
  await take(page, 'year-end');
}

/** The address of the first pay run in this state in the year's table. */
async function addressOf(page: Page, state: string): Promise<string> {
  const mark = page.locator('table.year').getByTitle(state, { exact: true }).first();
  return new URL((await mark.getAttribute('href')) ?? '/', page.url()).href;
}

async function take(page: Page, name: string): Promise<void> {
  // Wait for colour transitions to end before taking the picture.
  await page.waitForTimeout(fadeMs);
  await page.screenshot({ path: fileURLToPath(new URL(`${name}.png`, folder)) });
  console.log(`docs/images/${name}.png`);
}

await mkdir(folder, { recursive: true });
const [demo, browser] = await Promise.all([startDemo(), launchBrowser()]);
try {
  await takeAll(browser, demo);
} finally {
  await browser.close();
  demo.stop();
}
process.exit(0);
