// node scripts/run.mjs FILE [ARGUMENT …]: installs, builds, and runs a TypeScript file of this repository.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, compile, install, root } from './ready.mjs';

const [file, ...args] = process.argv.slice(2);
const path = join(root, file ?? '');
if (!file || !existsSync(path)) {
  console.error(`There is no ${file ?? 'file'} to run.`);
  process.exit(2);
}
await install('build', 'test');
await Promise.all([compile(), build()]);

// A process of its own: threads read the sources only if the process began with the loader.
const loader = new URL('../test/harness/from-source.mjs', import.meta.url).href;
const child = spawn(process.execPath, ['--import', loader, path, ...args], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
const [code] = await once(child, 'exit');
process.exitCode = code ?? 1;
