import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takenOut } from '../simulation/mends.js';
import { type Rule, rules } from './rules.js';

/**
 * npm run rules [-- NAME …]: takes each rule out of a copy of the sources, and runs the one test that must then fail.
 * On SQLite; some seconds a rule.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const copied = ['src', 'migrations', 'packages', 'test', 'package.json', 'tsconfig.json', 'jest.config.mjs'];
/** No test of a rule needs a server; what a rule kept from waiting for ever ends here. */
const config = `import base from './jest.config.mjs';
export default { ...base, globalSetup: undefined, globalTeardown: undefined, testTimeout: 60_000 };
`;

const names = process.argv.slice(2);
const unknown = names.filter((name) => !rules.some((rule) => rule.name === name));
if (unknown.length > 0) throw new Error(`no such rule: ${unknown.join(', ')}`);
const chosen = rules.filter(({ name }) => names.length === 0 || names.includes(name));

const copy = mkdtempSync(join(tmpdir(), 'counterfoil-rules-'));
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
writeFileSync(join(copy, 'jest.rules.mjs'), config);

const startedAt = performance.now();
const troubles = [...failingAnyway(chosen), ...chosen.flatMap(unnoticed)];
const seconds = Math.round((performance.now() - startedAt) / 1000);
for (const trouble of troubles) console.error(trouble);
console.log(`Rules: ${chosen.length} taken out, ${troubles.length} troubles, in ${seconds} s`);
process.exitCode = troubles.length === 0 ? 0 : 1;

/** With every rule in place, each of these tests passes. */
function failingAnyway(tested: readonly Rule[]): readonly string[] {
  const { failed, passed } = run(tested.map(({ test }) => test));
  const missing = tested.filter(({ test }) => !passed.some((name) => isNamed(name, test)));
  return [
    ...failed.map((name) => `fails without anything taken out: ${name}`),
    ...missing.map(({ name, test }) => `${name}: no test ran that is named ${test.title}`),
  ];
}

function unnoticed(rule: Rule): readonly string[] {
  const before = rule.edits.map(({ file }) => [join(copy, file), readFileSync(join(copy, file), 'utf8')] as const);
  for (const edit of rule.edits) {
    const path = join(copy, edit.file);
    writeFileSync(path, takenOut(readFileSync(path, 'utf8'), edit));
  }
  const { failed } = run([rule.test]);
  for (const [path, source] of before) writeFileSync(path, source);
  const isNoticed = failed.some((name) => isNamed(name, rule.test));
  console.log(`${isNoticed ? 'noticed ' : 'UNNOTICED'} ${rule.name}`);
  return isNoticed ? [] : [`${rule.name}: nothing failed without it (${rule.rule})`];
}

interface Ran {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
}

interface JestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Runs the tests with these names in the copy. One that cannot be loaded counts as neither passed nor failed. */
function run(tests: readonly Rule['test'][]): Ran {
  const folder = mkdtempSync(join(copy, 'run-'));
  const report = join(folder, 'report.json');
  const pattern = [...new Set(tests.map(({ title }) => patternOf(title)))].join('|');
  const files = [...new Set(tests.map(({ file }) => `test/${file}.test.ts`))];
  const options = ['--config=jest.rules.mjs', '--maxWorkers=2', '--json', `--outputFile=${report}`, '-t', pattern];
  spawnSync(
    process.execPath,
    [join('test', 'node_modules', 'jest', 'bin', 'jest.js'), ...options, '--runTestsByPath', ...files],
    {
      cwd: copy,
      stdio: 'ignore',
      env: {
        ...process.env,
        TEST_RUN_FOLDER: folder,
        TEST_DATABASES: 'sqlite',
        TEST_TIER: 'default',
      },
    },
  );
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as JestReport;
  rmSync(folder, { recursive: true });
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const named = (status: string) => results.flatMap((one) => (one.status === status ? [one.fullName] : []));
  return { passed: named('passed'), failed: named('failed') };
}

/** A title stands in the file as it is written there: `%s` is whatever the case is. */
function patternOf(title: string): string {
  const parts = title.split(/%[sdj]/).map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  return parts.join('.*');
}

function isNamed(name: string, { title }: Rule['test']): boolean {
  return new RegExp(patternOf(title)).test(name);
}
