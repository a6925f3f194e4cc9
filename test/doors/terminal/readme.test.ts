import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Outcome, startCounterfoil } from '../../harness/counterfoil.js';
import { runHere } from '../../harness/here.js';

const sh = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-readme-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the README’s “Use it”, then its lines of the API, as they are in an empty folder, end with a posted month', async () => {
  const env: Record<string, string> = { PORT: '0' };
  const exits: string[] = [];
  const said: Record<string, string> = {};
  const here = (...args: readonly string[]) => runHere(args, { env, cwd: folder });
  for (const line of await linesInReadme()) {
    const [first = '', ...args] = line;
    if (first === 'export') {
      for (const [name = '', value = ''] of args.map((one) => one.split(/=(.*)/s))) env[name] = value;
      continue;
    }
    if (first !== 'counterfoil') continue;
    const [name = ''] = args;
    if (name === 'sandbox') {
      const sandbox = startCounterfoil([...args, '--port', '0', '--json']);
      env.ACCOUNTING_BASE_URL = ((await sandbox.firstLine) as { baseUrl: string }).baseUrl;
    } else if (name === 'serve') {
      const service = startCounterfoil([...args, '--json'], { env, cwd: folder });
      const { url } = (await service.firstLine) as { url: string };
      const shell = { PATH: process.env.PATH, TOKEN: await tokenOfReadme(here) };
      await expectApiAsSaid(url, shell);
      expect(await service.end('SIGINT')).toBe(0);
    } else {
      // What asks on a terminal is answered by --yes elsewhere.
      const { code, stdout, stderr } = await here(...args, ...(args.includes('--all-clean') ? ['--yes'] : []));
      said[name] ??= stdout;
      exits.push(`${name} ${code}${code === 1 || code === 2 ? `: ${stderr}` : ''}`);
    }
  }
  // 3 where something still needs a person: the held month of September.
  expect(exits).toEqual([
    ...['connect 0', 'doctor 0', 'sync 3', 'sync 3', 'runs 0', 'show 0', 'decide 0', 'post 0', 'post 0', 'show 0'],
    ...['verify 0', 'controls 3', 'month-file 0', 'log 0', 'people 0', 'sign-in-link 0'],
  ]);
  expect(said.doctor).toContain('it opens the tokens of 1 connection\n');
  // In words, not by its code.
  expect(said.show).toMatch(/^Pay item needs coding$/m);
  expect(said.show).toMatch(/^Pay item needs coding: .*\n  Answer: counterfoil decide other_deductions$/m);
  expect(said.show).not.toMatch(/ambiguous_field|basic_pay|tax_deducted/);
  expect(said['sign-in-link']).toContain('Signs "Ann Ash" (admin) in');
  const runs = (await here('runs', '--json')).json<{ period: number; state: string; journalSet?: string }[]>();
  const posted = runs.filter(({ state }) => state === 'posted');
  expect(posted.map(({ period }) => period)).toEqual([6, 7]);
  for (const { journalSet = '' } of posted) expect(journalSet).toContain(`${env.ACCOUNTING_BASE_URL}/v2/journal_sets/`);
});

const readme = () => readFile(new URL('../../../README.md', import.meta.url), 'utf8');

/** The lines of the section on the API: a command is one, however it is broken. */
async function apiLines(): Promise<readonly string[]> {
  const section = /### The admin API\n([\s\S]*?)\n### /.exec(await readme())?.[1] ?? '';
  const blocks = [...section.matchAll(/```\w*\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  return blocks.join('\n').replaceAll('\\\n', ' ').split('\n');
}

async function tokenOfReadme(here: (...args: readonly string[]) => Promise<Outcome>): Promise<string> {
  const line = (await apiLines()).find((one) => one.startsWith('TOKEN=')) ?? '';
  const [, words = ''] = /\(counterfoil (.*?) \|/.exec(line) ?? [];
  return (await here(...words.split(' '))).json<{ token: string }>().token;
}

/** A rerun, a sync with its progress, and the log, by curl: of the company that is connected above. */
async function expectApiAsSaid(origin: string, env: Record<string, string | undefined>): Promise<void> {
  const hasCurl = await sh('curl', ['--version']).then(
    () => true,
    () => false,
  );
  if (!hasCurl) return console.warn('curl is not there: the README’s lines of the API were not tried.');
  const answers: string[] = [];
  for (const line of (await apiLines()).filter((one) => one.startsWith('curl'))) {
    const [, id = 'ID'] = /"id":"([\w-]+)"/.exec(answers.at(-1) ?? '') ?? [];
    const script = line.replace('http://127.0.0.1:3000', origin).replace('/ID/', `/${id}/`);
    answers.push((await sh('bash', ['-c', script.replace('curl ', 'curl -sS ')], { env })).stdout);
  }
  const [rerun = '', started = '', events = '', log = ''] = answers;
  expect(answers).toHaveLength(4);
  expect(JSON.parse(rerun)).toMatchObject({ run: { state: 'posted', datedOn: '2025-10-31' } });
  expect(JSON.parse(started)).toMatchObject({ href: expect.stringContaining('/api/syncs/') });
  expect(events).toMatch(/^event: end\ndata: \{.*"state":"done"/m);
  expect(JSON.parse(log).items).toContainEqual(expect.objectContaining({ act: 'rerun', actor: 'month-end' }));
}

/** The words of each line, without what is said about it; a key is made as the README makes it. */
async function linesInReadme(): Promise<readonly (readonly string[])[]> {
  const text = await readme();
  const block = /## Use it\n[^`]*(?:`[^`\n]*`[^`]*)*?```\n(?<lines>[\s\S]*?)```/.exec(text)?.groups?.lines ?? '';
  const lines = block.split('\n').map((line) => line.replace(/ +#.*/, '').replace(/ &$/, ''));
  const { stdout } = await runHere(['key']);
  return lines
    .map((line) => line.replace('$(counterfoil key)', stdout.trim()))
    .map((line) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''));
}
