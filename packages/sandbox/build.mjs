// npm run build, npm pack: one file of all that the package exports, the command beside it, and the types. The tools are
// those of the repository's root.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { binOf, install } from '../../scripts/ready.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const source = join(here, 'src');
const dist = join(here, 'dist');

// The types it writes name those of its packages, which are for development.
await install('build', 'check');
const { build } = createRequire(join(here, '..', '..', 'tools', 'build', 'package.json'))('esbuild');
rmSync(dist, { recursive: true, force: true });
await bundle('index.ts', []);
// The command has nothing of its own but its options and words.
await bundle('main.ts', ['./index.js']);
emitTypes();

function bundle(entry, external) {
  return build({
    entryPoints: [join(source, entry)],
    outdir: dist,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['zod', 'fast-xml-parser', ...external],
    logLevel: 'warning',
  });
}

/** Of all the declarations those that `index.d.ts` leads to. */
function emitTypes() {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-types-'));
  const options = ['--declaration', '--emitDeclarationOnly', '--noEmit', 'false', '--rootDir', source];
  const places = ['--project', join(here, 'tsconfig.json'), '--outDir', folder];
  const { status } = spawnSync(binOf('program', 'tsc'), [...places, ...options], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  for (const path of ledTo(join(folder, 'index.d.ts'))) cpSync(path, join(dist, 'types', path.slice(folder.length)));
  rmSync(folder, { recursive: true });
}

function ledTo(path, known = new Set()) {
  if (known.has(path)) return known;
  known.add(path);
  for (const [, to] of readFileSync(path, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)\.js'/g))
    ledTo(join(dirname(path), `${to}.d.ts`), known);
  return known;
}
