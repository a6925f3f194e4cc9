// npm run build, npm pack: all that the package exports in one file, for import and for require; the command, and the
// types of both. In its repository the tools are those of the root; a copy of this folder alone installs its own.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const source = join(here, 'src');
const dist = join(here, 'dist');
const root = join(here, '..', '..');

const { build, tsc } = await tools();
rmSync(dist, { recursive: true, force: true });
await bundle({ entry: 'index.ts', format: 'esm' });
await bundle({ entry: 'index.ts', format: 'cjs', outExtension: { '.js': '.cjs' } });
await bundle({ entry: 'main.ts', format: 'esm', plugins: [{ name: 'exported', setup: leaveWhatIsExported }] });
emitTypes();

async function tools() {
  if (existsSync(join(root, 'tools', 'build', 'package.json'))) {
    const { install } = await import('../../scripts/ready.mjs');
    // The types it writes name those of its packages, which are for development.
    await install('build', 'check');
    return toolsIn(join(root, 'tools', 'build'), root);
  }
  if (['esbuild', 'typescript', 'zod'].some((name) => !existsSync(join(here, 'node_modules', name)))) {
    const { npm_execpath: npm } = process.env;
    const quietly = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--silent', '--ignore-scripts'];
    // `npm pack --dry-run` and NODE_ENV=production would else leave out what is needed here.
    const args = ['install', '--include=dev', '--dry-run=false', ...quietly];
    const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
    // What it says must not be taken for the answer of `npm pack`.
    const { status } = spawnSync(command, [...first, ...args], { cwd: here, stdio: ['ignore', 2, 2] });
    if (status !== 0) process.exit(1);
  }
  return toolsIn(here, here);
}

function toolsIn(esbuildFolder, typescriptFolder) {
  return {
    build: createRequire(join(esbuildFolder, 'package.json'))('esbuild').build,
    tsc: createRequire(join(typescriptFolder, 'package.json')).resolve('typescript/bin/tsc'),
  };
}

function bundle({ entry, ...options }) {
  return build({
    entryPoints: [join(source, entry)],
    outdir: dist,
    bundle: true,
    platform: 'node',
    target: 'node20',
    external: ['zod', 'fast-xml-parser'],
    logLevel: 'warning',
    ...options,
  });
}

/** The command is made of what the package exports, which lies in a file of its own. */
function leaveWhatIsExported(bundling) {
  bundling.onResolve({ filter: /\/index\.js$/ }, () => ({ path: './index.js', external: true }));
}

/** Of all the declarations those that `index.d.ts` leads to, for import; the same for require, which names them `.cts`. */
function emitTypes() {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-types-'));
  const options = ['--declaration', '--emitDeclarationOnly', '--noEmit', 'false', '--rootDir', source];
  const places = ['--project', join(here, 'tsconfig.json'), '--outDir', folder];
  const { status } = spawnSync(process.execPath, [tsc, ...places, ...options], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  for (const path of ledTo(join(folder, 'index.d.ts'))) {
    const to = join(dist, 'types', path.slice(folder.length));
    mkdirSync(dirname(to), { recursive: true });
    cpSync(path, to);
    const forRequire = readFileSync(path, 'utf8').replaceAll(/((?:from|import\()\s*'\.[^']+)\.js'/g, "$1.cjs'");
    writeFileSync(to.replace(/\.d\.ts$/, '.d.cts'), forRequire);
  }
  rmSync(folder, { recursive: true });
}

function ledTo(path, known = new Set()) {
  if (known.has(path)) return known;
  known.add(path);
  for (const [, to] of readFileSync(path, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)\.js'/g))
    ledTo(join(dirname(path), `${to}.d.ts`), known);
  return known;
}
