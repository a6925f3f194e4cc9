import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pageBytesMax = 50 * 1024;

interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** What axe-core finds on the page. Evaluated, because the page's security policy allows no foreign script. */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  await page.evaluate(axe);
  // Rules that pass are not reported: on a large page, describing them takes most of the time.
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const results = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults;
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}

/** Everything in the light, and in the dark what colours alone decide; both at once, with no colour still on its way. */
export async function axeInLightAndDark(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const light = await axeFindings(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axeFindings(page, ['color-contrast', 'link-in-text-block']);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
  return [...light, ...dark.map((finding) => `in the dark: ${finding}`)];
}

/** How far the page can be scrolled sideways. */
export function sidewaysPixels(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** Tables that are wider than their container, which would hide amounts beyond its edge. */
export async function cutTables(page: Page): Promise<readonly string[]> {
  const cut = `[...document.querySelectorAll('.scroll')].filter((place) => place.scrollWidth > place.clientWidth + 1)`;
  const named = `(place) => place.getAttribute('aria-label') ?? place.getAttribute('aria-labelledby')`;
  return (await page.evaluate(`${cut}.map(${named})`)) as readonly string[];
}

export interface Watched {
  /** What must not happen: requests to other hosts, answers that are too large, script errors, dialogs. */
  readonly faults: string[];
}

/** Watches everything a browser loads during the tests. `away` are other hosts that it is meant to visit. */
export function watch(context: BrowserContext, home: string, away: readonly string[]): Watched {
  const faults: string[] = [];
  context.on('page', (page) => {
    page.on('dialog', (dialog) => {
      faults.push(`a dialog on ${page.url()}: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && message.text().includes('Content Security Policy')) faults.push(message.text());
    });
  });
  context.on('request', (request) => {
    const { origin } = new URL(request.url());
    if (![home, ...away].some((url) => new URL(url).origin === origin)) faults.push(`asked for ${request.url()}`);
  });
  context.on('response', (response) => {
    const isPage =
      response.request().resourceType() === 'document' && new URL(response.url()).origin === new URL(home).origin;
    if (!isPage || response.status() !== 200) return;
    response.body().then(
      (body) => {
        if (body.length > pageBytesMax) faults.push(`${response.url()} has ${body.length} bytes`);
      },
      () => {},
    );
  });
  return { faults };
}
