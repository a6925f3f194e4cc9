// Makes a clone ready to run, doing only what is missing. Uses only what comes with Node, because nothing is installed
// yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const oldestNode = [20, 19];
const outputBytesMax = 64 * 1024 * 1024;
const installedStamp = join(root, 'node_modules', '.counterfoil-installed');
const builtStamp = join(root, 'dist', '.counterfoil-built');
const buildInputs = [
  'src',
  'migrations',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'nest-cli.json',
  'scripts/bundle.mjs',
];

/**
 * Installs when node_modules differs from package-lock.json, or was made for another Node. With `compiles: false` what
 * has to be compiled is left to the next call: SQLite alone takes a minute of one processor when its binary cannot be
 * downloaded, and the checks do not need it.
 */
export function install({ compiles = true } = {}) {
  refuseOldNode();
  const madeFor = ` for Node ABI ${process.versions.modules}`;
  const wanted = hashOf(['package-lock.json']) + madeFor;
  const unpacked = `unpacked ${wanted}`;
  const made = read(installedStamp);
  if (made === wanted) return;
  if (made !== unpacked) {
    // No stamp means that npm was run by hand, which we take to be with this Node.
    const isWhole = made === undefined ? isCompiled() : !made.startsWith('unpacked ') && made.endsWith(madeFor);
    if (isWhole && matchesLock()) return stamp(installedStamp, wanted);
    console.error('Installing the packages of package-lock.json (a minute or two) ...');
    // First only what is missing: from nothing, everything would be compiled anew.
    const onlyWhatIsMissing = made !== undefined && isWhole;
    if (onlyWhatIsMissing) npm('install', '--no-save', '--no-audit', '--no-fund');
    if (onlyWhatIsMissing && matchesLock()) return stamp(installedStamp, wanted);
    npm('ci', '--ignore-scripts', '--no-audit', '--no-fund');
    stamp(installedStamp, unpacked);
  }
  if (!compiles) return;
  // The checks that run meanwhile are started by these links.
  npm('rebuild', '--no-bin-links');
  stamp(installedStamp, wanted);
}

/** Builds when a source has changed since dist was built. */
export function build() {
  const wanted = hashOf(buildInputs);
  if (read(builtStamp) === wanted) return;
  console.error('Building ...');
  npm('run', '--silent', 'build');
  stamp(builtStamp, wanted);
}

/** SQLite's is the one package that has to be. */
const isCompiled = () =>
  existsSync(join(root, 'node_modules', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node'));

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestNode;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  console.error(`Counterfoil needs Node ${oldestNode.join('.')} or later; this is ${process.versions.node}.`);
  process.exit(2);
}

/** After an npm run by hand: whether npm's record of what it installed agrees with the lock file. */
function matchesLock() {
  const note = read(join(root, 'node_modules', '.package-lock.json'));
  if (!note) return false;
  const { packages: installed } = JSON.parse(note);
  const { packages: locked } = JSON.parse(read(join(root, 'package-lock.json')));
  return Object.entries(locked).every(([path, { version, optional }]) => {
    if (path === '' || (optional && !installed[path])) return true;
    return installed[path]?.version === version;
  });
}

function npm(...args) {
  // Prefers the npm that runs this script: there may be none on the PATH.
  const { npm_execpath: path } = process.env;
  const [command, first] = path ? [process.execPath, [path]] : ['npm', []];
  const output = { encoding: 'utf8', maxBuffer: outputBytesMax, stdio: ['ignore', 'pipe', 'pipe'] };
  // Ctrl-C reaches npm too, which puts back what it began: without this we would end first, and leave it running.
  process.once('SIGINT', () => undefined);
  const { status, error, stdout, stderr } = spawnSync(command, [...first, ...args], { cwd: root, ...output });
  if (status === 0) return;
  // npm's output is shown only when it fails: its warnings are of no use to somebody who only wants to run this.
  console.error(
    `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}\nnpm ${args.join(' ')} failed; its words stand above.`,
  );
  process.exit(1);
}

function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesOf))
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

function filesOf(path) {
  if (path.includes('.')) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length))
    .sort();
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** A new file each time: where clones share packages by hard links, one must not stamp for another. */
function stamp(path, text) {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}
