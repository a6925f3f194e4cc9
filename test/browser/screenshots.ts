/** npm run screenshots: starts the demo and takes the README's picture. */
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

/** The picture that the README shows. */
async function takeAll(browser: Browser, demo: Demo): Promise<void> {
  const context = await browser.newContext({ viewport: wide, deviceScaleFactor: 1.5 });
  const page = await context.newPage();
  await page.goto(demo.link);
  await take(page, 'board');
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
