// node scripts/tool.mjs PLACE BIN [ARGUMENT …]: installs the packages of tools/PLACE and of the tests, and runs one of them.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { binOf, compile, install, root } from './ready.mjs';

const [place, bin, ...args] = process.argv.slice(2);
await install(place, 'test');
// Stryker runs Jest, and that the tests, which open databases.
if (place === 'mutation') await compile();
// Stryker's part for Jest requires pieces of Jest, which lie with the tests' packages, as if they lay beside it.
const env = { ...process.env, NODE_PATH: join(root, 'test', 'node_modules') };
const { status } = spawnSync(binOf(place, bin), args, { cwd: root, env, stdio: 'inherit' });
process.exitCode = status ?? 1;
