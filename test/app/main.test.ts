import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCounterfoil } from '../harness/counterfoil.js';
import { runHere } from '../harness/here.js';

const error = { title: expect.any(String), detail: expect.any(String), todo: expect.any(String) };

test('--help names every group of commands, shows examples and explains exit codes', async () => {
  const { code, stdout } = await runHere(['--help']);
  expect(code).toBe(0);
  for (const words of [
    'Every day:',
    'Now and then:',
    'Set up:',
    'Operate:',
    'serve',
    'Examples:',
    '--json',
    'Exit codes:',
  ]) {
    expect(stdout).toContain(words);
  }
});

test('--help of the built program opens no file of a command, and says what those files declare', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'help-'));
  const { stdout } = await runCounterfoil(['--help'], { env: { NODE_V8_COVERAGE: folder } });
  const [covered = ''] = readdirSync(folder);
  const { result } = JSON.parse(readFileSync(join(folder, covered), 'utf8')) as { result: { url: string }[] };
  rmSync(folder, { recursive: true });
  const opened = result.flatMap(({ url }) => (url.startsWith('file:') ? [statSync(fileURLToPath(url)).size] : []));
  expect(stdout).toBe((await runHere(['--help'])).stdout);
  // commander, the words of problems, and main.js; one command alone may bring TypeORM's 1.7 MB.
  expect(opened.reduce((sum, bytes) => sum + bytes, 0) / 1024).toBeLessThan(300);
});

test('every command that --help names has its own file, and explains itself', async () => {
  const { stdout } = await runHere(['--help']);
  const names = [...stdout.matchAll(/^ {2}([a-z-]+) .*$/gm)].flatMap(([line, name = '']) =>
    line.startsWith('  counterfoil') ? [] : [name],
  );
  expect(names).toEqual(expect.arrayContaining(['demo', 'month-file', 'sign-in-link', 'journal']));
  for (let from = 0; from < names.length; from += 4) {
    const some = names.slice(from, from + 4);
    const helps = await Promise.all(some.map((name) => runHere([name, '--help'])));
    expect(
      helps.map(({ code, stdout: help }) => [
        code,
        help
          .split(/[ [\n]/)
          .slice(0, 3)
          .join(' '),
      ]),
    ).toEqual(some.map((name) => [0, `Usage: counterfoil ${name}`]));
  }
});

test('without a command it shows the help', async () => {
  const { code, stdout } = await runHere([]);
  expect(code).toBe(0);
  expect(stdout).toContain('Usage: counterfoil');
});

test('an unknown command is wrong usage, and a similar one is suggested', async () => {
  const { code, stdout, stderr } = await runHere(['serv']);
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/unknown command 'serv'.*\n.*Did you mean serve\?/);
});

test('an unknown option with --json answers an error document, and nothing else', async () => {
  const outcome = await runHere(['migrate', '--nonsense', '--json']);
  expect(outcome.code).toBe(2);
  expect(outcome.stderr).toBe('');
  expect(outcome.json()).toEqual({ error: { ...error, todo: 'See `counterfoil migrate --help`.' } });
});

test('a wrong environment prints all that is wrong at once and exits 2', async () => {
  const env = { DATABASE_URL: 'nonsense', PORT: 'abc' };
  const { code, stdout, stderr } = await runHere(['migrate'], { env });
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain('DATABASE_URL is "nonsense"');
  expect(stderr).toContain('PORT is "abc"');
});

test('trouble with the database is an error document with what to do', async () => {
  const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  const outcome = await runHere(['migrate', '--json'], { env });
  expect(outcome.code).toBe(1);
  expect(outcome.json()).toEqual({ error: { ...error, title: 'The database cannot be used' } });
});
