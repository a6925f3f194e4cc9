import type { Browser } from 'playwright-core';
import { launchBrowser } from '../harness/chromium.js';
import { startIssuer, type TestIssuer } from '../harness/issuer.js';
import { expectShown } from './expect-shown.js';
import { type Running, startRunning } from './running.js';

const people = { ann: { name: 'Ann Ash', email: 'ann@ash.example' } };
let issuer: TestIssuer;
let running: Running;
let browser: Browser;

beforeAll(async () => {
  const start = startRunning(async (url) => {
    issuer = await startIssuer(url, people);
    issuer.person = undefined;
    const client = { OIDC_CLIENT_ID: 'counterfoil', OIDC_CLIENT_SECRET: 'a secret of the test' };
    return { OIDC_ISSUER: issuer.url, ...client, OIDC_ALLOWED_DOMAINS: 'ash.example' };
  });
  [running, browser] = await Promise.all([start, launchBrowser()]);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await running?.stop();
  await issuer?.close();
});

test('someone signs in at the issuer, is given a role, is made inactive, and is out', async () => {
  const context = await browser.newContext();
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const signIn = async () => {
    await page.goto(`${running.url}/sign-in`);
    await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
  };
  await signIn();
  await page.getByLabel('Who are you?').fill('ann');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.waitForURL(`${running.url}/`);
  await expectShown(page.locator('main'), 'No client that you may see');

  expect(
    (await running.command('people', 'change', 'Ann Ash', '--role', 'admin', '--all-companies', '--json')).code,
  ).toBe(0);
  await page.goto(`${running.url}/clients`);
  expect(new URL(page.url()).pathname).toBe('/sign-in');
  // The issuer still lets them in, Counterfoil does not.
  await signIn();
  await page.waitForURL(`${running.url}/`);
  await page.locator('details.who summary').click();
  await page.getByRole('link', { name: 'People' }).click();
  await expectShown(page.locator('main'), 'ann@ash.example');

  expect((await running.command('people', 'add', 'Ops', '--role', 'admin', '--json')).code).toBe(0);
  expect((await running.command('people', 'change', 'Ann Ash', '--no-active', '--json')).code).toBe(0);
  await page.reload();
  expect(new URL(page.url()).pathname).toBe('/sign-in');
  await signIn();
  await expectShown(page.locator('main'), 'An administrator has made you inactive.');
  await page.getByRole('link', { name: 'All ways to sign in' }).click();
  await page.waitForURL(`${running.url}/sign-in`);

  expect((await running.command('people', 'change', 'Ann Ash', '--active', '--json')).code).toBe(0);
  await signIn();
  await page.waitForURL(`${running.url}/`);
  await page.locator('details.who summary').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${issuer.url}/**`);
});
