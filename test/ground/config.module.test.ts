import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigService } from '@nestjs/config';
import { NestFactory } from '@nestjs/core';
import { configKey, configure } from '../../src/ground/config.module.js';
import { Problem } from '../../src/ground/problem.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil env ü-'));
});
afterEach(() => rm(folder, { recursive: true }));

const dotenv = (text: string) => writeFile(join(folder, '.env'), text);

describe('.env', () => {
  test('fills in what the environment leaves absent or empty, and overrides nothing', async () => {
    await dotenv('PORT=4000\nHOST=0.0.0.0\n# a remark\nLOG_LEVEL="warn"\nRETENTION_YEARS=\n');
    const { config } = await configure({ folder, env: { PORT: '5000', HOST: '' } });
    expect(config).toMatchObject({ port: 5000, host: '0.0.0.0', logLevel: 'warn', retentionYears: 6 });
  });

  test('a command’s own defaults give way to both', async () => {
    const otherwise = { LOG_LEVEL: 'warn' };
    expect((await configure({ folder, env: {}, otherwise })).config.logLevel).toBe('warn');
    await dotenv('LOG_LEVEL=debug');
    expect((await configure({ folder, env: {}, otherwise })).config.logLevel).toBe('debug');
  });

  test('is not read when a command brings all its settings itself', async () => {
    await dotenv('PORT=4000');
    expect((await configure({ folder: null, env: {} })).config.port).toBe(3000);
  });

  test('its secrets do not get into the environment, which every child process inherits', async () => {
    await dotenv('WEBHOOK_SECRET=not-for-others');
    await configure({ folder, env: {} });
    expect(Object.values(process.env)).not.toContain('not-for-others');
  });

  test('everything wrong in it and in the environment is listed at once, for exit code 2', async () => {
    await dotenv('PORT=abc\nSYNC_CRON=daily');
    const problem = await configure({ folder, env: { LOG_LEVEL: 'loud' } }).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(Problem);
    const { detail, exitCode } = problem as Problem;
    expect(exitCode).toBe(2);
    expect(detail.split('\n').map((line) => line.split(' ')[0])).toEqual(['PORT', 'SYNC_CRON', 'LOG_LEVEL']);
  });

  test('that is a folder is reported in words', async () => {
    await mkdir(join(folder, '.env'));
    const problem = await configure({ folder, env: {} }).catch((error: unknown) => error);
    expect(problem).toMatchObject({ title: 'The configuration cannot be read', exitCode: 2 });
  });
});

test('every part of the program gets the same frozen object', async () => {
  const { config, module } = await configure({ folder, env: { PORT: '4321' }, role: 'worker' });
  class Process {}
  const app = await NestFactory.createApplicationContext({ module: Process, imports: [module] }, { logger: false });
  expect(app.get(configKey)).toBe(config);
  expect(Object.isFrozen(config)).toBe(true);
  expect([config.port, config.role]).toEqual([4321, 'worker']);
  expect(app.get(ConfigService).get('counterfoil.port')).toBe(4321);
  await app.close();
});
