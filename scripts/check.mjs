// npm run check: every check that does not run the program. Shows all findings, not only the first.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { install, root } from './ready.mjs';

install({ compiles: false });

/** Each check, with the package and bin that runs it. */
const checks = {
  packages: [process.execPath, 'scripts/install.mjs'],
  format: ['biome', 'format', '--error-on-warnings'],
  lint: ['oxlint', '--type-aware', '--disable-nested-config', '--deny-warnings'],
  types: ['tsc', '--noEmit', '-p', 'tsconfig.json'],
  'import rules': ['depcruise', '--config', '.dependency-cruiser.cjs', 'src', 'migrations'],
  'dead exports': ['knip', '--no-progress'],
  patterns: [process.execPath, 'scripts/patterns.mjs'],
};

const only = process.argv.slice(2);
const chosen = Object.entries(checks).filter(([name]) => only.length === 0 || only.includes(name));
const results = await Promise.all(chosen.map(([name, command]) => run(name, command)));
for (const { name, ok, output } of results) {
  console.log(ok ? `ok      ${name}` : `FAILED  ${name}\n${output}`);
}
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;

function run(name, [bin, ...args]) {
  return new Promise((resolve) => {
    const child = spawn(path.resolve(root, 'node_modules', '.bin', bin), args, { cwd: root });
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
