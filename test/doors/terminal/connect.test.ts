import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { createSandbox } from '#sandbox';
import { launchBrowser } from '../../harness/chromium.js';
import { runCounterfoil, startCounterfoil } from '../../harness/counterfoil.js';
import { runHere } from '../../harness/here.js';
import { secretKey } from '../../harness/secret-key.js';

let folder: string;
let browser: Browser;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-connect-'));
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('a company is connected by browser and by token, checked by doctor and synced, and no token is stored in clear', async () => {
  const sandbox = createSandbox({ scenario: 'demo' });
  const { baseUrl } = await sandbox.listen(0);
  const { clientId, clientSecret, companies } = sandbox.credentials();
  const port = await freePort();
  const env = {
    DATABASE_URL: `sqlite:${join(folder, 'counterfoil.db')}`,
    SECRET_KEY: secretKey,
    ACCOUNTING_BASE_URL: baseUrl,
    ACCOUNTING_CLIENT_ID: clientId,
    ACCOUNTING_CLIENT_SECRET: clientSecret,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'trace',
  };
  const logs: string[] = [];
  const counterfoil = async (...args: string[]) => {
    const outcome = await runCounterfoil(args, { env });
    logs.push(outcome.stdout, outcome.stderr);
    return outcome;
  };
  const serve = startCounterfoil(['serve', '--json'], { env });
  await serve.firstLine;

  // By browser: to the address, through the service's own page, and back.
  const asked = await counterfoil('connect', '--name', 'Ash', '--mode', 'approve', '--json');
  expect(asked.code).toBe(0);
  const tab = await browser.newPage();
  await tab.goto(asked.json<{ authorizeUrl: string }>().authorizeUrl);
  await tab.getByRole('button', { name: 'Approve' }).click();
  expect(await tab.getByRole('heading').first().textContent()).toBe('Ash is connected');
  expect((await runHere(['companies', '--json'], { env })).json()).toMatchObject({
    items: [{ name: 'Ash', subdomain: companies[0]?.subdomain, life: 'working', mode: 'approve' }],
  });

  // By token: the same books, so the connection is renewed.
  const [ash] = companies;
  const tokens = ['--access-token', ash?.accessToken ?? '', '--refresh-token', ash?.refreshToken ?? ''];
  const again = await counterfoil('connect', '--name', 'Ash', ...tokens, '--json');
  expect([again.code, again.stdout]).toEqual([0, expect.any(String)]);
  expect(again.json()).toMatchObject({ company: { name: 'Ash', mode: 'approve' }, created: false });

  const doctor = await counterfoil('doctor', '--json');
  expect(doctor.code).toBe(0);
  expect(doctor.json<{ items: { ok: boolean }[] }>().items.every(({ ok }) => ok)).toBe(true);

  // The access token expires, so that a refresh happens too.
  await fetch(`${baseUrl}/_sandbox/tokens/expire`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  expect([0, 3]).toContain((await counterfoil('sync', '--json')).code);

  expect(await serve.end('SIGTERM')).toBe(0);
  logs.push(serve.log());
  await sandbox.close();
  const files = await readdir(folder);
  const bytes = await Promise.all(files.map((file) => readFile(join(folder, file), 'latin1')));
  for (const text of [...logs.filter((log) => log !== asked.stdout), ...bytes]) {
    expect(text).not.toMatch(/sandbox-(access|refresh|code)-/);
    expect(text).not.toContain(clientSecret);
    expect(text).not.toContain(secretKey);
  }
  expect(logs.join('').length).toBeGreaterThan(1000);
});

test('the tokens of a company are taken from a .env file', async () => {
  const sandbox = createSandbox({ scenario: 'demo' });
  const { baseUrl } = await sandbox.listen(0);
  const { clientId, clientSecret, companies } = sandbox.credentials();
  const cwd = await mkdtemp(join(folder, 'env-'));
  const lines = [
    `SECRET_KEY=${secretKey}`,
    `ACCOUNTING_BASE_URL=${baseUrl}`,
    `ACCOUNTING_CLIENT_ID=${clientId}`,
    `ACCOUNTING_CLIENT_SECRET=${clientSecret}`,
    `CONNECT_ACCESS_TOKEN=${companies[0]?.accessToken}`,
    `CONNECT_REFRESH_TOKEN=${companies[0]?.refreshToken}`,
  ];
  await writeFile(join(cwd, '.env'), `${lines.join('\n')}\n`);
  const env = { DATABASE_URL: `sqlite:${join(cwd, 'counterfoil.db')}`, LOG_LEVEL: 'silent' };
  const connected = await runHere(['connect', '--name', 'Ash', '--json'], { env, cwd });
  expect([connected.code, connected.stderr]).toEqual([0, '']);
  // To post without a person is chosen, never left to a default.
  expect(connected.json()).toMatchObject({ company: { name: 'Ash', mode: 'approve' }, created: true });
  await sandbox.close();
});
