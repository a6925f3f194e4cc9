import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { outcome, whileRunning } from './command.js';

test('it prints one line of JSON when it listens, and ends on a signal', async () => {
  const args = ['--port', '0', '--json', '--clock', '2025-11-10T09:00:00Z'];
  await whileRunning(args, async ({ baseUrl, companies, ...rest }) => {
    expect(Object.keys(rest)).toEqual(['clientId', 'clientSecret']);
    const { accessToken, ...company } = companies[0]!;
    expect(Object.keys(company)).toEqual(['name', 'subdomain', 'refreshToken']);
    const answer = await fetch(`${baseUrl}/v2/company`, { headers: { authorization: `Bearer ${accessToken}` } });
    expect([answer.status, answer.headers.get('date')?.slice(0, 22)]).toEqual([200, 'Mon, 10 Nov 2025 09:00']);
  });
});

test('--scenario, --no-limits and --double-quoted-links choose what it answers', async () => {
  const args = ['--port', '0', '--json', '--scenario', 'practice:2', '--no-limits', '--double-quoted-links'];
  await whileRunning(args, async ({ baseUrl, companies }) => {
    const { accessToken, subdomain } = companies[0]!;
    const headers = { authorization: `Bearer ${accessToken}`, 'x-subdomain': subdomain };
    const answer = await fetch(`${baseUrl}/v2/users?per_page=1`, { headers });
    expect(answer.headers.get('link')).toContain('rel="next"');
    const asked = await Promise.all(Array.from({ length: 150 }, () => fetch(`${baseUrl}/v2/company`, { headers })));
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

test.each([
  [['--port', 'high'], 2, '--port is 0 to 65535.'],
  [['--clock', 'noon'], 2, '--clock is a time'],
  [['--colour', 'red'], 2, "Unknown option '--colour'"],
  [['--scenario', '/none.json', '--port', '0'], 2, '/none.json is no scenario'],
  [['--file', '/none/state', '--port', '0'], 2, '/none/state'],
  [['--host', '192.0.2.1', '--port', '0'], 1, 'EADDRNOTAVAIL'],
])('%j ends with %i: %s', async (args, code, words) => {
  const ended = await outcome(args);
  expect([ended.code, ended.stdout]).toEqual([code, '']);
  expect(ended.stderr).toContain(words);
  expect(ended.stderr).not.toContain('    at ');
});

test('a port that is taken ends it with 1', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { code, stderr } = await outcome(['--port', String((server.address() as AddressInfo).port)]);
  server.close();
  expect([code, stderr]).toEqual([1, expect.stringContaining('EADDRINUSE')]);
});

test('--help names every option', async () => {
  const { code, stdout } = await outcome(['--help']);
  expect(code).toBe(0);
  const named = [...stdout.matchAll(/^ {2}--([\w-]+)/gm)].map(([, name]) => name);
  const all = ['port', 'host', 'tls', 'scenario', 'file', 'clock', 'no-limits', 'double-quoted-links'];
  const more = ['keep-refresh-tokens', 'tokens-without-user-agent', 'json', 'version', 'help'];
  expect(named).toEqual([...all, ...more]);
});

test('--version tells the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  expect(await outcome(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});
