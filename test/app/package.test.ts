import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runCounterfoil, startCounterfoil } from '../harness/counterfoil.js';
import { secretKey } from '../harness/secret-key.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** The package as a stranger gets it: packed by npm, unpacked in an empty folder beside its declared dependencies. */
let folder: string;
let installed: string;
let bin: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil package ü-'));
  const packed = await npm('pack', '--json', '--pack-destination', folder);
  const [{ filename }] = JSON.parse(packed.slice(packed.indexOf('['))) as [{ filename: string }];
  installed = join(folder, 'node_modules', 'counterfoil');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', join(folder, filename), '-C', installed, '--strip-components=1']);
  await Promise.all(needed().map((path) => link(path)));
  const { bin: bins } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    bin: { counterfoil: string };
  };
  bin = join(installed, bins.counterfoil);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function npm(...args: readonly string[]): Promise<string> {
  const { npm_execpath: path } = process.env;
  const [command, first] = path ? [process.execPath, [path]] : ['npm', []];
  // Without the Node options that Jest needs.
  const env = { ...process.env, NODE_OPTIONS: '' };
  return run(command, [...first, ...args], { cwd: root, env, maxBuffer: 64 * 1024 * 1024 }).then(
    ({ stdout }) => stdout,
  );
}

/** What npm would install with it: everything in the lock file except development dependencies. */
function needed(): readonly string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  return Object.entries(lock.packages)
    .filter(([path, { dev }]) => path.lastIndexOf('node_modules/') === 0 && !dev && existsSync(join(root, path)))
    .map(([path]) => path);
}

async function link(path: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await symlink(join(root, path), join(folder, path));
}

const counterfoil = (args: readonly string[], env: Record<string, string> = {}) =>
  runCounterfoil(args, { bin, cwd: folder, env });

test('it has every file that its texts refer to', async () => {
  const wrong = await counterfoil(['migrate'], { PORT: 'abc' });
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('.env.example')]);
  const { stdout: help } = await counterfoil(['--help']);
  const commands = [...help.matchAll(/^ {2}([a-z-]+) .* {2}/gm)].map(([, name = '']) => name);
  expect(commands).toEqual(expect.arrayContaining(['serve', 'sandbox', 'log']));
  const source = await run('grep', [
    '-rhoE',
    String.raw`(docs/[a-z0-9/-]+\.md|\.env\.example)`,
    join(installed, 'dist'),
  ]);
  const named = [...new Set(`${source.stdout}${wrong.stderr}`.match(/docs\/[a-z0-9/-]+\.md|\.env\.example/g))];
  expect(named).toEqual(expect.arrayContaining(['.env.example', 'docs/sandbox.md']));
  expect(named.filter((name) => !existsSync(join(installed, name)))).toEqual([]);
});

test('it has nothing that only a clone needs', () => {
  for (const path of ['src', 'test', 'scripts', 'dist/.counterfoil-built']) {
    expect([path, existsSync(join(installed, path))]).toEqual([path, false]);
  }
});

test('its commands work: a key, a schema, an accounting service, and the pages with their style', async () => {
  const made = await counterfoil(['key', '--json']);
  expect(made.json<{ key: string }>().key).toMatch(/=$/);
  const migrated = await counterfoil(['migrate', '--json']);
  expect([migrated.code, existsSync(join(folder, 'data', 'counterfoil.db'))]).toEqual([0, true]);

  const sandbox = startCounterfoil(['sandbox', '--port', '0', '--json'], { bin, cwd: folder });
  const service = startCounterfoil(['serve', '--json'], {
    bin,
    cwd: folder,
    env: { PORT: '0', SECRET_KEY: secretKey },
  });
  const { baseUrl } = (await sandbox.firstLine) as { baseUrl: string };
  expect(await statusOf(baseUrl)).toBe(200);
  const { url } = (await service.firstLine) as { url: string };
  const page = await (await fetch(`${url}/sign-in`)).text();
  const parts = [...page.matchAll(/(?:href|src)="(\/[^"]+\.(?:css|js|svg))"/g)].map(([, path = '']) => path);
  expect(parts.length).toBeGreaterThan(1);
  for (const path of parts) expect([path, await statusOf(url + path)]).toEqual([path, 200]);
  expect(await Promise.all([sandbox.end('SIGTERM'), service.end('SIGTERM')])).toEqual([0, 0]);
});

/** Reads the whole answer, which would otherwise keep its connection open. */
async function statusOf(address: string): Promise<number> {
  const answer = await fetch(address);
  await answer.arrayBuffer();
  return answer.status;
}
