import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Client, DEMO_USER, payrollSet, send, standingClock, start, stopAll } from './client.js';

let client: Client;
let clock: ReturnType<typeof standingClock>;
beforeEach(async () => {
  clock = standingClock('2025-11-10T09:00:00.000Z');
  client = await start({ scenario: 'demo', clock: clock.now, limits: false });
});
afterEach(stopAll);

const posting = { method: 'POST', path: '/v2/journal_sets' };
const fault = (body: unknown) => client.control('POST', '/faults', body);
const post = (tag = 'mine') => client.call('POST', '/v2/journal_sets', payrollSet({ tag }, DEMO_USER + 1));
const inBooks = async (tag = 'mine') => (await client.get(`/v2/journal_sets?tag=${tag}`)).json.journal_sets.length;

test('drop before acting: no answer, nothing there', async () => {
  await fault({ kind: 'drop_before', match: posting });
  await expect(post()).rejects.toThrow('fetch failed');
  expect(await inBooks()).toBe(0);
  expect((await post()).status).toBe(201);
});

test('drop after acting: no answer, the set is there', async () => {
  await fault({ kind: 'drop_after', match: posting });
  await expect(post()).rejects.toThrow('fetch failed');
  expect(await inBooks()).toBe(1);
});

test.each<[object, string]>([
  [
    { kind: 'status', statsu: 503 },
    'statsu is not known. A status takes status, acts, body, contentType, retryAfter, kind',
  ],
  [{ kind: 'drop_after', delayMs: 5 }, 'delayMs is not known. A drop_after takes'],
  [
    { kind: 'empty', match: { path: '/v2/users', tag: 'x' } },
    'match.tag is not known. It takes method, path, query, subdomain.',
  ],
  [
    { faults: [{ kind: 'empty' }, { kind: 'garbage', bodys: '' }] },
    'faults.1: bodys is not known. A garbage takes body',
  ],
  [{ faults: [{ kind: 'empty' }], nth: 2 }, 'nth is not known. It takes faults.'],
  [{ kind: 'delay_before', delayMs: 'long' }, 'delayMs must be a number'],
  [{ kind: 'truncate', clean: 'yes' }, 'clean must be true or false'],
  [{ kind: 'empty', count: 'twice' }, 'count must be a number, or "always"'],
])('%j is refused by name: %s', async (sent, words) => {
  const answer = await client.control('POST', '/faults', sent);
  expect([answer.status, answer.json.errors]).toEqual([422, [{ message: expect.stringContaining(words) }]]);
  expect((await client.control('GET', '/faults')).json.faults).toEqual([]);
});

describe('status', () => {
  test.each([
    [{ status: 502 }, 502, 'text/html', '<html>', 0],
    [{ status: 500, acts: true }, 500, 'text/html', '<html>', 1],
    [{ status: 503, body: 'try later' }, 503, 'text/plain', 'try later', 0],
    [{ status: 403, body: { errors: { error: { message: 'No' } } } }, 403, 'application/json', '{"errors"', 0],
    [{ status: 302, body: '', contentType: 'text/x' }, 302, 'text/x', '', 0],
  ])('%j', async (options, status, contentType, body, sets) => {
    await fault({ kind: 'status', match: posting, ...options });
    const answer = await post();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, expect.stringContaining(contentType)]);
    expect(answer.text.startsWith(body)).toBe(true);
    expect(answer.headers.get('location')).toBeNull();
    expect(await inBooks()).toBe(sets);
  });
});

test('delays before and after acting are waited for', async () => {
  const waits: number[] = [];
  const seenWhileWaiting: number[] = [];
  const headers = { authorization: '', 'user-agent': 'test', 'content-type': 'application/json' };
  const other = await start({
    scenario: 'demo',
    limits: false,
    sleep: async (ms) => {
      waits.push(ms);
      const list = await other.sandbox.handle({ method: 'GET', path: '/v2/journal_sets?tag=mine', headers, body: '' });
      seenWhileWaiting.push(JSON.parse(list.body).journal_sets.length);
    },
  });
  headers.authorization = `Bearer ${other.token}`;
  await other.control('POST', '/faults', {
    faults: [
      { kind: 'delay_before', delayMs: 1, match: posting },
      { kind: 'delay_after', delayMs: 2, match: posting },
    ],
  });
  expect((await other.call('POST', '/v2/journal_sets', payrollSet({ tag: 'mine' }, DEMO_USER + 1))).status).toBe(201);
  expect([waits, seenWhileWaiting]).toEqual([
    [1, 2],
    [0, 1],
  ]);
});

describe('a body', () => {
  test('arrives byte by byte', async () => {
    await fault({ kind: 'slow_body', byteMs: 0, match: { path: '/v2/practice' } });
    const answer = await client.get('/v2/practice');
    expect([answer.status, answer.json.errors.error.message]).toEqual([403, expect.any(String)]);
    await fault({ kind: 'slow_body', byteMs: 7, match: { path: '/v2/practice' } });
    const request = { method: 'GET', path: '/v2/practice', headers: { 'user-agent': 'test' }, body: '' };
    expect((await client.sandbox.handle(request)).byteMs).toBe(7);
  });

  test('is cut off, and the connection with it', async () => {
    await fault({ kind: 'truncate', bytes: 10, match: posting });
    await expect(post()).rejects.toThrow('terminated');
    expect(await inBooks()).toBe(1);
  });

  test('is cut off cleanly', async () => {
    await fault({ kind: 'truncate', bytes: 10, clean: true, match: { path: '/v2/comp*' } });
    const response = await fetch(`${client.base}/v2/company`, { headers: { authorization: `Bearer ${client.token}` } });
    expect(await response.text()).toBe('{"company"');
  });

  test.each([
    [{ kind: 'empty' }, ''],
    [{ kind: 'garbage', body: '{"journal_set":' }, '{"journal_set":'],
  ])('is %j, with or without its Location', async (options, body) => {
    await fault({ ...options, match: posting });
    const url = `${client.base}/v2/journal_sets`;
    const headers = { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' };
    const ask = () => fetch(url, { method: 'POST', headers, body: JSON.stringify(payrollSet({}, DEMO_USER + 1)) });
    const answer = await ask();
    expect([answer.status, await answer.text(), answer.headers.has('location')]).toEqual([201, body, true]);
    await fault({ ...options, match: posting, withoutHeaders: ['Location'] });
    expect((await ask()).headers.has('location')).toBe(false);
  });
});

test('a late commit answers 504 and shows later', async () => {
  await fault({ kind: 'late_commit', afterSeconds: 65, match: posting });
  const answer = await post();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([504, expect.stringContaining('text/html')]);
  clock.advance(64);
  expect(await inBooks()).toBe(0);
  clock.advance(1);
  expect(await inBooks()).toBe(1);
  expect((await client.get('/v2/journal_sets?tag=mine')).json.journal_sets[0].updated_at).toBe(
    '2025-11-10T09:01:05.000Z',
  );
});

test('new records hide from lists for a while, not from their own address', async () => {
  await fault({ kind: 'hide_new', seconds: 30, match: { method: 'GET', path: '/v2/journal_sets' } });
  const { json } = await post();
  expect(await inBooks()).toBe(0);
  const list = await client.get('/v2/journal_sets');
  expect(list.headers.get('x-total-count')).toBe(String(list.json.journal_sets.length));
  expect((await client.get(new URL(json.journal_set.url).pathname)).status).toBe(200);
  clock.advance(30);
  expect(await inBooks()).toBe(1);
});

test('only the tag filter may lag', async () => {
  await fault({ kind: 'hide_new', seconds: 30, match: { path: '/v2/journal_sets', query: 'tag=' } });
  await post();
  expect(await inBooks()).toBe(0);
  expect(
    (await client.get('/v2/journal_sets?from_date=2025-10-31')).json.journal_sets.map(
      (set: { tag?: string }) => set.tag,
    ),
  ).toContain('mine');
});

describe('429', () => {
  test.each([
    [{ retryAfter: 7 }, '7'],
    [{ retryAfter: null }, null],
  ])('%j, also from the token endpoint', async (options, retryAfter) => {
    await fault({ kind: 'rate_limit', ...options, count: 2 });
    for (const path of ['/v2/company', '/v2/token_endpoint']) {
      const answer = await send(`${client.base}${path}`, 'POST', {}, {});
      expect([answer.status, answer.headers.get('retry-after'), answer.text]).toEqual([
        429,
        retryAfter,
        'Rate limit exceeded',
      ]);
    }
    expect((await client.get('/v2/company')).status).toBe(200);
  });
});

test('a token expires just before it is used', async () => {
  await fault({ kind: 'expire_token', match: posting });
  expect((await client.get('/v2/company')).status).toBe(200);
  expect((await post()).status).toBe(401);
  expect(await client.control('POST', '/tokens/expire')).toMatchObject({ status: 200 });
});

test('when the refresh answer is lost, the token is used up', async () => {
  await fault({ kind: 'drop_after', match: { path: '/v2/token_endpoint' } });
  const { refreshToken } = client.sandbox.credentials().companies[0]!;
  const parameters = {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: 'sandbox-client',
    client_secret: 'sandbox-secret',
  };
  const refresh = () => send(`${client.base}/v2/token_endpoint`, 'POST', parameters, {});
  await expect(refresh()).rejects.toThrow('fetch failed');
  expect((await refresh()).json.error).toBe('invalid_grant');
});

test('a total may be wrong', async () => {
  await fault({ kind: 'miscount', by: 2, match: { path: '/v2/users' } });
  const answer = await client.get('/v2/users');
  expect(Number(answer.headers.get('x-total-count'))).toBe(answer.json.users.length + 2);
});

describe('a fault', () => {
  const statuses = async (times: number) => {
    const seen: number[] = [];
    for (let i = 0; i < times; i += 1) seen.push((await client.get('/v2/company')).status);
    return seen;
  };

  test('acts from the nth match, a given number of times', async () => {
    await fault({ kind: 'status', status: 500, nth: 2, count: 2, match: { path: '/v2/company' } });
    expect(await statuses(4)).toEqual([200, 500, 500, 200]);
  });

  test('acts for a given number of seconds of the sandbox clock', async () => {
    await fault({ kind: 'status', status: 403, forSeconds: 1_800, match: { path: '/v2/company' } });
    expect(await statuses(3)).toEqual([403, 403, 403]);
    clock.advance(1_800);
    expect(await statuses(1)).toEqual([200]);
  });

  test('may be for one client, is listed with what it did, and removed', async () => {
    await fault({ kind: 'status', status: 500, count: 'always', match: { subdomain: 'elsewhere' } });
    const { json } = await fault({ kind: 'status', status: 500, count: 'always' });
    expect(await statuses(1)).toEqual([500]);
    const listed = (await client.control('GET', '/faults')).json.faults;
    expect(listed.map(({ acted }: { acted: number }) => acted)).toEqual([0, 1]);
    await client.control('DELETE', `/faults/${json.faults[0].id}`);
    expect(await statuses(1)).toEqual([200]);
    await client.control('DELETE', '/faults');
    expect((await client.control('GET', '/faults')).json).toEqual({ faults: [] });
  });

  test('of an unknown kind is refused', async () => {
    expect((await fault({ kind: 'gremlin' })).status).toBe(422);
    expect((await fault({ kind: 'status', nth: 'x' })).status).toBe(422);
  });
});

test('a request that is sent again is acted on twice, and the second answer comes back', async () => {
  await fault({ kind: 'repeat', match: posting });
  const { url } = (await post()).json.journal_set;
  const { journal_sets: sets } = (await client.get('/v2/journal_sets?tag=mine')).json;
  expect(sets.map((set: { url: string }) => set.url)).toEqual([expect.not.stringContaining(url), url]);
});
