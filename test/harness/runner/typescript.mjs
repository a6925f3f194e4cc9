// Node's own loader with two additions: our TypeScript is translated by swc (and kept, so that the next process need
// not), and `@jest/globals` is what the runner made global.
import { transformSync, version } from '@swc/core';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { swcOptions } from './swc-options.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const cache = join(root, 'node_modules', '.cache', 'counterfoil-swc');
const globals = new URL('globals.mjs', import.meta.url).href;
const salt = `${version} ${JSON.stringify(swcOptions)}`;
mkdirSync(cache, { recursive: true });

export async function resolve(specifier, context, nextResolve) {
  if (specifier === '@jest/globals') return { url: globals, shortCircuit: true };
  const isOurs = /^\.{1,2}\/.*\.js$/.test(specifier) && !context.parentURL?.includes('/node_modules/');
  if (isOurs) {
    const stem = new URL(specifier, context.parentURL).href.slice(0, -'js'.length);
    for (const ending of ['ts', 'tsx']) {
      if (existsSync(fileURLToPath(stem + ending))) return { url: stem + ending, format: 'module', shortCircuit: true };
    }
  }
  return nextResolve(specifier, context);
}

export async function load(url, context, nextLoad) {
  if (!/\.tsx?(\?.*)?$/.test(url)) return nextLoad(url, context);
  return { format: 'module', source: translated(fileURLToPath(url)), shortCircuit: true };
}

function translated(path) {
  const source = readFileSync(path, 'utf8');
  const kept = join(cache, `${createHash('sha256').update(`${salt}\0${path}\0${source}`).digest('hex')}.js`);
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  const { code } = transformSync(source, { ...swcOptions, filename: path, sourceMaps: 'inline' });
  // Other processes translate the same file at the same moment.
  const fresh = `${kept}.${randomUUID()}`;
  writeFileSync(fresh, code);
  renameSync(fresh, kept);
  return code;
}
