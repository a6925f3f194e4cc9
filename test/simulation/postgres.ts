import { randomUUID } from 'node:crypto';
import { openDatabase } from '../../src/app/open-database.js';
import type { Database } from '../../src/ground/database.js';
import { copyPostgres } from '../harness/templates.js';
import type { Databases } from './new-database.js';
import type { MachineClock } from './virtual-time.js';

/**
 * Histories on a PostgreSQL server, where each process has connections of its own and waits for the locks of others. What
 * comes first there is the server's choice, so a seed does not replay. No time of the history passes while it works, and
 * its clock is the history's: with its own, nothing would ever settle.
 */
export async function onPostgres(act: (databases: Databases) => Promise<void>): Promise<void> {
  const harness = new URL('../harness/postgres.mjs', import.meta.url).href;
  const { startPostgres } = (await import(harness)) as {
    startPostgres(): Promise<{ url: string; stop(): Promise<void> }>;
  };
  const server = await startPostgres();
  try {
    await act({
      open: async (clock) => {
        const name = `history_${randomUUID().replaceAll('-', '')}`;
        await copyPostgres(server.url, name);
        const url = new URL(server.url);
        url.pathname = `/${name}`;
        return connected(url.href, clock);
      },
      again: ({ url }, clock) => connected(url, clock),
    });
  } finally {
    await server.stop();
  }
}

async function connected(databaseUrl: string, clock: MachineClock): Promise<Database> {
  const database = await openDatabase({ databaseUrl }, clock, { outlivesPowerCuts: false });
  const [work, read] = [database.work.bind(database), database.read.bind(database)];
  return Object.assign(database, {
    work: ((rows, options) => clock.time.whileBusy(() => work(rows, options))) as Database['work'],
    read: ((rows) => clock.time.whileBusy(() => read(rows))) as Database['read'],
    now: async () => clock.now(),
  });
}
