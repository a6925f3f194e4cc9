import type { Locator } from 'playwright-core';

/** Waits until these words stand there: after a click the old page stays for as long as the answer takes. */
export async function expectShown(locator: Locator, words: string | RegExp): Promise<void> {
  try {
    // As a pattern, capitals count.
    const hasText = typeof words === 'string' ? new RegExp(escaped(words)) : words;
    await locator.filter({ hasText }).first().waitFor();
  } catch (error) {
    throw new Error(`Not shown: ${words}. Shown: ${(await locator.allTextContents()).join(' | ')}`, { cause: error });
  }
}

/** Waits until there are just so many. */
export async function expectCount(count: number, locator: Locator): Promise<void> {
  if (count > 0) await locator.nth(count - 1).waitFor();
  await locator.nth(count).waitFor({ state: 'detached' });
}

function escaped(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
