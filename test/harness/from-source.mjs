// Lets Node run the TypeScript sources, from whatever folder it was started in.
import { register } from 'node:module';
import 'reflect-metadata';

register('./runner/typescript.mjs', import.meta.url);
