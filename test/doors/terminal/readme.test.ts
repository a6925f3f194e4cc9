import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCounterfoil } from '../../harness/counterfoil.js';
import { runHere } from '../../harness/here.js';
import { secretKey } from '../../harness/secret-key.js';

interface PrintedSandbox {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly companies: readonly { accessToken: string; refreshToken: string }[];
}

/** The month that the README names has payroll by then. */
const clock = '2025-12-01T09:00:00Z';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-readme-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('every command of the README’s “Use it” works as it is written there', async () => {
  const sandbox = startCounterfoil(['sandbox', '--port', '0', '--scenario', 'demo', '--clock', clock, '--json']);
  const { baseUrl, clientId, clientSecret, companies } = (await sandbox.firstLine) as PrintedSandbox;
  const [{ accessToken, refreshToken } = { accessToken: '', refreshToken: '' }] = companies;
  const env = {
    ...{ DATABASE_URL: `sqlite:${join(folder, 'counterfoil.db')}`, SECRET_KEY: secretKey, PORT: '0' },
    ...{ ACCOUNTING_BASE_URL: baseUrl, ACCOUNTING_CLIENT_ID: clientId, ACCOUNTING_CLIENT_SECRET: clientSecret },
  };
  const commands = await commandsInReadme();
  expect(commands.length).toBeGreaterThan(10);
  const unanswered: object[] = [];
  for (const command of commands) {
    const [name] = command;
    if (name === 'serve') {
      const service = startCounterfoil([...command, '--json'], { env, cwd: folder });
      await service.firstLine;
      expect(await service.end('SIGINT')).toBe(0);
      continue;
    }
    // What asks on a terminal is answered by --yes elsewhere.
    const answers = command.includes('--all-clean') ? ['--yes'] : [];
    const { code, stdout, stderr } = await runHere([...command, ...answers], { env, cwd: folder });
    // 3 is an answer: something needs a person. Our clock is not the books', which doctor rightly finds bad.
    const expected = name === 'doctor' ? [0, 1] : [0, 3];
    if (!expected.includes(code ?? -1)) unanswered.push({ command, code, stdout, stderr });
    if (name === 'connect') {
      const tokens = ['--access-token', accessToken, '--refresh-token', refreshToken];
      expect((await runHere([...command, ...tokens], { env, cwd: folder })).code).toBe(0);
    }
  }
  expect(unanswered).toEqual([]);
  expect(await sandbox.end('SIGINT')).toBe(0);
});

/** The arguments of each line, without what is said about it. */
async function commandsInReadme(): Promise<readonly (readonly string[])[]> {
  const text = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
  const block = /## Use it\n[^`]*(?:`[^`\n]*`[^`]*)*```\n(?<lines>[\s\S]*?)```/.exec(text)?.groups?.lines ?? '';
  return block
    .split('\n')
    .filter((line) => line.startsWith('counterfoil '))
    .map((line) => line.replace(/ +# .*/, '').replace('counterfoil ', ''))
    .map((line) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''));
}
