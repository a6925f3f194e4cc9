import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { postgresForWhoAsks } from './postgres-asked.mjs';

const run = promisify(execFile);
const harness = new URL('./postgres.mjs', import.meta.url).href;

test('PostgreSQL starts where the temporary folder is private, also for root, who must start it as another user', async () => {
  // mkdtemp makes folders that only their owner may enter.
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-private-'));
  const script = `import { startPostgres } from '${harness}';
    const server = await startPostgres();
    console.log(server.url);
    await server.stop();`;
  const env = { ...process.env, TMPDIR: folder };
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { env });
  expect(stdout).toMatch(/^postgres:\/\/counterfoil@127\.0\.0\.1:\d+\/postgres\n$/);
  await rm(folder, { recursive: true });
});

test('one server is started for all who ask, when the first asks, and none if no one does', async () => {
  const happened: string[] = [];
  const start = async () => {
    happened.push('started');
    return { url: 'postgres://here', stop: async () => void happened.push('stopped') };
  };
  const unasked = await postgresForWhoAsks(start);
  await unasked.stop();
  expect(happened).toEqual([]);

  const postgres = await postgresForWhoAsks(start);
  const answers = await Promise.all([1, 2, 3].map(async () => (await fetch(postgres.address)).text()));
  expect(answers).toEqual(Array(3).fill('postgres://here'));
  await postgres.stop();
  expect(happened).toEqual(['started', 'stopped']);
});

test('who asks for a server that does not start is told why', async () => {
  const broken = await postgresForWhoAsks(() => Promise.reject(new Error('no room')));
  const answer = await fetch(broken.address);
  expect([answer.status, await answer.text()]).toEqual([500, 'Error: no room']);
  await broken.stop();
});
