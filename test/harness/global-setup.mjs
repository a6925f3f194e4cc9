import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresForWhoAsks } from './postgres-asked.mjs';

/** One folder for the whole run, and one PostgreSQL server from the first test that asks for it; each test takes databases of its own, copied from templates. */
export default async function globalSetup() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-run-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.env.TEST_RUN_FOLDER = folder;
  const postgres = await postgresForWhoAsks();
  process.env.TEST_POSTGRES_ASK = postgres.address;
  globalThis.stopPostgres = postgres.stop;
}
