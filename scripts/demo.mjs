// npm run demo: installs, builds, and runs `counterfoil demo` in this process.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, compile, install, root } from './ready.mjs';

await install('build');
await Promise.all([compile(), build()]);

const main = join(root, 'dist', 'src', 'main.js');
process.argv = [process.argv[0], main, 'demo', ...process.argv.slice(2)];
await import(pathToFileURL(main).href);
