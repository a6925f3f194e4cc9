import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A script, style or picture, in memory. Its address has the content's hash, so that browsers may keep it for ever. */
interface Asset {
  readonly path: string;
  readonly type: string;
  readonly content: Buffer;
}

const hashCharacters = 12;
const require = createRequire(import.meta.url);

const own = (name: string) => readFileSync(new URL(`./assets/${name}`, import.meta.url));
const installed = (name: string) => readFileSync(require.resolve(name));

function asset(name: string, type: string, parts: readonly Buffer[]): Asset {
  const content = Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')]));
  const version = hash('sha256', content, 'hex').slice(0, hashCharacters);
  return { path: `/assets/${version}/${name}`, type, content };
}

export const assets = {
  style: asset('counterfoil.css', 'text/css; charset=utf-8', [
    installed('@picocss/pico/css/pico.min.css'),
    own('tokens.css'),
    own('counterfoil.css'),
    own('print.css'),
  ]),
  script: asset('counterfoil.js', 'text/javascript; charset=utf-8', [own('counterfoil.js'), own('keys.js')]),
  htmx: asset('htmx.js', 'text/javascript; charset=utf-8', [installed('htmx.org/dist/htmx.min.js')]),
  mark: asset('mark.svg', 'image/svg+xml', [own('mark.svg')]),
} as const;

export function assetAt(path: string): Asset | undefined {
  return Object.values(assets).find((one) => one.path === path);
}
