import type { Browser } from 'playwright-core';
import { AppModule } from '../../../src/app/app.module.js';
import { axeFindings, sidewaysPixels, watch } from '../../browser/checks.js';
import { type TempDatabase, tempDatabase } from '../../factories/database.js';
import { launchBrowser } from '../../harness/chromium.js';
import { type Door, openDoor, StillClock } from './door.js';

/** Faults in Swagger UI's own markup that a style sheet cannot fix. */
const swaggerUisOwn = ['heading-order', 'nested-interactive', 'region', 'scrollable-region-focusable'];

/** Swagger UI with our OpenAPI document; nothing may be loaded from another host. */
describe('the page of the API', () => {
  let temp: TempDatabase;
  let door: Door;
  let browser: Browser;
  beforeAll(async () => {
    temp = await tempDatabase(new StillClock());
    door = await openDoor(temp.database, [AppModule]);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await door.close();
    await temp.remove();
  });

  it('has no inline script or style, which the content security policy would refuse', async () => {
    const page = await door.http.get('/api/docs').expect(200);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.text).not.toMatch(/<style|style="|<script>|https?:/);
  });

  it.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)(
    'shows every operation %i pixels wide in the %s, readable, and asks no one else',
    async (width, colorScheme) => {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      const home = await door.app.getUrl();
      const { faults } = watch(context, home, ['data:']);
      const page = await context.newPage();
      await page.goto(`${home}/api/docs`);
      await page.locator('.opblock').first().waitFor();
      expect(await page.locator('.opblock').count()).toBeGreaterThan(20);
      await page.getByText('/api/pay-runs/post').first().click();
      await page.getByText('Idempotency-Key').first().waitFor();
      expect(await sidewaysPixels(page)).toBe(0);
      const findings = await axeFindings(page);
      expect(findings.filter((found) => !swaggerUisOwn.includes(found.split(':')[0] ?? ''))).toEqual([]);
      expect(faults).toEqual([]);
      await context.close();
    },
  );
});
