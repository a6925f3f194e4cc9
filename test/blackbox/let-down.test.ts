import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { runCounterfoil } from '../harness/counterfoil.js';
import { describeOnDatabases } from '../harness/databases.js';
import { boundByModes } from '../harness/rights.js';
import { Box, dayAgo, expectOneSetEach } from './books.js';

interface Printed {
  readonly error?: { readonly title: string; readonly detail: string; readonly todo: string };
}
const isToken = (path: string) => path.startsWith('/v2/token_endpoint');

describeOnDatabases('tokens', (_open, kind) => {
  it('that expire are refreshed; if the new pair is lost, a person connects again and nothing is posted twice', async () => {
    const box = await Box.open(kind, { paidOn: [dayAgo(10), dayAgo(40)] });
    await box.connect();

    // The answer is lost before the service rotated the token: the old one is tried once more.
    await box.control('POST', '/tokens/expire', {});
    let lost = 0;
    box.meddle = async ({ path }, act) => (isToken(path) && lost++ === 0 ? undefined : act());
    const [first] = box.due;
    const { year, period } = /:(?<year>\d+)-(?<period>\d+):/.exec(first ?? '')?.groups ?? {};
    const one = ['--year', year ?? '', '--period', String(Number(period))];
    expect(await box.sync(...one)).toMatchObject({ code: 0, counts: { posted: 1, errors: [] } });

    // The answer is lost after the rotation, in the middle of a sync.
    await box.control('POST', '/tokens/expire', {});
    lost = 0;
    box.meddle = async ({ path }, act) => {
      const answer = await act();
      return isToken(path) && lost++ === 0 ? undefined : answer;
    };
    const refused = await box.sync();
    expect([refused.code === 0, refused.counts.errors]).toEqual([false, ['The connection must be made again']]);
    box.meddle = (_request, act) => act();
    expect((await box.sync()).counts.errors).toEqual(['The connection must be made again']);
    await box.authorise();
    await expectOneSetEach(box);
  });
});

describe('a database that cannot be written', () => {
  it('is reported in words, and nothing is posted (SQLite, read-only)', async () => {
    const box = await Box.open('sqlite');
    await box.connect();
    const file = (box.env.DATABASE_URL ?? '').slice('sqlite:'.length);
    const folder = dirname(file);
    await chmod(folder, 0o555);
    await chmod(file, 0o444);
    const done = await runCounterfoil(['sync', '--json'], { env: box.env, cwd: folder, ...boundByModes() });
    expect([done.code, done.json<Printed>().error?.detail]).toEqual([1, 'The database is read-only.']);
    expect(done.stderr).not.toMatch(/\n\s+at /);
    expect(await box.tags()).toEqual([]);
    await chmod(folder, 0o755);
    await chmod(file, 0o644);
    await expectOneSetEach(box);
  });

  it('is reported in words, and nothing is posted (PostgreSQL, read-only)', async () => {
    const box = await Box.open('postgres');
    await box.connect();
    const set = (to: 'on' | 'off') => onServer(box, `SET default_transaction_read_only = ${to}`);
    await set('on');
    const done = await box.run('sync', '--json');
    expect([done.code, done.json<Printed>().error?.detail]).toEqual([1, 'The database is read-only.']);
    expect(await box.tags()).toEqual([]);
    await set('off');
    await expectOneSetEach(box);
  });

  it('that fills up in the middle of a sync leaves each set once, and recorded afterwards', async () => {
    const box = await Box.open('sqlite', { clients: 6 });
    await box.connect();
    const file = (box.env.DATABASE_URL ?? '').slice('sqlite:'.length);
    const kilobytes = Math.ceil(((await stat(file)).size + spareBytes) / 1024);
    const folder = await mkdtemp(join(tmpdir(), 'counterfoil-full-'));
    // A limit on file size stands for a full disk; the signal that comes with it is ignored.
    const via = ['bash', '-c', `trap "" XFSZ; ulimit -f ${kilobytes}; exec "$@"`, 'bash'];
    const done = await runCounterfoil(['sync', '--json'], { env: box.env, cwd: folder, via });
    await rm(folder, { recursive: true });
    expect([1, 3]).toContain(done.code);
    expect(done.stderr).not.toMatch(/\n\s+at /);
    await expectOneSetEach(box);
  });
});

/** Room for the first writes of a sync, but not for all. */
const spareBytes = 40 * 1024;

async function onServer(box: Box, sql: string): Promise<void> {
  const url = box.env.DATABASE_URL ?? '';
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SET default_transaction_read_only = off');
    await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} ${sql}`);
  } finally {
    await client.end();
  }
}
