import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import base from './stryker.config.mjs';

/** Each change runs the stories that reach it, for up to minutes: of all lines one part in so many is changed. */
const oneIn = Number(process.env.ONE_IN ?? 20);
/** Which part: another each day, so that in time all of them are. */
const part = Number(process.env.PART ?? Math.floor(Date.now() / 86_400_000)) % oneIn;
const linesAtOnce = 10;

const files = readdirSync('src/sync', { recursive: true })
  .map((name) => join('src/sync', name))
  .filter((name) => name.endsWith('.ts'))
  .toSorted();

/** Blocks of lines of every file, as `--mutate` takes them. */
const sample = files
  .flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n').length;
    return Array.from({ length: Math.ceil(lines / linesAtOnce) }, (_, at) => {
      const first = at * linesAtOnce + 1;
      return `${file}:${first}-${first + linesAtOnce - 1}`;
    });
  })
  .filter((_, at) => at % oneIn === part);

/** The room of sync by sample, with its stories on SQLite: `npm run mutation -- stryker.sync.config.mjs`. */
export default {
  ...base,
  mutate: sample,
  jest: { ...base.jest, config: { ...base.jest.config, testMatch: ['<rootDir>/test/sync/**/*.test.ts'] } },
  // Every story runs once before anything is changed.
  dryRunTimeoutMinutes: 60,
  // A sample is read, not passed.
  thresholds: { ...base.thresholds, break: null },
  reporters: [...base.reporters, 'json'],
  htmlReporter: { fileName: 'reports/mutation-sync.html' },
  jsonReporter: { fileName: 'reports/mutation-sync.json' },
};
