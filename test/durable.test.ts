import { readdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemClock } from '../src/clock.js';
import { Fact, writeFact } from '../src/facts.js';
import { Database } from '../src/database.js';
import { WriteAheadLog } from '../src/write-ahead-log.js';
import { freshUrl } from './harness/databases.js';

describe('what SQLite has committed', () => {
  test('is brought to the disk once for all who wait; who comes while that goes on waits for the next', async () => {
    const done: string[] = [];
    const ends: (() => void)[] = [];
    const wal = new WriteAheadLog('/data/counterfoil.db', async (path) => {
      await new Promise<void>((resolve) => ends.push(resolve));
      done.push(path);
    });
    const first = [wal.flush(), wal.flush()];
    await new Promise(setImmediate);
    const late = [wal.flush(), wal.flush()];
    ends.shift()?.();
    await new Promise(setImmediate);
    ends.shift()?.();
    await Promise.all(first);
    expect(done).toEqual(['/data/counterfoil.db-wal', '/data']);
    await new Promise(setImmediate);
    expect(ends).toHaveLength(1);
    ends.shift()?.();
    await Promise.all(late);
    expect(done).toEqual(['/data/counterfoil.db-wal', '/data', '/data/counterfoil.db-wal']);
  });

  test('one that fails is told to those who waited, and the next tries again', async () => {
    let full = true;
    const wal = new WriteAheadLog('x', async () => {
      if (full) throw new Error('the disk is full');
    });
    await expect(wal.flush()).rejects.toThrow('the disk is full');
    full = false;
    await expect(wal.flush()).resolves.toBeUndefined();
  });

  test('a unit of work ends only then, unless none of its parts need be there', async () => {
    const databaseUrl = await freshUrl('sqlite');
    const db = await Database.open({ databaseUrl }, systemClock);
    await db.migrate();
    const path = databaseUrl.slice('sqlite:'.length);
    expect(await readdir(dirname(path))).toContain('test.db-wal');
    // Nothing can be brought to a disk that has no such file any more.
    await rm(`${path}-wal`);
    const write = (options?: { durable: boolean }) => db.work((em) => writeFact(em, 'name', 'value'), options);
    await expect(write({ durable: false })).resolves.toBeUndefined();
    await expect(write()).rejects.toThrow('test.db-wal');
    await expect(db.work(() => write(), { durable: false })).rejects.toThrow('test.db-wal');
    expect(await db.read((em) => em.countBy(Fact, { name: 'name' }))).toBe(1);
    await db.close();
  });
});
