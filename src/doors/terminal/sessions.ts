import type { Command } from 'commander';
import type { INestApplicationContext } from '@nestjs/common';
import { momentInWords } from '../../ground/london.js';
import { byCommand, withRooms } from './boot.js';
import { json, print, table } from './output.js';
import { rightsColumns } from './rights.js';

export function register(program: Command): void {
  const sessions = program.command('sessions').description('who is signed in: list and end sessions');

  sessions
    .command('list', { isDefault: true })
    .description('list the open sessions')
    .option(
      '--json',
      'answer [{"id", "name", "role", "pay", "companies", "person"?, "createdAt", "seenAt", "expiresAt"}]',
    )
    .action(async (options: { json?: boolean }) => {
      await withRooms(async (rooms) => {
        const all = await (await sessionsOf(rooms)).list();
        if (options.json) return json(all);
        if (all.length === 0) return print('No one is signed in.');
        print(
          table(all, [
            { heading: 'Session', value: (row) => row.id },
            { heading: 'Name', value: (row) => row.name },
            ...rightsColumns,
            { heading: 'Since', value: (row) => momentInWords(row.createdAt) },
            { heading: 'Last used', value: (row) => momentInWords(row.seenAt) },
            { heading: 'Until', value: (row) => momentInWords(row.expiresAt) },
          ]),
        );
      });
    });

  sessions
    .command('revoke')
    .description('end a session, or all sessions of a person and their unused sign-in links, at once')
    .argument('<session>', 'its id, or the name of the person')
    .option('--json', 'answer the sessions that ended as `list` does')
    .action(async (named: string, options: { json?: boolean }) => {
      await withRooms(async (rooms) => {
        const { ActTools } = await import('../../acts/act-tools.js');
        const { endSession } = await import('../../acts/people/end-session.js');
        const ended = await endSession(rooms.get(ActTools), named, await byCommand(rooms));
        if (options.json) return json(ended);
        if (ended.length === 0) return print(`"${named}" was not signed in; unused links are void.`);
        for (const { id, name } of ended) print(`Session ${id} of "${name}" has ended.`);
      });
    });
}

async function sessionsOf(rooms: INestApplicationContext) {
  const { Sessions } = await import('../../access/sessions.js');
  const { Database } = await import('../../ground/database.js');
  return new Sessions(rooms.get(Database));
}
