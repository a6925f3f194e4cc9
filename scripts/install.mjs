// node scripts/install.mjs [check] [test] [mutation] [--build]: installs the program's packages and those named; with
// --build it compiles and builds the program too.
import { build, compile, install } from './ready.mjs';

const words = process.argv.slice(2);
await install(...words.filter((word) => word !== '--build'));
if (words.includes('--build')) await Promise.all([compile(), build()]);
