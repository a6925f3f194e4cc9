import type { Server } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Clock } from '../../ground/clock.js';
import type { Config } from '../../ground/config.js';
import type { Configured } from '../../ground/config.module.js';
import type { Database } from '../../ground/database.js';

/** What puts a process together. It knows the doors, so they cannot import it: the bin hands it to them. */
export interface Assembling {
  readonly withRooms: <T>(configured: Configured, act: (rooms: INestApplicationContext) => Promise<T>) => Promise<T>;
  readonly createService: (configured: Configured, clock?: Clock) => Promise<NestExpressApplication>;
  readonly listenForMetrics: (service: NestExpressApplication, config: Config) => Promise<Server | undefined>;
  readonly openDatabase: (config: Config) => Promise<Database>;
}

let given: Assembling;

export function assembleBy(assembling: Assembling): void {
  given = assembling;
}

export const assembling = (): Assembling => given;
