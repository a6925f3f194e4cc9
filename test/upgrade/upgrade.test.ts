import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { describeOnDatabases, freshUrl } from '../harness/databases.js';
import { runHere } from '../harness/here.js';
import { load, readFixture, restoreBooks } from './fixture.js';
import { changed, type Client, envFor, serve, type Service } from './practice.js';

interface Run {
  readonly company: string;
  readonly state: string;
  readonly journalSet?: string | null;
}

let service: Service;
beforeEach(async () => {
  service = await serve();
});
afterEach(() => service.close());

/** This release on the database of one, and the books as that left them. */
async function upgraded(kind: 'sqlite' | 'postgres') {
  const fixture = readFixture(kind);
  const url = await freshUrl(kind);
  await load(url, fixture);
  await restoreBooks(service, fixture);
  for (const client of changed) await service.changePay(client);
  const env = envFor(service, url);
  const run = (...args: string[]) => runHere(args, { env });
  const { accessToken, refreshToken } = await service.tokens();
  const tokens = ['--access-token', accessToken, '--refresh-token', refreshToken];
  const connected = await run('connect', '--name', 'Practice', '--practice', ...tokens, '--json');
  if (connected.code !== 0) throw new Error(connected.stdout);
  const states = async () => {
    const runs = (await run('runs', '--json')).json<readonly Run[]>();
    return Object.fromEntries(runs.map(({ company, state }) => [company, state])) as Partial<Record<Client, string>>;
  };
  const sent = () => service.requests.filter(({ line }) => /^(POST|PUT|DELETE) \/v2\/journal_sets/.test(line));
  return { run, states, sent };
}

describeOnDatabases('a database of release 1.0.0', (_open, kind) => {
  it('is upgraded: what was posted stays posted, nothing turns changed, and nothing is sent', async () => {
    const { run, states, sent } = await upgraded(kind);
    const before = await states();
    const synced = await run('sync', '--json');
    expect(synced.code).toBe(3);
    // Its reversal is found, and the replacement that the reviewer asked for is posted once, and nothing else.
    const asked = [{ client: 'reversing', line: 'POST /v2/journal_sets' }];
    expect(sent()).toEqual(asked);
    const after = await states();
    expect(after).toEqual({
      ...before,
      // Settled by a look: it had been sent before the process died.
      'killed-acted': 'posted',
      'killed-idle': 'in_doubt',
      reversing: 'posted',
    });
    expect(after).toMatchObject({
      ...{ posted: 'posted', found: 'posted', changed: 'changed', ignored: 'ignored', ready: 'ready', held: 'held' },
      ...{ edited: 'drift', refused: 'refused', doubted: 'in_doubt', amending: 'in_doubt' },
    });
    // With every period read again, today's mapping of the same documents changes nothing.
    await run('sync', '--full', '--json');
    expect(await states()).toEqual(after);
    expect(sent()).toEqual(asked);
    expect((await run('log', 'verify', '--json')).json()).toEqual({ items: [] });
  }, 120_000);

  it('posts nothing again for a decision whose set had been found', async () => {
    const { run, states, sent } = await upgraded(kind);
    await service.control('DELETE', 'companies/found/journal_sets/1000001');
    await run('verify', '--company', 'found', '--json');
    await run('sync', '--company', 'found', '--json');
    expect(await states()).toMatchObject({ found: 'drift' });
    expect(sent()).toEqual([]);
  }, 120_000);
});
