import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jestConfig from './jest.config.mjs';
import { swcOptions } from './test/harness/runner/swc-options.mjs';

/** The tests of the pure middle need no server: left out, jest.config.mjs would start one for every change. Rules that read rows read SQLite's. */
const config = {
  ...jestConfig,
  globalSetup: null,
  globalTeardown: null,
  // Stryker changes modules between runs and needs Jest's own runner, with its fresh modules for each file.
  runner: 'jest-runner',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.tsx?$': ['@swc/jest', swcOptions] },
  setupFilesAfterEnv: ['<rootDir>/test/harness/runner/each-file.mjs'],
};

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-mutation-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
Object.assign(process.env, { TEST_RUN_FOLDER: folder, TEST_DATABASES: 'sqlite' });

/** Changes the pure middle line by line and expects a test to notice: `npm run mutation -- --mutate src/journal/mapping/mapper.ts`. Of acts, whose rows stories test, look at what is covered. */
export default {
  mutate: ['src/journal/**/*.ts', 'src/sync/facts/{decide,fold,next-step,run-facts}.ts', 'src/acts/**/*.ts'],
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules'],
  jest: {
    projectType: 'custom',
    config: {
      ...config,
      testMatch: [
        '<rootDir>/test/journal/**/*.test.ts',
        // Thousands of stories again for each change, and what only they notice has no row in a table.
        '!**/{kinds,classify-properties,properties,beyond-properties}.test.ts',
        '<rootDir>/test/books/wire.test.ts',
        '<rootDir>/test/sync/{fold,next-step,run-facts}.test.ts',
        '<rootDir>/test/acts/rules/*.test.ts',
      ],
    },
  },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  thresholds: { high: 95, low: 92, break: 90 },
  reporters: ['clear-text', 'progress', 'html'],
  htmlReporter: { fileName: 'reports/mutation.html' },
  // The copies lie below the tests' packages, and so find them.
  tempDirName: 'tools/test/.stryker-tmp',
  ignorePatterns: ['dist', 'reports', 'data'],
  disableTypeChecks: true,
};
