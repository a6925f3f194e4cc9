import { afterEach, expect, test } from '@jest/globals';
import { X509Certificate } from 'node:crypto';
import { get } from 'node:https';
import { createSandbox, type Sandbox } from '../src/index.js';
import { localCertificate } from '../src/tls/certificate.js';
import { ASH } from './client.js';

let sandbox: Sandbox;
afterEach(() => sandbox?.close());

/** Node's own client, which checks the chain, the dates and the name. */
function ask(url: string, token: string, ca?: string): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'test' };
  return new Promise((resolve, reject) => {
    get(url, { headers, ca, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode!, text }));
    }).on('error', reject);
  });
}

test('over TLS, a client that trusts its certificate is answered, and record URIs begin with https', async () => {
  sandbox = createSandbox({ scenario: ASH, clock: new Date('2001-01-01T00:00:00Z') });
  const { baseUrl } = await sandbox.listen(0, { tls: true });
  const { certificate, companies } = sandbox.credentials();
  const { accessToken } = companies[0]!;
  expect(baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  for (const base of [baseUrl, baseUrl.replace('127.0.0.1', 'localhost')]) {
    const { status, text } = await ask(`${base}/v2/users`, accessToken, certificate);
    expect([status, JSON.parse(text).users[0].url]).toEqual([200, `${base}/v2/users/1`]);
  }
});

test('a client that does not trust it, or trusts that of another run, refuses it', async () => {
  sandbox = createSandbox({ scenario: ASH });
  const { baseUrl } = await sandbox.listen(0, { tls: true });
  const { certificate: other } = localCertificate('127.0.0.1');
  await expect(ask(`${baseUrl}/v2/users`, '')).rejects.toThrow('self-signed certificate');
  await expect(ask(`${baseUrl}/v2/users`, '', other)).rejects.toThrow('certificate');
});

test('without TLS there is no certificate', async () => {
  sandbox = createSandbox({ scenario: ASH });
  const { baseUrl } = await sandbox.listen(0);
  expect([baseUrl.slice(0, 5), sandbox.credentials().certificate]).toEqual(['http:', undefined]);
});

test.each([
  ['box.example', 'DNS:box.example'],
  ['192.0.2.7', 'IP Address:192.0.2.7'],
  ['2001:db8::7', 'IP Address:2001:DB8:0:0:0:0:0:7'],
  ['::ffff:192.0.2.7', 'IP Address:0:0:0:0:0:FFFF:C000:207'],
  ['fe80::1%eth0', 'IP Address:FE80:0:0:0:0:0:0:1'],
])('a certificate for %s names it beside localhost, and signs itself', (host, named) => {
  const from = new Date('2026-01-31T12:00:00Z');
  const certificate = new X509Certificate(localCertificate(host, from).certificate);
  const names = certificate.subjectAltName!.split(', ');
  expect(names).toEqual(expect.arrayContaining(['DNS:localhost', 'IP Address:127.0.0.1', named]));
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect([certificate.ca, certificate.keyUsage]).toEqual([true, ['1.3.6.1.5.5.7.3.1']]);
  expect(new Date(certificate.validFrom).toISOString()).toBe('2026-01-30T12:00:00.000Z');
  expect(new Date(certificate.validTo).toISOString()).toBe('2027-03-03T12:00:00.000Z');
});
