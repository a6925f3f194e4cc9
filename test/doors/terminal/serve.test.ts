import { everyKind, freshUrl } from '../../harness/databases.js';
import { secretKey } from '../../harness/secret-key.js';
import { runCounterfoil, startCounterfoil } from '../../harness/counterfoil.js';
import { runHere } from '../../harness/here.js';

interface Listening {
  readonly url: string;
}

describe.each(everyKind)('serve on %s', (kind) => {
  test('two processes at once on an empty database both come up, become ready, and stop on SIGTERM', async () => {
    const env = { DATABASE_URL: await freshUrl(kind), PORT: '0', LOG_LEVEL: 'warn', SECRET_KEY: secretKey };
    const services = [startCounterfoil(['serve', '--json'], { env }), startCounterfoil(['serve', '--json'], { env })];
    for (const { firstLine } of services) {
      const { url } = (await firstLine) as Listening;
      const ready = await fetch(`${url}/health/ready`);
      expect([ready.status, await ready.json()]).toEqual([200, expect.objectContaining({ status: 'ok' })]);
    }
    expect(await Promise.all(services.map((service) => service.end('SIGTERM')))).toEqual([0, 0]);
  });

  test('migrate applies once, and then has nothing to do', async () => {
    const env = { DATABASE_URL: await freshUrl(kind) };
    const first = await runHere(['migrate', '--json'], { env });
    expect(first.json()).toEqual({
      database: kind,
      applied: expect.arrayContaining([expect.stringMatching(/^Initial/)]),
    });
    const second = await runHere(['migrate', '--json'], { env });
    expect(second.json()).toEqual({ database: kind, applied: [] });
  });
});

test('serve prints where it listens and how to sign in', async () => {
  const { stdout, code } = await runCounterfoil(['serve'], {
    env: { DATABASE_URL: await freshUrl('sqlite'), PORT: '0', LOG_LEVEL: 'silent', SECRET_KEY: secretKey },
    started: (child) =>
      child.stdout?.on('data', (chunk: Buffer) => {
        if (chunk.includes('/health/ready')) child.kill('SIGTERM');
      }),
  });
  const [listens, open, link] = stdout.split('\n');
  const url = /^Counterfoil listens on (http:\/\/127\.0\.0\.1:\d+)$/.exec(listens ?? '')?.[1];
  expect(open).toBe(`Open ${url} and sign in:`);
  expect(link).toMatch(/^ {2}counterfoil sign-in-link --role admin /);
  expect(code).toBe(0);
});

test('serve on any free port prints where it listens, answers live and metrics, and sends people to that port', async () => {
  const env = { DATABASE_URL: await freshUrl('sqlite'), PORT: '0', SECRET_KEY: secretKey, LOG_LEVEL: 'silent' };
  const client = { ACCOUNTING_CLIENT_ID: 'id', ACCOUNTING_CLIENT_SECRET: 'secret' };
  const service = startCounterfoil(['serve', '--role', 'web', '--json'], { env: { ...env, ...client } });
  const { url } = (await service.firstLine) as Listening;

  const live = await fetch(`${url}/health/live`, { headers: { 'X-Request-Id': 'from-the-proxy' } });
  expect(live.status).toBe(200);
  expect(live.headers.get('X-Request-Id')).toBe('from-the-proxy');

  const metrics = await fetch(`${url}/metrics`);
  expect(metrics.headers.get('Content-Type')).toMatch(/^text\/plain/);
  expect(await metrics.text()).toContain('counterfoil_http_request_seconds_count{method="GET"');

  const made = await runHere(['tokens', 'create', '--name', 'ops', '--role', 'admin', '--json'], { env });
  const { token } = made.json<{ token: string }>();
  const answer = await fetch(`${url}/connect`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ash', mode: 'auto' }),
    redirect: 'manual',
  });
  const redirect = new URL(answer.headers.get('location') ?? '').searchParams.get('redirect_uri') ?? '';
  expect(new URL(redirect).origin).toBe(url);
  expect(await service.end('SIGINT')).toBe(0);
});
