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

test('without --port it listens elsewhere where 4010 is taken, and says so', async () => {
  // If nothing else has 4010, the first of the two does.
  const first = startCounterfoil(['sandbox', '--json']);
  const at = (await first.firstLine) as { baseUrl: string };
  const second = new URL(at.baseUrl).port === '4010' ? startCounterfoil(['sandbox', '--json']) : first;
  const { baseUrl } = (await second.firstLine) as { baseUrl: string };
  const { port } = new URL(baseUrl);
  expect(port).not.toBe('4010');
  expect(second.log()).toContain(`Port 4010 is taken: the sandbox listens on ${port}.`);
  for (const sandbox of new Set([first, second])) expect(await sandbox.end('SIGTERM')).toBe(0);
});
