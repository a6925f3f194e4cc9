import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/ground/clock.js';
import { openSecrets } from '../../src/ground/config.js';
import { Database } from '../../src/ground/database.js';

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe('files on the disk are only for their owner', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'counterfoil-files-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function opened(path: string): Promise<string[]> {
    const database = await Database.open({ databaseUrl: `sqlite:${path}` }, systemClock, {
      entities: [],
      migrations: [],
    });
    await database.work((rows) => rows.query('CREATE TABLE IF NOT EXISTS t (a)'));
    const modes = await Promise.all([path, `${path}-wal`, `${path}-shm`].map(modeOf));
    await database.close();
    return modes;
  }

  it.each([0o000, 0o022, 0o077])('with a umask of %o', async (umask) => {
    const before = process.umask(umask);
    try {
      expect(await opened(join(folder, 'data', 'deep', 'c.db'))).toEqual(['600', '600', '600']);
      expect(await Promise.all([join(folder, 'data'), join(folder, 'data', 'deep')].map(modeOf))).toEqual([
        '700',
        '700',
      ]);
    } finally {
      process.umask(before);
    }
  });

  it('even those that an older release left open; a folder that existed keeps its mode', async () => {
    const path = join(folder, 'c.db');
    await opened(path);
    await chmod(path, 0o644);
    await chmod(folder, 0o755);
    expect(await opened(path)).toEqual(['600', '600', '600']);
    expect(await modeOf(folder)).toBe('755');
  });

  it('and a .env that others can read gets a warning', async () => {
    expect(openSecrets(folder)).toBeUndefined();
    const file = join(folder, '.env');
    await writeFile(file, 'SECRET_KEY=x\n', { mode: 0o600 });
    expect(openSecrets(folder)).toBeUndefined();
    await chmod(file, 0o640);
    expect(openSecrets(folder)).toBe(`Others on this machine can read ${file}. Close it to them: chmod 600 .env`);
  });
});
