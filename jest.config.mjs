/** One configuration for every test; NODE_OPTIONS=--experimental-vm-modules is set by the test script. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  setupFiles: ['reflect-metadata'],
  globalSetup: '<rootDir>/test/harness/global-setup.mjs',
  globalTeardown: '<rootDir>/test/harness/global-teardown.mjs',
  testSequencer: '<rootDir>/test/harness/longest-first.mjs',
  // What is loaded as modules is never let go (40 MB a file): a fresh worker now and then costs less than collecting its garbage.
  workerIdleMemoryLimit: '600MB',
  // A bound against waiting for ever: servers, processes and browsers start here, on whatever machine, and slow is no failure.
  testTimeout: 600_000,
  coverageProvider: 'v8',
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', tsx: true, decorators: true },
          transform: {
            legacyDecorator: true,
            decoratorMetadata: true,
            react: { runtime: 'automatic', importSource: 'preact' },
          },
          keepClassNames: true,
        },
        module: { type: 'es6' },
      },
    ],
  },
};
