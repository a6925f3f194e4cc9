import { runCounterfoil } from '../harness/counterfoil.js';

const error = { title: expect.any(String), detail: expect.any(String), todo: expect.any(String) };

test('--help names every group of commands, shows examples and explains exit codes', async () => {
  const { code, stdout } = await runCounterfoil(['--help']);
  expect(code).toBe(0);
  for (const words of ['Run it:', 'serve', 'migrate', 'Examples:', '--json', 'Exit codes:']) {
    expect(stdout).toContain(words);
  }
});

test('without a command it shows the help', async () => {
  const { code, stdout } = await runCounterfoil([]);
  expect(code).toBe(0);
  expect(stdout).toContain('Usage: counterfoil');
});

test('an unknown command, with a near one, is wrong usage', async () => {
  const { code, stdout, stderr } = await runCounterfoil(['serv']);
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/unknown command 'serv'.*\n.*Did you mean serve\?/);
});

test('an unknown option with --json answers an error document, and nothing else', async () => {
  const outcome = await runCounterfoil(['migrate', '--nonsense', '--json']);
  expect(outcome.code).toBe(2);
  expect(outcome.stderr).toBe('');
  expect(outcome.json()).toEqual({ error: { ...error, todo: 'See `counterfoil migrate --help`.' } });
});

test('a wrong environment prints everything wrong at once and exits 2', async () => {
  const env = { DATABASE_URL: 'nonsense', PORT: 'abc' };
  const { code, stdout, stderr } = await runCounterfoil(['migrate'], { env });
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain('DATABASE_URL is "nonsense"');
  expect(stderr).toContain('PORT is "abc"');
});

test('a trouble of the database is an error document that says what to do', async () => {
  const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  const outcome = await runCounterfoil(['migrate', '--json'], { env });
  expect(outcome.code).toBe(1);
  expect(outcome.json()).toEqual({ error: { ...error, title: 'The database cannot be used' } });
});
