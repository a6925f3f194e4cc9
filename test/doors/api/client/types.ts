import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const maker = join(root, 'tools', 'client', 'node_modules', 'openapi-typescript', 'bin', 'cli.js');
const kept = fileURLToPath(new URL('api.d.ts', import.meta.url));

/** The types that a generator makes of the document, as anyone would run it. */
export function typesMadeOf(document: object): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [maker], {
    input: JSON.stringify(document),
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
    maxBuffer: 1e8,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** The types that the client is compiled with. */
export const typesKept = (): string => (existsSync(kept) ? readFileSync(kept, 'utf8') : '');

export const keepTypes = (types: string): void => writeFileSync(kept, types);
