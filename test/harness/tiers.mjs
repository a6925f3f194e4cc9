// Which files of tests run when. `npm test` runs most; `--quick`, while working, leaves out what starts a browser,
// programs or PostgreSQL; `--long`, once an issue, runs all, with hundreds of cases of each property.

/** Left out of `--quick`, with what each starts. A folder stands for its files. */
export const started = {
  'test/browser/': 'a browser',
  'test/doors/api/docs-page.test.ts': 'a browser',
  'test/harness/chromium.test.ts': 'a browser',
  'test/app/main.test.ts': 'programs',
  'test/bench/': 'programs, and PostgreSQL',
  'test/blackbox/': 'programs',
  'test/doors/terminal/asking.test.ts': 'programs',
  'test/doors/terminal/connect.test.ts': 'programs',
  'test/doors/terminal/demo.test.ts': 'programs',
  'test/doors/terminal/failed-start.test.ts': 'programs',
  'test/doors/terminal/readme.test.ts': 'programs',
  'test/doors/terminal/sandbox.test.ts': 'programs',
  'test/doors/terminal/serve.test.ts': 'programs',
  'test/import-rules.test.ts': 'programs',
  'packages/sandbox/test/command.test.ts': 'programs',
  'packages/sandbox/test/kit.test.ts': 'programs',
  'test/evidence/by-a-stranger.test.ts': 'programs: Python and openssl',
  'test/runner/replicas.test.ts': 'programs',
  'test/app/two-roles.test.ts': 'PostgreSQL',
  'test/runner/queue.test.ts': 'PostgreSQL',
  'test/harness/postgres.test.ts': 'PostgreSQL',
};

/** Run by `--long` alone, with what they take so long for. */
export const onceAnIssue = {
  'test/app/package.test.ts': 'npm packs the program, which is then installed elsewhere',
  'test/audit/practice.test.ts': 'a hundred and twenty companies, each of which is audited over HTTP',
  'test/witness/moved-year.test.ts': 'a year, which every door tells on four days',
  'packages/sandbox/test/package.test.ts': 'npm packs the sandbox, which is then installed elsewhere',
};

/** @type {Record<string, Record<string, string>>} */
const leftOut = { quick: { ...started, ...onceAnIssue }, default: onceAnIssue, long: {} };

/** For Jest's `testPathIgnorePatterns`. */
export function leftOutOf(tier = 'default') {
  return Object.keys(leftOut[tier]).map((path) => `<rootDir>/${path.replaceAll('.', String.raw`\.`)}`);
}
