import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/ground/clock.js';
import { Fact, writeFact } from '../../src/ground/facts.js';
import { WriteAheadLog } from '../../src/ground/write-ahead-log.js';
import { freshUrl } from '../harness/databases.js';
import { openDatabase } from '../../src/app/open-database.js';

describe('what SQLite has committed', () => {
  let path: string;
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'counterfoil-wal-'));
    path = join(folder, 'test.db');
    await writeFile(`${path}-wal`, '');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('is written to the disk once for all who wait; who comes meanwhile waits for the next time', async () => {
    const begun: (() => void)[] = [];
    const beginning: ((end: () => void) => void)[] = [];
    const wal = new WriteAheadLog(path, () => new Promise((end) => (beginning.shift() ?? begun.push.bind(begun))(end)));
    const begins = () => new Promise<() => void>((resolve) => beginning.push(resolve));

    const first = begins();
    const early = [wal.flush(), wal.flush()];
    const endFirst = await first;
    const second = begins();
    const late = [wal.flush(), wal.flush()];
    endFirst();
    await Promise.all(early);
    (await second)();
    await Promise.all(late);
    expect(begun).toEqual([]);
    await wal.close();
  });

  test('a failure goes to those who waited, and the next one tries again', async () => {
    let full = true;
    const wal = new WriteAheadLog(path, async () => {
      if (full) throw new Error('the disk is full');
    });
    await expect(wal.flush()).rejects.toThrow('the disk is full');
    full = false;
    await expect(wal.flush()).resolves.toBeUndefined();
    await wal.close();
  });

  test('a unit of work ends only after that, unless nothing in it needs to be durable', async () => {
    const real = openDatabase({ databaseUrl: await freshUrl('sqlite') }, systemClock);
    const db = await real;
    await db.migrate();
    const write = (value: string, options?: { durable: boolean }) =>
      db.work((rows) => writeFact(rows, 'name', value), options);
    const { flush } = WriteAheadLog.prototype;
    WriteAheadLog.prototype.flush = () => Promise.reject(new Error('the disk is full'));
    try {
      await expect(write('1', { durable: false })).resolves.toBeUndefined();
      await expect(write('2')).rejects.toThrow('the disk is full');
      await expect(db.work(() => write('3'), { durable: false })).rejects.toThrow('the disk is full');
    } finally {
      WriteAheadLog.prototype.flush = flush;
    }
    await write('4');
    expect(await db.read((rows) => rows.findOneBy(Fact, { name: 'name' }))).toMatchObject({ value: '4' });
    await db.close();
  });
});
