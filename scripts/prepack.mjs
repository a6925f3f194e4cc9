// npm pack: what is packed is what was built from these sources.
import { build, install } from './ready.mjs';

install();
build();
