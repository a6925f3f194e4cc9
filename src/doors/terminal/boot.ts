import { userInfo } from 'node:os';
import type { INestApplicationContext } from '@nestjs/common';
import type { Principal } from '../../access/principal.js';
import type { Who } from '../../acts/act.js';
import type { Database } from '../../ground/database.js';

/**
 * Runs one act of a command: reads the configuration, opens and migrates the database, and closes all of it afterwards.
 */
export async function withRooms<T>(act: (rooms: INestApplicationContext) => Promise<T>): Promise<T> {
  const { configure } = await import('../../ground/config.module.js');
  const application = await import('../../app/application.js');
  // A command prints its own answer, so what the rooms log at level info is left out unless LOG_LEVEL is set.
  return application.withRooms(await configure({ otherwise: { LOG_LEVEL: 'warn' } }), act);
}

/** The name of the terminal's user, for the log. */
export function commandActor(): string {
  try {
    return userInfo().username;
  } catch {
    // A container's user may have no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** A person who can run a command reaches every company. The log names the person with this login, if there is one. */
export async function terminalPrincipal(database: Database): Promise<Principal> {
  const { People } = await import('../../access/people.js');
  const login = commandActor();
  const person = await new People(database).atTerminal(login);
  const { name = login, id } = person ?? {};
  return { name, person: id, role: 'admin', pay: true, companies: null, via: 'terminal' };
}

export async function byCommand(rooms: INestApplicationContext): Promise<Who> {
  const { Database } = await import('../../ground/database.js');
  return byCommandOn(rooms.get(Database));
}

export async function byCommandOn(database: Database): Promise<Who> {
  const { name: actor, person } = await terminalPrincipal(database);
  return { actor, person, trigger: 'command', companies: null };
}
