import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { readConfig, variableNames } from '../../src/ground/config.js';
import { Problem } from '../../src/ground/problem.js';

const problemOf = (env: NodeJS.ProcessEnv): Problem => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof Problem) return error;
  }
  throw new Error('The configuration was accepted.');
};

describe('Configuration', () => {
  test('has a default for everything that need not be set', () => {
    expect(readConfig({})).toEqual({
      databaseUrl: 'sqlite:./data/counterfoil.db',
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:3000',
      secretKey: undefined,
      accountingBaseUrl: 'http://127.0.0.1:4010',
      accountingClientId: undefined,
      accountingClientSecret: undefined,
      connectTokens: {},
      requestDeadlineSeconds: 30,
      leaseSeconds: 31,
      settleWindowSeconds: 600,
      ratePerMinute: 120,
      ratePerHour: 3600,
      syncCron: '30 5 * * *',
      monthCloseCron: '0 7 6 * *',
      retentionYears: 6,
      logLevel: 'info',
      webhookUrl: undefined,
      webhookSecret: undefined,
      metrics: 'on',
      role: 'all',
    });
  });

  test('cannot be changed once read', () => {
    const oidc = { OIDC_ISSUER: 'https://issuer.example', OIDC_CLIENT_ID: 'us' };
    const config = readConfig({ ...oidc, METRICS: '127.0.0.1:9464' });
    const parts = [config, config.oidc, config.oidc?.allowedDomains, config.metrics];
    expect(parts.map((part) => [typeof part, Object.isFrozen(part)])).toEqual(parts.map(() => ['object', true]));
  });

  test('an empty or blank value counts as absent', () => {
    expect(readConfig({ PORT: '', LEASE_SECONDS: '  ', DATABASE_URL: '' })).toEqual(readConfig({}));
  });

  test('the address of the accounting service has no slash at its end', () => {
    const base = { ACCOUNTING_BASE_URL: 'https://books.example/' };
    expect(readConfig(base).accountingBaseUrl).toBe('https://books.example');
  });

  test('the lease follows the deadline, unless given', () => {
    expect(readConfig({ REQUEST_DEADLINE_SECONDS: '2' }).leaseSeconds).toBe(3);
    expect(readConfig({ REQUEST_DEADLINE_SECONDS: '2', LEASE_SECONDS: '10' }).leaseSeconds).toBe(10);
  });

  test.each([
    ['DATABASE_URL', 'nonsense'],
    ['DATABASE_URL', 'sqlite:'],
    ['DATABASE_URL', 'mysql://root@localhost/x'],
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PUBLIC_URL', 'counterfoil.example'],
    ['SECRET_KEY', 'c2hvcnQ='],
    ['SECRET_KEY', 'not base64 at all!'],
    ['ACCOUNTING_BASE_URL', 'http://books.example'],
    ['ACCOUNTING_BASE_URL', 'https://books.example/v2'],
    ['ACCOUNTING_BASE_URL', 'http://127.0.0.1.evil.example'],
    ['REQUEST_DEADLINE_SECONDS', '0'],
    ['REQUEST_DEADLINE_SECONDS', 'soon'],
    ['LEASE_SECONDS', '30'],
    ['SETTLE_WINDOW_SECONDS', '30'],
    ['RATE_PER_MINUTE', '0'],
    ['RATE_PER_HOUR', '1.5'],
    ['SYNC_CRON', 'daily'],
    ['MONTH_CLOSE_CRON', '0 25 * * *'],
    ['RETENTION_YEARS', '-1'],
    ['LOG_LEVEL', 'loud'],
    ['WEBHOOK_URL', 'slack'],
    ['WEBHOOK_URL', 'http://hooks.example/x'],
    ['PUBLIC_URL', 'http://counterfoil.example'],
    ['METRICS', 'yes'],
    ['METRICS', '127.0.0.1:0'],
    ['METRICS', ':9464'],
    ['METRICS', '127.0.0.1:3000'],
    ['METRICS', '0.0.0.0:3000'],
    ['OIDC_ISSUER', 'nope'],
    ['OIDC_ISSUER', 'http://issuer.example'],
    ['PORT', '3e3'],
    ['RATE_PER_MINUTE', '0x10'],
    ['REQUEST_DEADLINE_SECONDS', '1e1'],
  ])('%s may not be %s, and the list shows what it may be', (name, value) => {
    const { exitCode, detail, todo } = problemOf({ OIDC_CLIENT_ID: 'counterfoil', [name]: value });
    expect(exitCode).toBe(2);
    expect(detail).toMatch(new RegExp(`^${name} is .*: allowed is .+\\.$`));
    expect(todo).toContain('.env');
  });

  test.each([['http://localhost:4010'], ['http://127.0.0.1:4010'], ['http://[::1]:4010'], ['https://books.example']])(
    'tokens may be sent to %s',
    (url) => {
      expect(readConfig({ ACCOUNTING_BASE_URL: url }).accountingBaseUrl).toBe(url);
    },
  );

  test('lists everything wrong at once, one line each', () => {
    const { detail } = problemOf({ DATABASE_URL: 'nonsense', PORT: 'abc', SETTLE_WINDOW_SECONDS: '5' });
    expect(detail.split('\n').map((line) => line.split(' ')[0])).toEqual([
      'DATABASE_URL',
      'PORT',
      'SETTLE_WINDOW_SECONDS',
    ]);
  });

  test('/metrics may have the same port on another address', () => {
    const metrics = { host: '10.0.0.1', port: 3000 };
    expect(readConfig({ METRICS: '10.0.0.1:3000' }).metrics).toEqual(metrics);
    expect(problemOf({ METRICS: '10.0.0.1:3000', HOST: '0.0.0.0' }).detail).toMatch(/^METRICS is/);
  });

  test('shows no secret, neither a whole one nor the password of a database', () => {
    const { detail } = problemOf({ SECRET_KEY: 'hunter2', DATABASE_URL: 'mysql://root:hunter2@localhost/x' });
    expect(detail).not.toContain('hunter2');
    expect(detail).toContain('SECRET_KEY is (hidden, 7 characters)');
    expect(detail).toContain('DATABASE_URL is "mysql://root:***@localhost/x"');
  });

  test.each([
    'postgres:/me:hunter2@db/x',
    'postgres:me:hunter2@db/x',
    'me:hunter2@db/x',
    'mysql://me:hunt@er2:hunter2@db/x',
    'mysql://db/x?user=me&password=hunter2',
  ])('nor that of something like a database: %s', (url) => {
    expect(problemOf({ DATABASE_URL: url }).detail).not.toContain('hunter2');
  });
});

describe('.env.example', () => {
  test('explains every variable, shows the defaults, and nothing else', async () => {
    const example = parseEnv(await readFile(new URL('../../.env.example', import.meta.url), 'utf8'));
    expect(Object.keys(example).toSorted()).toEqual(variableNames.toSorted());
    const compose = await readFile(new URL('../../compose.yaml', import.meta.url), 'utf8');
    const passed = [...compose.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name = '']) => name);
    expect(passed.filter((name) => !name.startsWith('POSTGRES_')).toSorted()).toEqual(variableNames.toSorted());
    expect(readConfig(example)).toEqual(readConfig({}));
  });
});
