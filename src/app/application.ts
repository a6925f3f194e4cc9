import { setFlagsFromString } from 'node:v8';
import type { INestApplicationContext, LoggerService, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { type Clock, systemClock } from '../ground/clock.js';
import { secretsOf } from '../companies/secrets.js';
import type { Configured } from '../ground/config.module.js';
import { createLog, logRequests, nestLog } from '../ground/log.js';
import { RoomsModule } from './rooms.module.js';
import { RootModule } from './root.module.js';
import { openDatabase } from './open-database.js';

/**
 * The heap is swept after it has grown by 70 %, not manyfold: a process then needs little more memory for thousands of
 * companies than for a hundred, at the price of some processor time.
 */
setFlagsFromString('--heap-growing-percent=70');

/** Runs one act of a command, without a server, and closes everything afterwards. */
export async function withRooms<T>(
  configured: Configured,
  act: (rooms: INestApplicationContext) => Promise<T>,
  clock: Clock = systemClock,
): Promise<T> {
  const rooms = await assemble(configured, clock, RoomsModule, (module, options) =>
    NestFactory.createApplicationContext(module, options),
  );
  try {
    return await act(rooms);
  } finally {
    await rooms.close();
  }
}

/** Everything that `serve` runs, not yet listening. */
export async function createService(
  configured: Configured,
  clock: Clock = systemClock,
): Promise<NestExpressApplication> {
  // Imported here, so that commands start faster without the doors.
  const { AppModule } = await import('./app.module.js');
  const { setUpWeb } = await import('./web.js');
  const { problemPage } = await import('../doors/review/frame/problem-page.js');
  return assemble(configured, clock, AppModule, async (module, options, log) => {
    const app = await NestFactory.create<NestExpressApplication>(module, options);
    app.use(logRequests(log));
    setUpWeb(app, configured.config, problemPage);
    return app;
  });
}

type Create<App> = (
  module: object,
  options: { logger: LoggerService; abortOnError: false },
  log: Logger,
) => Promise<App>;

async function assemble<App>(
  { config, module }: Configured,
  clock: Clock,
  rooms: Type,
  create: Create<App>,
): Promise<App> {
  // Checked first: without a key the database is not even opened.
  secretsOf(config);
  const log = createLog(config);
  const database = await openDatabase(config, clock);
  try {
    await database.migrate();
    const root = RootModule.of({ config: module, clock, database });
    return await create(
      { module: Process, imports: [root, rooms] },
      { logger: nestLog(log), abortOnError: false },
      log,
    );
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** An empty module: `assemble` imports the root and the rooms into it. */
class Process {}
