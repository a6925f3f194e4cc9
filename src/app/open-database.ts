import { type Clock, systemClock } from '../ground/clock.js';
import type { Config } from '../ground/config.js';
import { Database, type OpenOptions } from '../ground/database.js';
import { entities } from './entities.js';

export function openDatabase(
  config: Pick<Config, 'databaseUrl'>,
  clock: Clock = systemClock,
  options?: Omit<OpenOptions, 'entities'>,
): Promise<Database> {
  return Database.open(config, clock, { ...options, entities });
}
