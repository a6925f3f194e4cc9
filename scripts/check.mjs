// npm run check: every check that does not run the program. Shows all findings, not only the first.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { binOf, install, root } from './ready.mjs';

await install('check', 'test');

const cruised = ['src', 'packages', 'migrations'].filter((folder) => existsSync(join(root, folder)));

/** Each check, with the command that runs it. */
const checks = {
  format: [binOf('check', 'biome'), 'format', '--error-on-warnings'],
  // One program does both, because lint has to read the types of everything: tsc would take a third of all the checks' time.
  'lint and types': [
    ...[binOf('check', 'oxlint'), '--type-aware', '--type-check'],
    ...['--disable-nested-config', '--deny-warnings'],
  ],
  'import rules': [binOf('check', 'depcruise'), '--config', '.dependency-cruiser.cjs', ...cruised],
  'dead exports': [binOf('check', 'knip'), '--no-progress'],
  patterns: [process.execPath, 'tools/check/patterns.mjs'],
  wording: [process.execPath, 'tools/check/wording.mjs'],
};

const only = process.argv.slice(2);
const isAsked = (name) => only.some((word) => word === name || name.split(' and ').includes(word));
const chosen = Object.entries(checks).filter(([name]) => only.length === 0 || isAsked(name));
const results = await Promise.all(chosen.map(([name, command]) => run(name, command)));
for (const { name, ok, output } of results) {
  console.log(ok ? `ok      ${name}` : `FAILED  ${name}\n${output}`);
}
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;

function run(name, [bin, ...args]) {
  return new Promise((resolve) => {
    // oxlint looks for its type checker among the packages of the folder that it runs in.
    const env = { ...process.env, OXLINT_TSGOLINT_PATH: binOf('check', 'tsgolint') };
    const child = spawn(bin, args, { cwd: root, env });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.once('error', (error) => resolve({ name, ok: false, output: error.message }));
    child.once('close', (code) => resolve({ name, ok: code === 0, output }));
  });
}
