// npm run build: translates (types are what `npm run check` looks at), then joins what a command loads, ours and the
// packages', into a few files. To open and compile 1,500 modules took half of the time in which a command starts. Nothing
// is minified: a stack stays readable.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { binOf, installBuild, root } from './ready.mjs';

/** What Nest's own command goes by too: where the sources are, which of them is started, how they are translated. */
const { sourceRoot, entryFile, compilerOptions } = JSON.parse(readFileSync(join(root, 'nest-cli.json'), 'utf8'));
const compiled = join(root, 'dist', sourceRoot);
const assets = join('doors', 'review', 'frame', 'assets');

const leftInNodeModules = [
  // They read files of their own, are compiled for one machine, or start threads by the path of a file.
  ...['better-sqlite3', 'better-sqlite3-v13', 'fontkit', 'pdfkit', 'pino', 'pino-pretty'],
  // Decorators need it before anything else runs, an order that files joined anew do not keep.
  'reflect-metadata',
];

await installBuild();
const { build } = createRequire(join(root, 'tools', 'build', 'package.json'))('esbuild');
rmSync(join(root, 'dist'), { recursive: true, force: true });
const { status } = spawnSync(binOf('program', 'tsc'), ['-p', compilerOptions.tsConfigPath], {
  cwd: root,
  stdio: 'inherit',
});
if (status !== 0) process.exit(1);

const { outputFiles } = await build({
  // A thread is started by the path of its file.
  entryPoints: [
    join(root, 'dist', `${entryFile}.js`),
    ...['app/file-thread.js', 'payrolls/files/reader-thread.js'].map((path) => join(compiled, path)),
  ],
  outdir: compiled,
  write: false,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // TypeORM and Nest know a class by its name.
  keepNames: true,
  external: leftInNodeModules,
  // Packages written for CommonJS call it.
  banner: {
    js: `import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);`,
  },
  plugins: [
    { name: 'not-installed', setup: leaveWhatIsNotInstalled },
    { name: 'own-place', setup: keepOwnPlace },
    { name: 'other-databases', setup: leaveOtherDatabases },
  ],
  logLevel: 'warning',
});
// Of packages, which the bundler reads as they are, the translation is of no use.
for (const folder of [compiled, join(root, 'dist', 'packages')]) rmSync(folder, { recursive: true, force: true });
cpSync(join(root, sourceRoot, assets), join(compiled, assets), { recursive: true });
for (const { path, contents } of outputFiles) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}
writeFileSync(join(compiled, 'commands.json'), JSON.stringify(commandsShown()));

/** How `--help` shows each command, which main.ts reads again: what the commands' files declare, without opening them. */
function commandsShown() {
  const { status, stdout } = spawnSync(process.execPath, [join(compiled, 'main.js'), '--help'], { encoding: 'utf8' });
  const [before = ''] = stdout.split('\nExamples:');
  const lines = [...before.matchAll(/^ {2}(([a-z][a-z-]*)\b.*?) {2,}(.+)$/gm)];
  if (status !== 0 || lines.length === 0) throw new Error(`--help names no command: ${stdout}`);
  return Object.fromEntries(lines.map(([, usage, name, description]) => [name, [usage, description]]));
}

/**
 * Nest and TypeORM name packages that only some programs have, and live without them. Ours has not what only Jest brings
 * either: with it or without, the same is built.
 */
function leaveWhatIsNotInstalled(bundle) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const isForDevelopment = (path) => {
    const [folder] = /^node_modules\/(@[^/]+\/)?[^/]+/.exec(relative(root, path).split(sep).join('/')) ?? [];
    return packages[folder]?.dev === true;
  };
  bundle.onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...from }) => {
    if (pluginData === 'asked') return undefined;
    const found = await bundle.resolve(path, { ...from, pluginData: 'asked' });
    return found.errors.length > 0 || isForDevelopment(found.path) ? { path, external: true } : found;
  });
}

/** A file of ours that looks for what lies beside it goes on doing so from where it was compiled. */
function keepOwnPlace(bundle) {
  bundle.onLoad({ filter: /dist[/\\]src[/\\].*\.js$/ }, ({ path }) => {
    const place = `./${relative(compiled, path).split(sep).join('/')}`;
    const own = `new URL(${JSON.stringify(place)}, import.meta.url).href`;
    return { contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', own) };
  });
}

/** TypeORM loads its code for all databases, whichever is used: a megabyte for those that are not ours. */
function leaveOtherDatabases(bundle) {
  const used = /[/\\](better-sqlite3|postgres|sqlite-abstract)[/\\]/;
  bundle.onLoad({ filter: /typeorm[/\\]driver[/\\][\w-]+[/\\]\w+(Driver|QueryRunner)\.js$/ }, ({ path }) =>
    used.test(path) ? undefined : { contents: 'module.exports = {};' },
  );
}
