// node scripts/run.mjs FILE [ARGUMENT …]: installs, builds, and runs a TypeScript file of this repository.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, compile, install, root } from './ready.mjs';

const [file, ...args] = process.argv.slice(2);
const path = join(root, file ?? '');
if (!file || !existsSync(path)) {
  console.error(`There is no ${file ?? 'file'} to run.`);
  process.exit(2);
}
await install('build', 'test');
await Promise.all([compile(), build()]);

process.argv = [process.argv[0], path, ...args];
await import('../test/harness/from-source.mjs');
await import(pathToFileURL(path).href);
