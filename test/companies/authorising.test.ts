import { Authorising } from '../../src/companies/authorising.js';
import { ConnectionRequest } from '../../src/companies/connection-request.entity.js';
import { Problem } from '../../src/ground/problem.js';
import { HastyClock } from '../books/hasty-clock.js';
import { describeOnDatabases } from '../harness/databases.js';
import { rigOn } from './rig.js';

const publicUrl = 'https://counterfoil.example';
const details = { name: 'Ash Ltd', mode: 'approve' as const };
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: unknown) => error,
  );

describeOnDatabases('authorising in a browser', (open) => {
  async function begun() {
    const clock = new HastyClock();
    const database = await open(clock);
    const rig = await rigOn({ database });
    const authorising = new Authorising(database, rig.connections, rig.connecting, rig.secrets, { publicUrl });
    const { authorizeUrl } = await authorising.begin(details, 'anna');
    /** The query with which the service sends the browser back. */
    const decide = async (decision: 'approve' | 'deny') => {
      const { pathname, searchParams } = new URL(authorizeUrl);
      const answer = await fetch(`${rig.baseUrl}${pathname}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `${searchParams}&decision=${decision}`,
      });
      const back = new URL(answer.headers.get('location') ?? '');
      expect(back.origin + back.pathname).toBe(`${publicUrl}/connect/callback`);
      return Object.fromEntries(back.searchParams) as { state: string; code?: string; error?: string };
    };
    return { clock, database, rig, authorising, authorizeUrl, decide };
  }

  test('approved: the company is connected with the settings given at the start', async () => {
    const { authorising, decide } = await begun();
    const added: (readonly [string, string])[] = [];
    const connected = await authorising.finish(await decide('approve'), async (_em, { id }, actor) => {
      added.push([id, actor]);
    });
    if (connected.kind !== 'company') throw new Error('A company was expected.');
    expect(connected).toMatchObject({ created: true, company: { name: 'Ash Ltd', policy: { mode: 'approve' } } });
    expect(added).toEqual([[connected.company.id, 'anna']]);
  });

  test('the address carries a state and a PKCE challenge, and the database holds neither in clear', async () => {
    const { database, authorizeUrl } = await begun();
    const { searchParams } = new URL(authorizeUrl);
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    expect(searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(searchParams.get('state')).toMatch(/^[\w-]{43}$/);
    const stored = JSON.stringify(await database.read((rows) => rows.find(ConnectionRequest)));
    expect(stored).not.toContain(searchParams.get('state'));
    expect(stored).toMatch(/"verifier":"v1\./);
  });

  test('a callback works once', async () => {
    const { authorising, decide } = await begun();
    const callback = await decide('approve');
    await authorising.finish(callback);
    expect(await caught(authorising.finish(callback))).toMatchObject({
      title: 'This authorisation was not begun here',
    });
  });

  test('two callbacks at once: one of them connects', async () => {
    const { authorising, decide } = await begun();
    const callback = await decide('approve');
    const outcomes = await Promise.allSettled([authorising.finish(callback), authorising.finish(callback)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('an unknown state, and one that is too old', async () => {
    const { clock, authorising, decide } = await begun();
    expect(await caught(authorising.finish({ state: 'made up', code: 'x' }))).toMatchObject({ status: 400 });
    const callback = await decide('approve');
    await clock.sleep(31 * 60_000);
    expect(await caught(authorising.finish(callback))).toMatchObject({ status: 400 });
  });

  test('denied: nothing is connected, and the answer says so', async () => {
    const { rig, authorising, decide } = await begun();
    const error = await caught(authorising.finish(await decide('deny')));
    expect(error).toBeInstanceOf(Problem);
    expect((error as Problem).detail).toBe('Ash Ltd: access_denied.');
    expect(await caught(rig.companies.find('Ash Ltd'))).toMatchObject({ status: 404 });
  });
});
