import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

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
