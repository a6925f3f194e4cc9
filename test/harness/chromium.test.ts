import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { launchBrowser, launchUnpacked } from './chromium.js';

const page = '<!doctype html><title>Board</title><button onclick="document.title = \'Posted\'">Post</button>';
const server = createServer((_req, res) => res.setHeader('Content-Type', 'text/html').end(page));

beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)));
afterAll(() => new Promise((closed) => server.close(closed)));

test.each([
  ['the browser found first', launchBrowser],
  ['the browser that npm brought', launchUnpacked],
])(
  '%s opens a page and clicks',
  async (_name, launch) => {
    const browser: Browser = await launch();
    try {
      const tab = await browser.newPage();
      await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      await tab.getByRole('button', { name: 'Post' }).click();
      expect(await tab.title()).toBe('Posted');
    } finally {
      await browser.close();
    }
  },
  60_000,
);
