// npm pack: builds first, so that the package has what these sources give.
import { build, install } from './ready.mjs';

await install('build');
await build();
