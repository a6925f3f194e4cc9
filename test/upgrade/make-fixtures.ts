/**
 * Databases as this release leaves them, with a client in every state, written to test/upgrade/1.0.0/: the next release
 * is tried on them. Run after `npm run build`:
 *   node --import ./test/harness/from-source.mjs test/upgrade/make-fixtures.ts
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { DataSource } from 'typeorm';
import { connectionOptions } from '../../src/ground/data-source.js';
import type { JournalSetJson } from './fixture.js';
import { changed, type Client, clients, envFor, type Meddle, serve, type Service } from './practice.js';

const bin = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
const folder = fileURLToPath(new URL('./1.0.0/', import.meta.url));
const isPost = (request: Parameters<Meddle>[0]) => request.method === 'POST' && request.path === '/v2/journal_sets';

async function run(env: Record<string, string>, args: readonly string[], onStart?: (kill: () => void) => void) {
  const child = spawn(process.execPath, [bin, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    cwd: tmpdir(),
  });
  onStart?.(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code, output };
}

async function make(kind: 'sqlite' | 'postgres', databaseUrl: string): Promise<void> {
  const service = await serve();
  const env = { ...envFor(service, databaseUrl), REQUEST_DEADLINE_SECONDS: '3', LEASE_SECONDS: '4' };
  const old = async (...args: string[]) => {
    const { code, output } = await run(env, args);
    console.log(args.slice(0, 4).join(' '), code, code === 0 || code === 3 ? '' : output);
  };
  const { accessToken, refreshToken } = await service.tokens();
  const tokens = ['--access-token', accessToken, '--refresh-token', refreshToken];
  await old('connect', '--name', 'Practice', '--practice', ...tokens, '--json');
  await old('clients', 'import', '--mode', 'auto', '--post-from', '2025-10-01', '--json');
  for (const client of ['found', 'ready'] as const)
    await old('policy', client, '--set', 'mode=approve', '--reason', 'fixture');
  const about = (client: Client) => [client, '2026', '6', '--reason', 'fixture'];
  const sync = (client: Client) => old('sync', '--company', client, '--json');
  const once1 = (fits: (request: Parameters<Meddle>[0]) => boolean, meddle: Meddle) => {
    service.meddle = async (request, act) => {
      if (!fits(request)) return act();
      service.meddle = (_request, pass) => pass();
      return meddle(request, act);
    };
  };
  for (const client of [
    'posted',
    'ready',
    'held',
    'changed',
    'amending',
    'edited',
    'reversed',
    'ignored',
    'nothing',
    'not-filed',
    'reversing',
  ] as const)
    await sync(client);

  await sync('found');
  once1(isPost, async (_request, act) => void (await act()));
  await old('post', ...about('found'));
  await sync('found');

  once1(isPost, async () => undefined);
  await sync('doubted');
  for (const [client, acts] of [
    ['killed-acted', true],
    ['killed-idle', false],
  ] as const) {
    let kill = () => {};
    once1(isPost, async (_request, act) => {
      if (acts) await act();
      kill();
      return undefined;
    });
    await run(env, ['sync', '--company', client, '--json'], (killing) => (kill = killing));
  }
  await service.control('PUT', 'companies/refused/lock', { from: '2025-10-01', to: '2025-10-31' });
  await sync('refused');
  for (const client of changed) {
    await service.changePay(client);
    await old('sync', '--company', client, '--full', '--json');
  }
  once1(
    ({ method }) => method === 'PUT',
    async () => undefined,
  );
  await old('amend', ...about('amending'));
  once1(isPost, async (_request, act) => void (await act()));
  await old('reverse', ...about('reversing'));
  await old('reverse', ...about('reversed'));
  await old('ignore', ...about('ignored'));
  const [set] = (await setsOf(service, 'edited')).slice(-1);
  await service.control('PUT', `companies/edited/journal_sets/${set?.id}`, {
    journal_set: { description: 'By hand', dated_on: '2025-10-30' },
  });
  await old('rerun', ...about('edited'));
  await old('runs', '--json');

  const books = Object.fromEntries(
    await Promise.all(clients.map(async (client) => [client, await setsOf(service, client)])),
  );
  await service.close();
  const rows = await dump(databaseUrl);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${kind}.json.gz`), gzipSync(JSON.stringify({ rows, books }), { level: 9 }));
}

async function setsOf(service: Service, client: Client): Promise<readonly JournalSetJson[]> {
  const headers = {
    authorization: `Bearer ${(await service.tokens()).accessToken}`,
    'user-agent': 'a',
    'x-subdomain': client,
  };
  const { body } = await service.sandbox.handle({
    method: 'GET',
    path: '/v2/journal_sets?per_page=100',
    headers,
    body: '',
  });
  const { journal_sets: sets } = JSON.parse(body) as { journal_sets: JournalSetJson[] };
  return sets.map((set) => ({ ...set, id: Number(/(\d+)$/.exec(set.url)?.[1]) })).sort((a, b) => a.id - b.id);
}

/** All our tables, row by row, without those of the queue. */
async function dump(url: string): Promise<Record<string, readonly object[]>> {
  const source = await new DataSource(connectionOptions(url)).initialize();
  const names = await source.query<{ name: string }[]>(
    source.options.type === 'postgres'
      ? `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`
      : `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
  );
  const rows: Record<string, readonly object[]> = {};
  for (const { name } of names)
    rows[name] = await source.query(`SELECT * FROM "${name}"${name === 'log' ? ' ORDER BY id' : ''}`);
  await source.destroy();
  return rows;
}

const scratch = mkdtempSync(join(tmpdir(), 'counterfoil-fixtures-'));
await make('sqlite', `sqlite:${join(scratch, 'old.db')}`);
const { startPostgres } = (await import('../harness/postgres.mjs' as string)) as {
  startPostgres(): Promise<{ url: string; stop(): Promise<void> }>;
};
const server = await startPostgres();
await make('postgres', server.url);
await server.stop();
process.exit(0);
