// Lets Node run the TypeScript sources, from whatever folder it was started in.
import { register } from 'node:module';

register('@swc-node/register/esm', import.meta.url);
