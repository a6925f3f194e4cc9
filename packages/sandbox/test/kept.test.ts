import { afterAll, afterEach, expect, test } from '@jest/globals';
import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileError } from '../src/index.js';
import { ASH, payrollSet, send, standingClock, start, stopAll } from './client.js';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-kept-'));
afterEach(stopAll);
afterAll(() => rm(folder, { recursive: true }));

test('a file keeps books, tokens and clock over a restart, and a reset empties it', async () => {
  const file = join(folder, 'state.jsonl');
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

test('a line that was cut short by a kill is forgotten, and what follows is kept', async () => {
  const file = join(folder, 'torn.jsonl');
  const first = await start({ scenario: ASH, file });
  await first.call('POST', '/v2/contacts', { organisation_name: 'Acme' });
  await stopAll();
  appendFileSync(file, '{"act":{"at":1,"requ');
  const second = await start({ scenario: ASH, file });
  await second.call('POST', '/v2/contacts', { organisation_name: 'Birch' });
  await stopAll();
  const third = await start({ scenario: ASH, file });
  const { contacts } = (await third.get('/v2/contacts')).json;
  expect(contacts.map((one: { organisation_name: string }) => one.organisation_name)).toEqual(['Acme', 'Birch']);
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(4);
});

test('a restored snapshot is what the file keeps', async () => {
  const file = join(folder, 'restored.jsonl');
  const clock = standingClock('2025-11-10T09:00:00.000Z');
  const first = await start({ scenario: ASH, file, clock: clock.now });
  await first.call('POST', '/v2/contacts', { organisation_name: 'Acme' });
  await first.control('POST', '/clock', { advanceSeconds: 60 });
  first.sandbox.snapshot('acme');
  await first.call('POST', '/v2/contacts', { organisation_name: 'Birch' });
  first.sandbox.restore('acme');
  await first.call('POST', '/v2/contacts', { organisation_name: 'Cedar' });
  await stopAll();
  const again = await start({ scenario: ASH, file, clock: clock.now });
  const { contacts } = (await again.get('/v2/contacts')).json;
  expect(contacts.map((one: { organisation_name: string }) => one.organisation_name)).toEqual(['Acme', 'Cedar']);
  expect((await again.control('GET', '/clock')).json.now).toBe('2025-11-10T09:01:00.000Z');
});

test('closing twice, as `await using` may, closes once', async () => {
  const { sandbox } = await start({ scenario: ASH, file: join(folder, 'twice.jsonl') });
  await sandbox.close();
  await expect(sandbox[Symbol.asyncDispose]()).resolves.toBeUndefined();
});

test.each([
  [
    'of a sandbox that numbered records in another way',
    '{"form":2,"beginning":{"scenario":"demo","bornAt":0}}\n',
    Error,
  ],
  ['that a sandbox never made', 'Buy milk.\n', FileError],
  ['of one line that a sandbox never made', 'Buy milk.', FileError],
  ['of SQLite, as sandboxes once kept', 'SQLite format 3\0 and more', FileError],
])('a file %s is refused, and stays as it was', async (_, text, error) => {
  const file = join(mkdtempSync(join(folder, 'other-')), 'state');
  writeFileSync(file, text);
  await expect(start({ scenario: 'demo', file })).rejects.toThrow(error);
  await expect(start({ scenario: 'demo', file })).rejects.toThrow(file);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('an answer of more than a kilobyte is compressed for clients that ask for it', async () => {
  const client = await start({ scenario: 'demo' });
  const zipped = await client.get('/v2/categories', { 'accept-encoding': 'gzip' });
  const plain = await client.get('/v2/categories', { 'accept-encoding': 'identity' });
  expect([zipped.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['gzip', null]);
  expect(zipped.text).toBe(plain.text);
});
