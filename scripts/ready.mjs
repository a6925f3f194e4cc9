// Makes a clone ready to run, doing only what is missing. Uses only what comes with Node, because nothing is installed
// yet.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { during } from './during.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

const oldestNode = [20, 19];
/** Each is installed apart, by a lock file of its own: the demo waits neither for checkers nor for a browser. */
const places = {
  program: '.',
  build: 'tools/build',
  check: 'tools/check',
  test: 'tools/test',
  client: 'tools/client',
  mutation: 'tools/mutation',
};
/** Where files import what tests need: a package is looked for in the folders above the file that imports it. */
const testFolders = ['test', 'packages'];
const builtStamp = join(root, 'dist', '.counterfoil-built');
/** What a package has besides: its own build and its tests do not make the program another. */
const notBuilt = /node_modules|^packages[/\\][^/\\]+[/\\](dist|test)[/\\]/;
const buildInputs = [
  'src',
  'packages',
  'migrations',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'nest-cli.json',
  'tools/build/package-lock.json',
  'scripts/build.mjs',
];

/**
 * Installs the program's packages and those of the tools that are named, where node_modules differs from its lock file or
 * was made for another Node. Of the program nothing is compiled: SQLite alone takes a minute of one processor when its
 * binary cannot be downloaded, and neither checks nor build need it.
 */
export async function install(...names) {
  refuseOldNode();
  const developing = names.some((name) => name !== 'build');
  // What builds is run afterwards, and for that compiled.
  if (names.includes('build') && !isCompiled())
    console.error(
      'The first time, SQLite is fetched, or compiled where no binary can be: a minute or two more, once. What goes on is shown.',
    );
  await Promise.all([unpack('program', developing), ...names.map((name) => unpack(name))]);
  if (names.includes('test')) linkTestPackages();
}

/** For a build by hand, with the program's packages installed in a way of their own, as for an image. */
export const installBuild = () => unpack('build');

async function unpack(name, developing = true) {
  const place = places[name];
  const lock = hashOf([join(place, 'package-lock.json')]);
  const made = stampIn(place);
  const isForThisNode = made?.node === process.versions.modules;
  if (isForThisNode && made.lock === lock && (made.developing || !developing)) return;
  const now = { lock, node: process.versions.modules, developing: developing || made?.developing === true };
  const compiled = made ? made.compiled : name !== 'program' || isCompiled();
  // No stamp means that npm was run by hand, which we take to be with this Node.
  if ((isForThisNode || !made) && matchesLock(place, now)) return note(place, { ...now, compiled });
  const words = `Installing the packages of ${join(place, 'package-lock.json')}`;
  // Said either way: NODE_ENV=production would leave out what the build needs.
  const which = now.developing ? '--include=dev' : '--omit=dev';
  // First only what is missing: from nothing, everything would be compiled anew.
  if (isForThisNode) {
    const scripts = compiled ? [] : ['--ignore-scripts'];
    await during(words, npm(place, 'install', '--no-save', which, ...scripts), unpackedShare(place, now));
    if (matchesLock(place, now)) return note(place, { ...now, compiled });
  }
  const scripts = name === 'program' ? ['--ignore-scripts'] : [];
  await during(words, npm(place, 'ci', which, ...scripts), unpackedShare(place, now));
  note(place, { ...now, compiled: name !== 'program' });
}

/** Compiles what is to be compiled of the program, which install has left out. */
export async function compile() {
  const made = stampIn(places.program);
  if (made.compiled) return;
  // What runs meanwhile is started by these links.
  await during('Fetching or compiling SQLite', npm(places.program, 'rebuild', '--no-bin-links'));
  note(places.program, { ...made, compiled: true });
}

/** Builds when a source has changed since dist was built. */
export async function build() {
  const wanted = hashOf(buildInputs);
  if (read(builtStamp) === wanted) return;
  await during('Building', npm(places.program, 'run', '--silent', 'build'));
  stamp(builtStamp, wanted);
}

/** The program of a package, such as biome of `check`. */
export const binOf = (name, bin) => join(root, places[name], 'node_modules', '.bin', bin);

function linkTestPackages() {
  const packages = join(root, places.test, 'node_modules');
  for (const folder of testFolders.map((name) => join(root, name)).filter((path) => existsSync(path))) {
    const link = join(folder, 'node_modules');
    if (existsSync(link)) continue;
    // A clone that was moved may hold a link that leads nowhere.
    rmSync(link, { force: true });
    symlinkSync(relative(folder, packages), link, 'junction');
  }
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

/** Whether npm's record of what it installed agrees with the lock file. */
function matchesLock(place, { developing }) {
  const record = read(join(root, place, 'node_modules', '.package-lock.json'));
  if (!record) return false;
  const { packages: installed } = JSON.parse(record);
  return lockedIn(place, developing).every(
    ([path, { version, optional }]) => (optional && !installed[path]) || installed[path]?.version === version,
  );
}

/** Tells how many of the packages lie there, from 0 to 1. */
function unpackedShare(place, { developing }) {
  const needed = lockedIn(place, developing).filter(([, { optional }]) => !optional);
  return () => needed.filter(([path]) => existsSync(join(root, place, path, 'package.json'))).length / needed.length;
}

function lockedIn(place, developing) {
  const { packages } = JSON.parse(read(join(root, place, 'package-lock.json')));
  return Object.entries(packages).filter(([path, { dev }]) => path !== '' && (developing || !dev));
}

const stampOf = (place) => join(root, place, 'node_modules', '.counterfoil-installed');

/** What was installed there: of which lock file, for which Node, with what is for development, compiled or not yet. */
function stampIn(place) {
  const text = read(stampOf(place));
  // Releases before 27 November 2026 wrote a line of words: as if npm had been run by hand.
  return text?.startsWith('{') ? JSON.parse(text) : undefined;
}

const note = (place, installed) => stamp(stampOf(place), JSON.stringify(installed));

const npms = new Set();

function npm(place, ...args) {
  // Prefers the npm that runs this script: there may be none on the PATH.
  const { npm_execpath: path } = process.env;
  const [command, first] = path ? [process.execPath, [path]] : ['npm', []];
  const child = spawn(command, [...first, ...args, '--no-audit', '--no-fund'], {
    cwd: join(root, place),
    // SQLite and its binding are two files: compiled at once, where there are processors for both.
    env: { JOBS: 'max', ...process.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  npms.add(child);
  // Ctrl-C reaches npm too, which puts back what it began: without this we would end first, and leave it running.
  const wait = () => undefined;
  process.once('SIGINT', wait);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
  return new Promise((resolve) => {
    child.once('error', (error) => failed(error.message));
    child.once('close', (status) => {
      npms.delete(child);
      process.off('SIGINT', wait);
      if (status === 0) resolve();
      else failed('');
    });
    function failed(why) {
      for (const other of npms) other.kill('SIGINT');
      // npm's output is shown only when it fails: its warnings are of no use to someone who only wants to run this.
      console.error(`\n${output}${why}\nnpm ${args.join(' ')} failed; its words stand above.`);
      process.exit(1);
    }
  });
}

function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.filter((path) => existsSync(join(root, path))).flatMap(filesOf))
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
    .filter((name) => !notBuilt.test(name))
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
