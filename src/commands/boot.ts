import { userInfo } from 'node:os';
import type { INestApplicationContext } from '@nestjs/common';

/** One act of a command among the rooms: configuration read, database open and migrated, everything closed after it. */
export async function withRooms<T>(act: (rooms: INestApplicationContext) => Promise<T>): Promise<T> {
  const { environment, readConfig } = await import('../ground/config.js');
  const application = await import('../app/application.js');
  const env = environment();
  const config = readConfig(env);
  // A command speaks by itself; what its rooms log is for when it is asked for.
  return application.withRooms(env.LOG_LEVEL ? config : { ...config, logLevel: 'warn' }, act);
}

/** Who acts at a terminal, as the log names them. */
export function commandActor(): string {
  try {
    return userInfo().username;
  } catch {
    // A container's user may have no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

export const byCommand = () => ({ actor: commandActor(), trigger: 'command' });
