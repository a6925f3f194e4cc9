import type { Locator } from 'playwright-core';

/** Waits until the words are shown: after a click the old page stays until the answer arrives. */
export async function expectShown(locator: Locator, words: string | RegExp): Promise<void> {
  try {
    // A pattern, because only a pattern is compared with its capitals.
    const hasText = typeof words === 'string' ? new RegExp(escaped(words)) : words;
    await locator.filter({ hasText }).first().waitFor();
  } catch (error) {
    throw new Error(`Not shown: ${words}. Shown: ${(await locator.allTextContents()).join(' | ')}`, { cause: error });
  }
}

/** Waits until there are exactly so many. */
export async function expectCount(count: number, locator: Locator): Promise<void> {
  if (count > 0) await locator.nth(count - 1).waitFor();
  await locator.nth(count).waitFor({ state: 'detached' });
}

function escaped(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
