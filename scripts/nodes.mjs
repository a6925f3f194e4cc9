// npm run nodes [-- 22 24] [-- PATH …]: runs the tests (or those of the paths given) on each Node that we support,
// taken from the npm package `node`, on a copy of this clone in a temporary folder. Nothing of this machine's Node is
// used.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { root } from './ready.mjs';

const nodes = ['20.19', '22', '24'];
const bytesMax = 256 * 1024 * 1024;

const asked = process.argv.slice(2);
const chosen = nodes.filter((node) => asked.includes(node));
const tests = asked.filter((word) => !nodes.includes(word));

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-nodes-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

const lines = [];
for (const node of chosen.length > 0 ? chosen : nodes) {
  console.error(`Node ${node}: fetching it, and copying this clone ...`);
  const { home, version } = fetchNode(node);
  const startedAt = Date.now();
  const { ok, last } = testOn(home, copyOfClone(node));
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
  lines.push(
    `${ok ? 'ok     ' : 'FAILED '} Node ${version}  ${last} (${minutes} minutes, installing and building included)`,
  );
  if (!ok) process.exitCode = 1;
}
console.log(lines.join('\n'));

/** The folder that holds its bin/ and include/. */
function fetchNode(node) {
  const at = join(folder, `node-${node}`);
  mkdirSync(at);
  writeFileSync(join(at, 'package.json'), '{}');
  must('npm', ['install', '--no-audit', '--no-fund', '--foreground-scripts', `node@${node}`], { cwd: at });
  const bin = realpathSync(join(at, 'node_modules', 'node', 'bin', 'node'));
  const version = must(bin, ['--version'], { cwd: at }).trim();
  // The package `node` copies or links its binary from the platform's package, which has the headers too.
  const platform = `node-${process.platform}-${process.arch}`;
  const [home] = [
    join(at, 'node_modules', 'node', 'node_modules', platform),
    join(at, 'node_modules', platform),
  ].filter((path) => spawnSync(join(path, 'bin', 'node'), ['--version']).status === 0);
  if (home === undefined) throw new Error(`The package node@${node} brought no ${platform}.`);
  return { home, version };
}

/** Copies what git tracks or would track: no node_modules, no dist. */
function copyOfClone(node) {
  const copy = join(folder, `clone-${node}`);
  const listed = must('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const path of listed.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    copyFileSync(join(root, path), join(copy, path));
  }
  return copy;
}

function testOn(home, copy) {
  const env = { ...process.env, PATH: join(home, 'bin') + delimiter + process.env.PATH };
  // Compiles native modules for the Node that runs them, not for this machine's.
  env.npm_config_nodedir = home;
  delete env.npm_execpath;
  delete env.npm_node_execpath;
  const { status, stdout } = spawnSync(join(home, 'bin', 'node'), [join(copy, 'scripts', 'test.mjs'), ...tests], {
    cwd: copy,
    env,
    encoding: 'utf8',
    maxBuffer: bytesMax,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  rmSync(copy, { recursive: true, force: true });
  return { ok: status === 0, last: stdout.trim().split('\n').at(-1) };
}

function must(command, args, options) {
  const done = spawnSync(command, args, { ...options, encoding: 'utf8', maxBuffer: bytesMax });
  if (done.status === 0) return done.stdout;
  console.error(`${done.stdout ?? ''}${done.stderr ?? ''}${done.error?.message ?? ''}`);
  throw new Error(`${command} ${args.join(' ')} failed; its words stand above.`);
}
