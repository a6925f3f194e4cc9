import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from './chromium.js';
import { runCounterfoil } from './counterfoil.js';
import { leftOutOf, onceAnIssue, started } from './tiers.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const isLeftOut = (tier: string | undefined, path: string) =>
  leftOutOf(tier).some((pattern) => new RegExp(pattern.replace('<rootDir>/', '^')).test(path));

test.each(Object.entries({ ...started, ...onceAnIssue }))('%s is there, and has a reason: %s', (path, reason) => {
  expect(existsSync(`${root}${path}`)).toBe(true);
  expect(reason.length).toBeGreaterThan(7);
});

test.each([
  ['test/journal/properties.test.ts', []],
  ['test/browser/keys.test.ts', ['quick']],
  ['packages/sandbox/test/package.test.ts', ['quick', undefined]],
] as const)('%s is left out of the tiers %j', (path, tiers) => {
  expect(['quick', undefined, 'long'].filter((tier) => isLeftOut(tier, path))).toEqual(tiers);
});

test('quick tests start neither a program nor a browser: what needs one must be in the table', async () => {
  const { TEST_TIER } = process.env;
  process.env.TEST_TIER = 'quick';
  try {
    await expect(runCounterfoil(['--help'])).rejects.toThrow('test/harness/tiers.mjs');
    await expect(launchBrowser()).rejects.toThrow('test/harness/tiers.mjs');
  } finally {
    if (TEST_TIER === undefined) delete process.env.TEST_TIER;
    else process.env.TEST_TIER = TEST_TIER;
  }
});
