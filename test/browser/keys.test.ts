import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../harness/chromium.js';
import { axeFindings, axeInLightAndDark, sidewaysPixels } from './checks.js';
import { expectShown } from './expect-shown.js';
import { tempDatabase, type TempDatabase } from '../factories/database.js';
import { insertPractice } from '../factories/practice.js';
import { AppModule } from '../../src/app/app.module.js';
import { SignInLinks } from '../../src/access/sign-in-links.js';
import { type Door, openDoor, StillClock } from '../doors/api/door.js';

/** The finder and the keys, with scripts and without, and payroll files on a phone. */

const startMs = 120_000;
let temp: TempDatabase;
let door: Door;
let browser: Browser;
let url: string;

beforeAll(async () => {
  temp = await tempDatabase(new StillClock());
  await insertPractice(temp.database);
  [door, browser] = await Promise.all([openDoor(temp.database, [AppModule]), launchBrowser()]);
  url = await door.app.getUrl();
}, startMs);

afterAll(async () => {
  await browser?.close();
  await door?.close();
  await temp?.remove();
}, startMs);

const finderIn = (page: Page) => page.getByRole('searchbox', { name: 'Find a client, a person' });
const focused = (page: Page) => page.evaluate('document.activeElement.textContent');

async function signedIn(name: string, javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, javaScriptEnabled });
  const page = await context.newPage();
  const link = await door.app.get(SignInLinks).make({ name, role: 'admin', pay: true, companies: null });
  await page.goto(url + new URL(link.url).pathname);
  return page;
}

test('a slash and Ctrl K lead to the finder, Esc leaves it, and Enter opens what was typed', async () => {
  const page = await signedIn('finder');
  for (const key of ['/', 'Control+k', 'Meta+k']) {
    await page.goto(`${url}/clients`);
    await page.keyboard.press(key);
    expect(await finderIn(page).evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
    expect(await finderIn(page).inputValue()).toBe('');
    await page.keyboard.press('Escape');
    expect(await finderIn(page).evaluate((field) => field === field.ownerDocument.activeElement)).toBe(false);
  }
  await page.keyboard.press('/');
  await page.keyboard.type('Bramley');
  await page.keyboard.press('Enter');
  await expectShown(page.getByRole('heading', { level: 1 }), 'Bramley Ltd');
});

test('j and k move through the rows that have a link, and Enter opens one', async () => {
  const page = await signedIn('mover');
  await page.goto(`${url}/clients`);
  const names: unknown[] = [];
  for (const key of ['j', 'j', 'j', 'k', 'k', 'k']) {
    await page.keyboard.press(key);
    names.push(await focused(page));
  }
  const [alder, ash, beck] = ['Alder & Sons Ltd', 'Ash Ltd', 'Beck Joinery Ltd'];
  expect(names).toEqual([alder, ash, beck, ash, alder, alder]);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expectShown(page.getByRole('heading', { level: 1 }), 'Ash Ltd');
});

test('? shows the keys until Esc, and nothing happens to who types in a field', async () => {
  const page = await signedIn('asker');
  await page.goto(`${url}/clients`);
  await page.keyboard.press('?');
  await expectShown(page.getByRole('dialog', { name: 'Keys' }), 'next row');
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await page.getByRole('dialog').count()).toBe(0);
  const search = page.getByRole('searchbox', { name: 'Find a client', exact: true });
  await search.focus();
  await page.keyboard.type('j/k?');
  expect(await search.inputValue()).toBe('j/k?');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('single keys can be turned off and on again, and Ctrl K and ? stay', async () => {
  const page = await signedIn('quiet');
  const isFinderAt = () => finderIn(page).evaluate((field) => field === field.ownerDocument.activeElement);
  const press = async (key: string) => {
    await page.goto(`${url}/clients`);
    await page.keyboard.press(key);
    return isFinderAt();
  };
  const turn = async () => {
    await press('?');
    await page.getByLabel('single keys').click();
    await page.keyboard.press('Escape');
  };
  await turn();
  expect([await press('/'), await press('Control+k')]).toEqual([false, true]);
  await page.goto(`${url}/clients`);
  await page.keyboard.press('j');
  expect(await focused(page)).not.toBe('Alder & Sons Ltd');
  await turn();
  expect(await press('/')).toBe(true);
});

test('what was found has nothing for axe-core, light or dark, and fits a phone', async () => {
  const page = await signedIn('reader in the dark');
  for (const typed of ['okafor', 'ash', 'nothing like it']) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${url}/find?q=${typed}`);
    expect(await axeInLightAndDark(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await sidewaysPixels(page)).toBeLessThanOrEqual(0);
  }
});

test('without scripts the finder is a form', async () => {
  const page = await signedIn('reader', false);
  await page.goto(`${url}/log`);
  await finderIn(page).fill('October 2025');
  await finderIn(page).press('Enter');
  await expectShown(page.getByRole('heading', { level: 1 }), 'October 2025');
});

test('on a phone, why a payroll file was refused is as wide as the page', async () => {
  const page = await signedIn('giver');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${url}/payroll-in`);
  await page
    .getByLabel('What payroll sends to HMRC')
    .setInputFiles({ name: 'empty.xml', mimeType: 'text/xml', buffer: Buffer.alloc(0) });
  await page.getByRole('button', { name: 'Take in' }).click();
  const why = page.getByRole('cell', { name: /^Refused/ });
  await expectShown(why, 'it is empty');
  expect((await why.boundingBox())?.width).toBeGreaterThan(250);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
});
