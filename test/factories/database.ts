import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, systemClock } from '../../src/ground/clock.js';
import { Database } from '../../src/ground/database.js';
import { copySqlite, openCopy } from '../harness/templates.js';

export interface TempDatabase {
  readonly database: Database;
  readonly url: string;
  remove(): Promise<void>;
}

/** An empty database with today's schema, in a folder of its own. */
export async function tempDatabase(clock: Clock = systemClock): Promise<TempDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-test-'));
  const path = join(folder, 'test.db');
  await copySqlite(path);
  const url = `sqlite:${path}`;
  const database = await openCopy(url, clock);
  return {
    database,
    url,
    async remove() {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
