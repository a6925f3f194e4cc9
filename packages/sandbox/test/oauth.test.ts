import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Client, send, standingClock, start, stopAll } from './client.js';

afterEach(stopAll);

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const basic = { authorization: `Basic ${Buffer.from('sandbox-client:sandbox-secret').toString('base64')}` };
const redirect = 'http://127.0.0.1:9/back';

async function approve(client: Client, decision: string, more: Record<string, string> = {}): Promise<URL> {
  const body = new URLSearchParams({
    ...more,
    response_type: 'code',
    client_id: 'sandbox-client',
    redirect_uri: redirect,
    state: 's 1',
    decision,
  });
  const answer = await send(`${client.base}/v2/approve_app`, 'POST', body.toString(), form);
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get('location')!);
}

function token(
  client: Client,
  parameters: Record<string, string>,
  headers: Record<string, string> = { ...form, ...basic },
) {
  return send(`${client.base}/v2/token_endpoint`, 'POST', new URLSearchParams(parameters).toString(), headers);
}

const refreshOf = (client: Client) => client.sandbox.credentials().companies[0]!.refreshToken;

describe('authorisation', () => {
  test('the page asks, with Approve and Deny', async () => {
    const client = await start({ scenario: 'demo' });
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: 'sandbox-client',
      redirect_uri: redirect,
      state: '"><b>',
    });
    const answer = await send(`${client.base}/v2/approve_app?${query}`, 'GET', undefined, {});
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('>Approve<');
    expect(answer.text).toContain('>Deny<');
    expect(answer.text).not.toContain('"><b>');
  });

  test('for an unknown application no one is redirected', async () => {
    const client = await start({ scenario: 'demo' });
    const query = new URLSearchParams({ response_type: 'code', client_id: 'other', redirect_uri: redirect });
    const answer = await send(`${client.base}/v2/approve_app?${query}`, 'GET', undefined, {});
    expect(answer.status).toBe(401);
  });

  test.each([
    ['S256', createHash('sha256').update('a-long-verifier').digest('base64url')],
    ['plain', 'a-long-verifier'],
  ])(
    'a code asked for with a %s challenge needs its verifier (PKCE)',
    async (code_challenge_method, code_challenge) => {
      const client = await start({ scenario: 'demo' });
      const exchange = async (verifier: Record<string, string>) => {
        const back = await approve(client, 'approve', { code_challenge, code_challenge_method });
        const code = back.searchParams.get('code')!;
        return token(client, { grant_type: 'authorization_code', code, redirect_uri: redirect, ...verifier });
      };
      for (const wrong of [{}, { code_verifier: 'another' }]) {
        const refused = await exchange(wrong as Record<string, string>);
        expect([refused.status, refused.json.error]).toEqual([400, 'invalid_grant']);
      }
      expect((await exchange({ code_verifier: 'a-long-verifier' })).status).toBe(200);
    },
  );

  test('a code is exchanged once, for the same redirect_uri', async () => {
    const client = await start({ scenario: 'demo' });
    const back = await approve(client, 'approve');
    expect(back.searchParams.get('state')).toBe('s 1');
    const code = back.searchParams.get('code')!;
    const first = await token(client, { grant_type: 'authorization_code', code, redirect_uri: redirect });
    expect(first.status).toBe(200);
    expect(first.json).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 3600,
      refresh_token: expect.any(String),
      refresh_token_expires_in: expect.any(Number),
    });
    const me = await client.get('/v2/users/me', { authorization: `Bearer ${first.json.access_token}` });
    expect(me.json.user.first_name).toBe('Harriet');
    const again = await token(client, { grant_type: 'authorization_code', code, redirect_uri: redirect });
    expect([again.status, again.json.error]).toEqual([400, 'invalid_grant']);
    const other = (await approve(client, 'approve')).searchParams.get('code')!;
    const elsewhere = await token(client, {
      grant_type: 'authorization_code',
      code: other,
      redirect_uri: 'http://else.test/',
    });
    expect([elsewhere.status, elsewhere.json.error]).toEqual([400, 'invalid_grant']);
  });

  test('a denial comes back as access_denied', async () => {
    const client = await start({ scenario: 'demo' });
    const back = await approve(client, 'deny');
    expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual(['access_denied', null]);
  });
});

describe('the token endpoint', () => {
  test('a refresh rotates the refresh token; the used one is refused', async () => {
    const client = await start({ scenario: 'demo' });
    const used = refreshOf(client);
    const answer = await token(client, { grant_type: 'refresh_token', refresh_token: used });
    expect(answer.status).toBe(200);
    expect(answer.json.refresh_token).not.toBe(used);
    const again = await token(client, { grant_type: 'refresh_token', refresh_token: used });
    expect([again.status, again.json.error]).toEqual([400, 'invalid_grant']);
    const next = await token(client, { grant_type: 'refresh_token', refresh_token: answer.json.refresh_token });
    expect(next.status).toBe(200);
  });

  test.each(['form', 'query', 'json'])('takes the client in the %s', async (way) => {
    const client = await start({ scenario: 'demo' });
    const parameters = {
      grant_type: 'refresh_token',
      refresh_token: refreshOf(client),
      client_id: 'sandbox-client',
      client_secret: 'sandbox-secret',
    };
    const url = `${client.base}/v2/token_endpoint`;
    const answer =
      way === 'form'
        ? await token(client, parameters, form)
        : way === 'query'
          ? await send(`${url}?${new URLSearchParams(parameters)}`, 'POST', undefined, {})
          : await send(url, 'POST', parameters, {});
    expect(answer.status).toBe(200);
  });

  test('a wrong client is refused, and uses up nothing', async () => {
    const client = await start({ scenario: 'demo' });
    const wrong = { ...form, authorization: `Basic ${Buffer.from('sandbox-client:no').toString('base64')}` };
    const answer = await token(client, { grant_type: 'refresh_token', refresh_token: refreshOf(client) }, wrong);
    expect(answer.status).toBe(401);
    expect(answer.text).toContain('HTTP Basic: Access denied.');
    expect((await token(client, { grant_type: 'refresh_token', refresh_token: refreshOf(client) })).status).toBe(200);
  });

  test('fifteen refreshes a minute, then 429 until the minute ends', async () => {
    const clock = standingClock('2025-11-10T09:00:12.000Z');
    const client = await start({ scenario: 'demo', clock: clock.now });
    let refreshToken = refreshOf(client);
    for (let i = 0; i < 15; i += 1) {
      const answer = await token(client, { grant_type: 'refresh_token', refresh_token: refreshToken });
      expect(answer.status).toBe(200);
      refreshToken = answer.json.refresh_token;
    }
    const limited = await token(client, { grant_type: 'refresh_token', refresh_token: refreshToken });
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '48']);
    expect(limited.text).toContain('15 requests per 60 seconds');
    clock.advance(48);
    expect((await token(client, { grant_type: 'refresh_token', refresh_token: refreshToken })).status).toBe(200);
  });
});

describe('access tokens', () => {
  test.each([undefined, 'Bearer no one', 'Basic abc'])('%s is not recognised', async (authorization) => {
    const client = await start({ scenario: 'demo' });
    const answer = await client.get('/v2/company', { authorization });
    expect([answer.status, answer.json]).toEqual([
      401,
      { errors: { error: { message: 'Access token not recognised' } } },
    ]);
  });

  test('a token lasts an hour of the sandbox clock', async () => {
    const clock = standingClock('2025-11-10T09:00:00.000Z');
    const client = await start({ scenario: 'demo', clock: clock.now });
    clock.advance(3_599);
    expect((await client.get('/v2/company')).status).toBe(200);
    clock.advance(1);
    expect((await client.get('/v2/company')).status).toBe(401);
  });
});

describe('what live services may do', () => {
  const refresh = (client: Client, headers?: Record<string, string>) =>
    token(client, { grant_type: 'refresh_token', refresh_token: refreshOf(client) }, headers);

  test('a refresh token works once', async () => {
    const client = await start({ scenario: 'demo' });
    const first = await refresh(client);
    expect([first.status, first.json.refresh_token === refreshOf(client)]).toEqual([200, false]);
    expect((await refresh(client)).status).toBe(400);
  });

  test('with keepRefreshTokens it works at every run, and stays the same', async () => {
    const client = await start({ scenario: 'demo', keepRefreshTokens: true });
    const answers = [await refresh(client), await refresh(client)];
    expect(answers.map(({ json }) => json.refresh_token)).toEqual([refreshOf(client), refreshOf(client)]);
    const tokens = answers.map(({ json }) => String(json.access_token));
    expect(new Set(tokens).size).toBe(2);
    for (const one of tokens)
      expect((await client.get('/v2/company', { authorization: `Bearer ${one}` })).status).toBe(200);
  });

  test.each([
    [false, 400, 400],
    [true, 200, 400],
  ])('tokensWithoutUserAgent %s: a refresh %i, a read %i', async (tokensWithoutUserAgent, refreshed, read) => {
    const { sandbox } = await start({ scenario: 'demo', tokensWithoutUserAgent });
    const { accessToken, refreshToken } = sandbox.credentials().companies[0]!;
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString();
    const asked = { method: 'POST', path: '/v2/token_endpoint', headers: { ...form, ...basic }, body };
    expect((await sandbox.handle(asked)).status).toBe(refreshed);
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await sandbox.handle({ method: 'GET', path: '/v2/company', headers, body: '' })).status).toBe(read);
  });
});
