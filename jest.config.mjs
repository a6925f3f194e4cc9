import { existsSync } from 'node:fs';
import { leftOutOf } from './test/harness/tiers.mjs';

/** One configuration for every test: test/harness/runner says how they are run. */
export default {
  runner: '<rootDir>/test/harness/runner/main.mjs',
  testEnvironment: 'node',
  roots: ['test', 'packages']
    .filter((folder) => existsSync(new URL(folder, import.meta.url)))
    .map((folder) => `<rootDir>/${folder}`),
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  testPathIgnorePatterns: ['/node_modules/', ...leftOutOf(process.env.TEST_TIER)],
  setupFiles: ['reflect-metadata', '<rootDir>/test/harness/one-metadata.mjs', '<rootDir>/test/harness/properties.mjs'],
  setupFilesAfterEnv: ['<rootDir>/test/harness/runner/end-of-file.mjs'],
  globalSetup: '<rootDir>/test/harness/global-setup.mjs',
  globalTeardown: '<rootDir>/test/harness/global-teardown.mjs',
  testSequencer: '<rootDir>/test/harness/longest-first.mjs',
  // A bound against waiting for ever: servers, processes and browsers start here, on whatever machine, and slow is no failure.
  testTimeout: 600_000,
  transform: {},
};
