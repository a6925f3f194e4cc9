/** Changes the pure middle line by line and expects a test to notice: `npm run mutation -- --mutate src/journal/mapper.ts`. */
export default {
  mutate: ['src/journal/**/*.ts'],
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules'],
  jest: { projectType: 'custom', configFile: 'jest.config.mjs', enableFindRelatedTests: true },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  reporters: ['clear-text', 'progress', 'html'],
  htmlReporter: { fileName: 'reports/mutation.html' },
  tempDirName: '.stryker-tmp',
  disableTypeChecks: true,
};
