// npm test: installs, builds, runs every test (or those of the paths given), and ends in one line that counts them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, compile, install, root } from './ready.mjs';

// Two files of tests try the rules of the checks; one makes a client.
await install('build', 'test', 'check', 'client');
await Promise.all([compile(), build()]);

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-results-'));
const report = join(folder, 'results.json');
/** Which tests run: test/harness/tiers.mjs. `--times` tells the processor time of each file. */
const ours = { '--quick': { TEST_TIER: 'quick' }, '--long': { TEST_TIER: 'long' }, '--times': { TEST_TIMES: '1' } };
const asked = process.argv.slice(2).filter((arg) => arg in ours);
const args = process.argv.slice(2).filter((arg) => !(arg in ours));
const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
// A number of workers that the caller chose must be the only one: given twice, Jest reads "100%" and "1" as one number,
// a hundred.
const workers = args.some((arg) => /^(-w|--maxWorkers|--max-workers|-i|--runInBand)/.test(arg))
  ? []
  : // One more than there are processors: a fifth of the time a test waits for another process.
    [`--maxWorkers=${availableParallelism() + 1}`];
spawnSync(process.execPath, [jest, ...workers, '--json', `--outputFile=${report}`, ...args], {
  cwd: root,
  // Jest repeats on standard output what it writes to the file.
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    TEST_BIN: join(root, 'dist', 'src', 'main.js'),
    TEST_DATABASES: '',
    TEST_TIER: 'default',
    ...Object.assign({}, ...asked.map((arg) => ours[arg])),
  },
});

const { passed, failed } = count(report);
rmSync(folder, { recursive: true, force: true });
console.log(`Tests: ${passed} passed, ${failed} failed`);
process.exitCode = passed > 0 && failed === 0 ? 0 : 1;

/** A skipped test proves nothing, and a file that does not load hides its tests: both count as failed. */
function count(path) {
  try {
    const results = JSON.parse(readFileSync(path, 'utf8'));
    const named = args.some((arg) => /^(-t|--testNamePattern)/.test(arg));
    const skipped = named ? 0 : results.numPendingTests + results.numTodoTests;
    if (skipped > 0) console.error(`${skipped} tests were skipped, which counts as failed.`);
    return {
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites + skipped,
    };
  } catch {
    console.error('Jest ended without results.');
    return { passed: 0, failed: 1 };
  }
}
