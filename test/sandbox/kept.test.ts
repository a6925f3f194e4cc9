import { afterEach, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kept } from '../../src/sandbox/kept.js';
import { ASH, payrollSet, send, standingClock, start, stopAll } from './client.js';

const Database = createRequire(import.meta.url)(
  Number(process.versions.node.split('.', 1)[0]) >= 22 ? 'better-sqlite3-v13' : 'better-sqlite3',
) as typeof import('better-sqlite3');
const folder = mkdtempSync(join(tmpdir(), 'sandbox-kept-'));
afterEach(async () => {
  await stopAll();
  rmSync(folder, { recursive: true, force: true });
});

test('a file keeps books, tokens and clock over a restart, and a reset empties it', async () => {
  const file = join(folder, 'state.db');
  const clock = standingClock('2025-11-10T09:00:00.000Z');
  const first = await start({ scenario: ASH, file, clock: clock.now });
  await first.call('POST', '/v2/journal_sets', payrollSet());
  await first.call('POST', '/v2/contacts', { organisation_name: 'Acme' });
  await first.call('POST', '/v2/contacts', {});
  await first.control('PUT', '/companies/ash/lock', { until: '2025-01-31' });
  await first.control('POST', '/clock', { advanceSeconds: 60 });
  const refresh = {
    grant_type: 'refresh_token',
    refresh_token: first.sandbox.credentials().companies[0]!.refreshToken,
  };
  const client = { client_id: 'sandbox-client', client_secret: 'sandbox-secret' };
  const { access_token: token } = (await send(`${first.base}/v2/token_endpoint`, 'POST', { ...refresh, ...client }, {}))
    .json;
  const seen = async (on: typeof first) => {
    const headers = { authorization: `Bearer ${token}` };
    const paths = ['/v2/journal_sets', '/v2/contacts', '/v2/accounting/trial_balance/summary'];
    const answers = await Promise.all(paths.map((path) => on.get(path, headers)));
    return answers.map(({ text }) => text.replaceAll(on.base, ''));
  };
  const before = await seen(first);
  expect(before[1]).toContain('Acme');
  await stopAll();
  clock.advance(5);

  const again = await start({ scenario: 'demo', file, clock: clock.now });
  expect(await seen(again)).toEqual(before);
  expect((await again.control('GET', '/clock')).json.now).toBe('2025-11-10T09:01:05.000Z');
  const used = await send(`${again.base}/v2/token_endpoint`, 'POST', { ...refresh, ...client }, {});
  expect([used.status, used.json.error]).toEqual([400, 'invalid_grant']);
  const locked = await again.call('POST', '/v2/journal_sets', payrollSet({ dated_on: '2025-01-01' }));
  expect(locked.status).toBe(422);

  await again.control('POST', '/reset');
  await stopAll();
  const anew = await start({ scenario: 'practice:2', file, clock: clock.now });
  expect((await anew.control('GET', '/companies')).json.companies[0].subdomain).toBe('marlowfinch');
});

test('a file from a sandbox that numbered records in another way is refused', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'sandbox-old-')), 'state.db');
  new Kept(file).close();
  const database = new Database(file);
  const beginning = JSON.stringify({ scenario: 'demo', bornAt: 0 });
  database.prepare("INSERT INTO facts (name, value) VALUES ('beginning', ?)").run(beginning);
  database.close();
  await expect(start({ scenario: 'demo', file })).rejects.toThrow('was kept by an earlier sandbox');
});

test('an answer of more than a kilobyte is compressed for clients that ask for it', async () => {
  const client = await start({ scenario: 'demo' });
  const zipped = await client.get('/v2/categories', { 'accept-encoding': 'gzip' });
  const plain = await client.get('/v2/categories', { 'accept-encoding': 'identity' });
  expect([zipped.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['gzip', null]);
  expect(zipped.text).toBe(plain.text);
});
