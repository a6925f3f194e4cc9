import { startPostgres } from './postgres.mjs';

/** One PostgreSQL server for the whole run; each test takes databases of its own on it. */
export default async function globalSetup() {
  const server = await startPostgres();
  process.env.TEST_POSTGRES_URL = server.url;
  globalThis.stopPostgres = server.stop;
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => void server.stop().finally(() => process.exit(1)));
  }
}
