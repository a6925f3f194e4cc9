import { userInfo } from 'node:os';
import type { INestApplicationContext } from '@nestjs/common';
import type { Who } from '../acts/act.js';

/** One act of a command among the rooms: configuration read, database open and migrated, everything closed after it. */
export async function withRooms<T>(act: (rooms: INestApplicationContext) => Promise<T>): Promise<T> {
  const { configure } = await import('../ground/config.module.js');
  const application = await import('../app/application.js');
  // A command prints its own answer; what its rooms log is for when it is asked for.
  return application.withRooms(await configure({ otherwise: { LOG_LEVEL: 'warn' } }), act);
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

/** Whoever may run a command reaches every company; the log names the person, where the terminal's user is known as one. */
export async function byCommand(rooms: INestApplicationContext): Promise<Who> {
  const { People } = await import('../access/people.js');
  const { Database } = await import('../ground/database.js');
  const login = commandActor();
  const person = await new People(rooms.get(Database)).atTerminal(login);
  return { actor: person?.name ?? login, person: person?.id, trigger: 'command', companies: null };
}
