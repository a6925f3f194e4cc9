import { parseArgs } from 'node:util';
import { takenOut } from '../simulation/mends.js';
import { draw } from './draw/draw.js';
import { Copy } from './in-copy.js';
import type { Rule } from './rule.js';
import { rules } from './rules.js';

/**
 * npm run rules [-- NAME …]: takes each rule out of a copy of the sources, and runs the one test that must then fail.
 * On SQLite; some seconds a rule.
 * npm run rules -- --draw N [--seed S] [--list] [ROOM …]: takes N lines out at random, as many in each room, and runs
 * the tests near to each.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { draw: { type: 'string' }, seed: { type: 'string' }, list: { type: 'boolean' } },
});
/** No test of a rule needs a server; what a rule kept from waiting for ever ends here. */
const config = 'export default { ...base, globalSetup: undefined, globalTeardown: undefined, testTimeout: 60_000 };';

if (values.draw === undefined) await takeOut(positionals);
else {
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  console.log(`seed ${seed}`);
  await draw({ count: Number(values.draw), seed, rooms: positionals, list: values.list === true });
}

async function takeOut(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !rules.some((rule) => rule.name === name));
  if (unknown.length > 0) throw new Error(`no such rule: ${unknown.join(', ')}`);
  const chosen = rules.filter(({ name }) => names.length === 0 || names.includes(name));
  const copy = new Copy();
  copy.configure(config);
  const startedAt = performance.now();
  const troubles = [...(await failingAnyway(copy, chosen))];
  for (const rule of chosen) troubles.push(...(await unnoticed(copy, rule)));
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  for (const trouble of troubles) console.error(trouble);
  console.log(`Rules: ${chosen.length} taken out, ${troubles.length} troubles, in ${seconds} s`);
  process.exitCode = troubles.length === 0 ? 0 : 1;
}

/** With every rule in place, each of these tests passes. */
async function failingAnyway(copy: Copy, tested: readonly Rule[]): Promise<readonly string[]> {
  const { failed, passed } = await run(
    copy,
    tested.map(({ test }) => test),
  );
  const missing = tested.filter(({ test }) => !passed.some((name) => isNamed(name, test)));
  return [
    ...failed.map((name) => `fails without anything taken out: ${name}`),
    ...missing.map(({ name, test }) => `${name}: no test ran that is named ${test.title}`),
  ];
}

async function unnoticed(copy: Copy, rule: Rule): Promise<readonly string[]> {
  const changes = rule.edits.map((edit) => ({
    file: edit.file,
    change: (source: string) => takenOut(source, edit),
  }));
  const { failed } = await copy.changed(changes, () => run(copy, [rule.test]));
  const isNoticed = failed.some((name) => isNamed(name, rule.test));
  console.log(`${isNoticed ? 'noticed ' : 'UNNOTICED'} ${rule.name}`);
  return isNoticed ? [] : [`${rule.name}: nothing failed without it (${rule.rule})`];
}

/** The tests with these names. One that cannot be loaded counts as neither passed nor failed. */
function run(copy: Copy, tests: readonly Rule['test'][]) {
  const pattern = [...new Set(tests.map(({ title }) => patternOf(title)))].join('|');
  const files = [...new Set(tests.map(({ file }) => `test/${file}.test.ts`))];
  return copy.run(files, ['--maxWorkers=2', '-t', pattern]);
}

/** A title stands in the file as it is written there: `%s` is whatever the case is. */
function patternOf(title: string): string {
  const parts = title.split(/%[sdj]/).map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  return parts.join('.*');
}

function isNamed(name: string, { title }: Rule['test']): boolean {
  return new RegExp(patternOf(title)).test(name);
}
