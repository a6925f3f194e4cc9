import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { startCounterfoil } from '../../harness/counterfoil.js';
import { runHere } from '../../harness/here.js';

const readme = readFileSync(new URL('../../../packages/sandbox/README.md', import.meta.url), 'utf8');
const optionsIn = (text: string) => [...new Set(text.match(/--[a-z][a-z-]+/g))].toSorted();

test('counterfoil sandbox takes every option of the package that it starts', async () => {
  const [, table = ''] = /\| option \| \|\n([^]*?)\n\n/.exec(readme) ?? [];
  const { stdout } = await runHere(['sandbox', '--help']);
  const [, own = ''] = /Options:\n([^]*?)\n\n/.exec(stdout) ?? [];
  expect(optionsIn(table).length).toBeGreaterThan(6);
  expect(optionsIn(own)).toEqual([...optionsIn(table), '--help', '--json'].toSorted());
});

test('with --tls it prints the certificate that clients have to trust', async () => {
  const sandbox = startCounterfoil(['sandbox', '--port', '0', '--tls', '--json']);
  const { baseUrl, certificate } = (await sandbox.firstLine) as { baseUrl: string; certificate: string };
  expect(baseUrl).toMatch(/^https:/);
  expect(new X509Certificate(certificate).subjectAltName).toContain('localhost');
  expect(await sandbox.end('SIGTERM')).toBe(0);
});
