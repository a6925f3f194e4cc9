import { Limited, LookupFailed, Unauthorised } from '../../src/books/errors.js';
import type { HttpRequest, Transport } from '../../src/books/http.js';
import { Connection } from '../../src/companies/connection.entity.js';
import { openTokens } from '../../src/companies/token-vault.js';
import { connectFirst, newTokens, processOn, type Rig, rigOn } from '../companies/rig.js';
import { describeOnDatabases } from '../harness/databases.js';
import { HastyClock } from './hasty-clock.js';

const tokenEndpoint = /token_endpoint/;
const fault = (kind: string, more: object = {}) => ({ kind, match: { path: '/v2/token_endpoint' }, ...more });
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: unknown) => error,
  );

describeOnDatabases('tokens', (open, kind) => {
  async function connected(around?: (transport: Transport) => Transport) {
    const database = await open(new HastyClock());
    const rig = await rigOn({ database, around });
    const company = await connectFirst(rig);
    const books = await rig.companies.books(company);
    const stored = async () => {
      const row = await database.read((rows) => rows.findOneByOrFail(Connection, { id: company.connectionId }));
      return { row, ...openTokens(rig.secrets, row) };
    };
    return { database, rig, company, books, stored };
  }
  const expire = (rig: Rig) => rig.control('POST', 'tokens/expire', {});

  test('refreshed once for all who wait for them', async () => {
    const { rig, books } = await connected();
    await expire(rig);
    await Promise.all(Array.from({ length: 20 }, () => books.company()));
    expect(await rig.asked('POST', tokenEndpoint)).toBe(1);
  });

  test('refreshed once for all processes', async () => {
    const { database, rig, company } = await connected();
    const processes = Array.from({ length: 4 }, () => processOn(rig.baseUrl, { database }));
    const books = await Promise.all(processes.map(({ companies }) => companies.books(company)));
    await Promise.all(books.map((one) => one.company()));
    await expire(rig);
    await Promise.all(books.flatMap((one) => [one.company(), one.company()]));
    expect(await rig.asked('POST', tokenEndpoint)).toBe(1);
  });

  test('what the token endpoint repeats of our secrets is stored nowhere', async () => {
    let sent = '';
    const echo = (send: Transport) => async (request: HttpRequest) => {
      if (!tokenEndpoint.test(request.url)) return send(request);
      sent = request.body ?? '';
      const body = `invalid_grant: you sent ${request.headers.authorization} with ${sent} and ${decodeURIComponent(sent)}`;
      return { status: 400, headers: {}, body };
    };
    const { rig, books, stored } = await connected(echo);
    await expire(rig);
    const words = String(await caught(books.company()));
    const { row } = await stored();
    const refreshToken = new URLSearchParams(sent).get('refresh_token') ?? '';
    expect(refreshToken).not.toBe('');
    expect(row.state).toBe('reconnect');
    expect(row.problem).toMatch(/you sent Basic \[hidden\] with grant_type=refresh_token&refresh_token=\[hidden\]/);
    expect(words + row.problem).not.toContain(refreshToken);
  });

  test('the new pair is stored before it is used', async () => {
    let lookUp: (request: HttpRequest) => Promise<void> = async () => {};
    const { rig, books, stored } = await connected((send) => async (request) => {
      await lookUp(request);
      return send(request);
    });
    await expire(rig);
    const used: (string | undefined)[] = [];
    const kept: (string | undefined)[] = [];
    lookUp = async ({ url, headers }) => {
      if (tokenEndpoint.test(url)) return;
      used.push(headers.authorization?.replace('Bearer ', ''));
      kept.push((await stored()).accessToken);
    };
    await books.company();
    expect(used).toHaveLength(2);
    expect(used[1]).not.toBe(used[0]);
    expect(kept[1]).toBe(used[1]);
  });

  test('refreshed ahead of its expiry, before anything is refused', async () => {
    const { database, rig, company } = await connected();
    const soon = new Date(database.clock.now().getTime() + 60_000);
    await database.work((rows) => rows.update(Connection, { id: company.connectionId }, { accessExpiresAt: soon }));
    const books = await processOn(rig.baseUrl, { database }).companies.books(company);
    await books.company();
    expect(await rig.asked('POST', tokenEndpoint)).toBe(1);
    expect(books.requests).toBe(1);
    await books.company();
    expect(await rig.asked('POST', tokenEndpoint)).toBe(1);
  });

  test('a refresh that never arrived is simply done again', async () => {
    const { rig, books } = await connected();
    await expire(rig);
    await rig.control('POST', 'faults', fault('drop_before'));
    await books.company();
    expect(await rig.asked('POST', tokenEndpoint)).toBe(2);
  });

  test('a lost answer: the old token is tried once more, and then a person must connect again', async () => {
    const { rig, company, books, stored } = await connected();
    await expire(rig);
    await rig.control('POST', 'faults', fault('drop_after'));
    const error = await caught(books.company());
    expect(error).toBeInstanceOf(Unauthorised);
    expect((error as Unauthorised).detail).toContain(company.name);
    expect((error as Unauthorised).todo).toContain('Connect again');
    expect(await rig.asked('POST', tokenEndpoint)).toBe(2);
    expect((await stored()).row.state).toBe('reconnect');
    expect((await rig.companies.find(company.name)).problem).toBe('The connection must be made again.');

    // From then on it is refused at once, without asking the service again.
    expect(await caught(books.company())).toBeInstanceOf(Unauthorised);
    expect(await rig.asked('POST', tokenEndpoint)).toBe(2);

    await rig.connecting.byTokens({ name: company.name, mode: 'auto' }, await newTokens(rig), 'test');
    await books.company();
    expect((await rig.companies.find(company.name)).problem).toBeUndefined();
  });

  test('no answer at all: nothing is lost, and the next caller refreshes', async () => {
    const { rig, books, stored } = await connected();
    await expire(rig);
    await rig.control('POST', 'faults', fault('status', { status: 503, count: 2 }));
    expect(await caught(books.company())).toBeInstanceOf(LookupFailed);
    expect((await stored()).row).toMatchObject({ state: 'working', refreshingBy: null });
    await books.company();
  });

  test("a page with 400 is not the service's refusal: nothing is lost, and the next caller refreshes", async () => {
    const { rig, books, stored } = await connected();
    await expire(rig);
    await rig.control('POST', 'faults', fault('status', { status: 400, count: 2 }));
    expect(await caught(books.company())).toBeInstanceOf(LookupFailed);
    expect((await stored()).row).toMatchObject({ state: 'working', refreshingBy: null });
    await books.company();
  });

  // PostgreSQL measures the wait by its own clock, which a test cannot move.
  if (kind === 'sqlite')
    test('a short 429 of the token endpoint is waited for', async () => {
      const { database, rig, books } = await connected();
      await expire(rig);
      await rig.control('POST', 'faults', fault('rate_limit', { retryAfter: 7 }));
      const before = database.clock.monotonicMs();
      await books.company();
      expect(database.clock.monotonicMs() - before).toBeGreaterThanOrEqual(7_000);
    });

  test('a long 429 of the token endpoint is an error that names it', async () => {
    const { rig, books } = await connected();
    await expire(rig);
    await rig.control('POST', 'faults', fault('rate_limit', { retryAfter: 3000 }));
    expect(await caught(books.company())).toBeInstanceOf(Limited);
  });

  test('a page that asks the token endpoint’s callers to wait until 2099 is obeyed for an hour', async () => {
    const { rig, books, company } = await connected();
    await expire(rig);
    await rig.control('POST', 'faults', fault('rate_limit', { retryAfter: 73 * 365 * 24 * 3600 }));
    expect(await caught(books.company())).toMatchObject({ retryAfterSeconds: 3600 });
    expect((await rig.companies.waiting(company)).map(({ what }) => what)).toEqual(['tokens']);
  });

  test('a token that was refused is not sent again while no other is to be had', async () => {
    const { rig, company, books } = await connected();
    await expire(rig);
    await rig.control('POST', 'faults', fault('rate_limit', { retryAfter: 3000 }));
    expect(await caught(books.company())).toBeInstanceOf(Limited);
    const before = await rig.asked('GET', /company/);
    const later = await rig.companies.books(company);
    expect(await caught(later.company())).toBeInstanceOf(Limited);
    expect(await rig.asked('GET', /company/)).toBe(before);
  });

  test('a process that died while refreshing holds up the others only for a while', async () => {
    const { database, rig, company, books } = await connected();
    await expire(rig);
    const dead = { refreshingBy: 'a dead process', refreshingUntil: new Date(Date.now() + 200) };
    await database.work((rows) => rows.update(Connection, { id: company.connectionId }, dead));
    await books.company();
    expect(await rig.asked('POST', tokenEndpoint)).toBe(1);
  });

  test('wrong client credentials are no reason to connect again', async () => {
    const { database, rig, company, stored } = await connected();
    await expire(rig);
    const env = { ACCOUNTING_CLIENT_SECRET: 'wrong' };
    const books = await processOn(rig.baseUrl, { database, env }).companies.books(company);
    expect(await caught(books.company())).toMatchObject({
      exitCode: 2,
      todo: expect.stringContaining('ACCOUNTING_CLIENT_SECRET'),
    });
    expect((await stored()).row.state).toBe('working');
  });
});
