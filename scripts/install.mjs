// What is left to install after the packages were unpacked: `npm run check` compiles beside its checks.
import { install } from './ready.mjs';

install();
