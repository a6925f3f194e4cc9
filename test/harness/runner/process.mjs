// One of the processes that run test files, one file after the other, over modules that are loaded once.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { jestExpect as expect } from '@jest/expect';
import * as circus from 'jest-circus';
import { whatIsLeft, whatIsThere } from './left-behind.mjs';

const { test, describe, beforeAll, beforeEach, afterAll, afterEach } = circus;
Object.assign(globalThis, { expect, test, it: test, describe, beforeAll, beforeEach, afterAll, afterEach });

circus.addEventHandler((event) => {
  if (event.name === 'test_start') expect.setState({ currentTestName: titlesOf(event.test).join(' ') });
  if (event.name !== 'test_done') return;
  const { suppressedErrors } = expect.getState();
  expect.setState({ suppressedErrors: [] });
  event.test.errors.push(...suppressedErrors);
  event.test.errors.push(...expect.extractExpectedAssertionsErrors().map(({ error }) => error));
});
for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (error) => {
    const { currentlyRunningTest, unhandledErrors } = circus.getState();
    if (currentlyRunningTest) currentlyRunningTest.errors.push(error);
    else unhandledErrors.push(error);
  });
}

/** Linux counts in hundredths of a second. */
const tickMs = 10;

/** Modules of setupFiles are loaded once; what setupFilesAfterEnv export is called before each file. */
export async function runFile(path, { testNamePattern, testTimeout, rootDir, setupFiles, setupFilesAfterEnv }) {
  for (const setup of setupFiles) await import(pathToFileURL(setup).href);
  const start = Date.now();
  const usedBefore = usedMs();
  circus.resetState();
  const state = circus.getState();
  state.testTimeout = testTimeout;
  state.parentProcess = process;
  state.testNamePattern = testNamePattern ? new RegExp(testNamePattern, 'i') : null;
  expect.setState({ testPath: path, suppressedErrors: [] });
  const setups = await Promise.all(setupFilesAfterEnv.map((setup) => import(pathToFileURL(setup).href)));
  const before = whatIsThere();
  for (const { default: beforeFile } of setups) beforeFile();
  await import(pathToFileURL(path).href);
  const { testResults, unhandledErrors } = await circus.run();
  const left = await whatIsLeft(before);
  const cases = testResults.map(caseOf);
  const failures = cases.filter(({ status }) => status === 'failed');
  const trouble = [...unhandledErrors.map(textOf), ...left.map((one) => `${path} left behind: ${one}`)];
  const end = Date.now();
  return {
    testFilePath: path,
    testResults: cases,
    testExecError: trouble.length > 0 ? { message: trouble.join('\n'), stack: trouble.join('\n') } : undefined,
    failureMessage: failureMessageOf(failures, trouble, rootDir),
    numPassingTests: cases.filter(({ status }) => status === 'passed').length,
    numFailingTests: failures.length,
    numPendingTests: cases.filter(({ status }) => status === 'pending').length,
    numTodoTests: cases.filter(({ status }) => status === 'todo').length,
    perfStats: { start, end, runtime: end - start, slow: false },
    usedMs: usedMs() - usedBefore,
    snapshot: { added: 0, fileDeleted: false, matched: 0, unchecked: 0, uncheckedKeys: [], unmatched: 0, updated: 0 },
    console: undefined,
    leaks: false,
    openHandles: [],
    skipped: false,
  };
}

/** Processor time of this process and of the children that have ended; Linux alone tells the second. */
function usedMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childrenMs();
}

function childrenMs() {
  if (process.platform !== 'linux') return 0;
  const [, stat] = readFileSync('/proc/self/stat', 'utf8').split(') ');
  const [, , , , , , , , , , , , , user, system] = stat.split(' ').map(Number);
  return (user + system) * tickMs;
}

function caseOf({ testPath, status, errors, duration, startedAt }) {
  const [, ...titles] = testPath;
  const title = titles.pop();
  const words = { skip: 'pending', todo: 'todo', done: errors.length > 0 ? 'failed' : 'passed' };
  return {
    ancestorTitles: titles,
    title,
    fullName: [...titles, title].join(' '),
    status: words[status],
    duration,
    startAt: startedAt,
    failureMessages: errors,
    failureDetails: [],
    numPassingAsserts: 0,
    invocations: 1,
    location: null,
  };
}

function failureMessageOf(failures, trouble, rootDir) {
  if (failures.length + trouble.length === 0) return null;
  const told = failures.map(({ ancestorTitles, title, failureMessages }) => {
    const where = [...ancestorTitles, title].join(' › ');
    return `  ● ${where}\n\n${failureMessages.map((text) => indented(shortened(text, rootDir))).join('\n\n')}\n`;
  });
  return [...told, ...trouble.map((text) => `  ● ${text}\n`)].join('\n');
}

/** A stack without the lines of packages and of this runner. */
const shortened = (text, rootDir) =>
  text
    .split('\n')
    .filter((line) => !/^\s+at .*(node_modules|node:internal|harness\/runner)/.test(line))
    .join('\n')
    .replaceAll(`file://${rootDir}/`, '')
    .replaceAll(`${rootDir}/`, '');

const indented = (text) => text.replaceAll(/^/gm, '    ');
const textOf = (error) => error?.stack ?? String(error);

function titlesOf(test) {
  const titles = [test.name];
  for (let block = test.parent; block?.parent; block = block.parent) titles.unshift(block.name);
  return titles;
}
