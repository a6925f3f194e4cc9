import { startPostgres } from './postgres.mjs';

/** One PostgreSQL server for the whole run; each test takes databases of its own on it. */
export default async function globalSetup() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  const server = await startPostgres();
  process.env.TEST_POSTGRES_URL = server.url;
  globalThis.stopPostgres = server.stop;
}
