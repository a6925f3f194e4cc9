import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveHere } from '../../browser/running.js';
import { runHere } from '../../harness/here.js';
import { secretKey } from '../../harness/secret-key.js';

interface PrintedToken {
  readonly name: string;
  readonly role: string;
  readonly pay: boolean;
  readonly companies?: readonly string[];
  readonly token?: string;
  readonly lastUsedAt?: string;
  readonly revokedAt?: string;
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-access-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a token and a sign-in link are made at a terminal, used once or often, listed and revoked', async () => {
  const env = {
    DATABASE_URL: `sqlite:${join(folder, 'counterfoil.db')}`,
    SECRET_KEY: secretKey,
    PORT: '0',
    PUBLIC_URL: 'http://127.0.0.1:3999',
    LOG_LEVEL: 'silent',
  };
  const counterfoil = (...args: string[]) => runHere(args, { env });
  const { url, stop } = await serveHere(env);

  const created = await counterfoil('tokens', 'create', '--name', 'close bot', '--role', 'viewer', '--json');
  expect(created.code).toBe(0);
  const { token, ...rest } = created.json<PrintedToken>();
  expect(rest).toMatchObject({ name: 'close bot', role: 'viewer', pay: false });
  expect(rest.companies).toBeUndefined();
  const ask = () => fetch(`${url}/api/companies`, { headers: { Authorization: `Bearer ${token}` } });
  expect((await ask()).status).toBe(200);

  const again = await counterfoil('tokens', 'create', '--name', 'close bot', '--json');
  expect([again.code, again.json<{ error: { title: string } }>().error.title]).toEqual([
    2,
    'There is a token of that name',
  ]);

  const linked = await counterfoil('sign-in-link', '--role', 'reviewer', '--name', 'Ann', '--json');
  const link = linked.json<{ url: string; expiresAt: string }>();
  expect(link.url).toMatch(/^http:\/\/127\.0\.0\.1:3999\/sign-in\/[\w-]{43}$/);
  expect(Date.parse(link.expiresAt)).toBeGreaterThan(Date.now());
  const open = () => fetch(`${url}${new URL(link.url).pathname}`, { redirect: 'manual' });
  const [first, second] = [await open(), await open()];
  expect([first.status, first.headers.get('location'), second.status]).toEqual([303, '/', 410]);

  const [signedIn] = (await counterfoil('sessions', 'list', '--json')).json<{ items: { id: string; name: string }[] }>()
    .items;
  expect(signedIn).toMatchObject({ name: 'Ann', id: expect.stringMatching(/^[0-9a-f]{12}$/) });
  const ended = await counterfoil('sessions', 'revoke', 'Ann', '--json');
  expect(ended.json()).toMatchObject({ items: [{ id: signedIn?.id }] });
  const nobody = await counterfoil('sessions', 'revoke', 'Ann', '--json');
  expect([nobody.code, nobody.json<{ error: { title: string } }>().error.title]).toEqual([2, 'No such session']);

  expect((await counterfoil('tokens', 'revoke', 'close bot')).code).toBe(0);
  expect((await ask()).status).toBe(401);
  const listed = (await counterfoil('tokens', 'list', '--json')).json<{ items: PrintedToken[] }>().items;
  expect(listed).toMatchObject([{ name: 'close bot', lastUsedAt: expect.any(String), revokedAt: expect.any(String) }]);
  expect(JSON.stringify(listed)).not.toContain(token);

  const own = (await counterfoil('log', '--installation', '--json')).json<{
    items: { act: string; outcome: string }[];
  }>().items;
  expect(own.map(({ act, outcome }) => `${act} ${outcome}`).reverse()).toEqual([
    ...[
      'token made',
      'person made',
      'link made',
      'link used',
      'sign_in done',
      'refuse refused',
      'session ended',
      'token revoked',
    ],
    'refuse refused',
  ]);

  const log = await counterfoil('log', '--format', 'csv');
  expect([log.code, log.stdout]).toEqual([0, expect.stringMatching(/^\uFEFFEntry,At,Company,Act,/)]);
  const verified = await counterfoil('log', 'verify', '--json');
  expect([verified.code, verified.json()]).toEqual([0, { items: [] }]);
  const wrong = await counterfoil('log', '--since', 'yesterday');
  expect(wrong.code).toBe(2);
  await stop();
});
