// Jest's runner for our tests: a few processes, each of which loads a module once, whatever number of test files it
// runs. Jest's own gives every file a fresh copy of up to 1,500 modules, which took half of the time in many rooms.
import { relative } from 'node:path';
import { Worker } from 'jest-worker';

const fromSource = new URL('../from-source.mjs', import.meta.url).href;
const memoryMax = 1_500_000_000;

export default class SharedProcesses {
  #globalConfig;

  constructor(globalConfig) {
    this.#globalConfig = globalConfig;
  }

  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const processes = Math.min(this.#globalConfig.maxWorkers, tests.length);
    const workers = new Worker(new URL('process.mjs', import.meta.url), {
      numWorkers: processes,
      exposedMethods: ['runFile'],
      // A file that is given up, or that grows without end, must not take the others' process with it.
      maxRetries: 0,
      idleMemoryLimit: memoryMax,
      // By an argument, which threads of the program get too.
      forkOptions: { stdio: 'inherit', execArgv: ['--enable-source-maps', '--expose-gc', '--import', fromSource] },
    });
    const waiting = [...tests];
    const runWaiting = async () => {
      for (;;) {
        const test = waiting.shift();
        if (test === undefined || watcher.isInterrupted()) return;
        await onStart(test);
        const { testNamePattern, testTimeout } = this.#globalConfig;
        try {
          const { rootDir, setupFiles, setupFilesAfterEnv, testTimeout: ofProject } = test.context.config;
          const how = {
            testNamePattern,
            testTimeout: testTimeout ?? ofProject,
            rootDir,
            setupFiles,
            setupFilesAfterEnv,
          };
          const result = await workers.runFile(test.path, how);
          if (process.env.TEST_TIMES === '1') tellTime(test, result);
          await onResult(test, result);
        } catch (error) {
          await onFailure(test, error);
        }
      }
    };
    await Promise.all(Array.from({ length: processes }, runWaiting));
    await workers.end();
  }
}

/** `npm test -- --times`: where the processor time goes. PostgreSQL's own is not among it. */
function tellTime(test, { usedMs }) {
  const path = relative(test.context.config.rootDir, test.path);
  console.error(`${(usedMs / 1000).toFixed(1).padStart(7)} s  ${path}`);
}
