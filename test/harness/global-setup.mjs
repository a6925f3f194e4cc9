import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from './postgres.mjs';

/** One PostgreSQL server and one folder for the whole run; each test takes databases of its own, copied from templates. */
export default async function globalSetup() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-run-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.env.TEST_RUN_FOLDER = folder;
  const server = await startPostgres();
  process.env.TEST_POSTGRES_URL = server.url;
  globalThis.stopPostgres = server.stop;
}
