import type { Command } from 'commander';
import { listSessions, revokeSession } from '../../answers/people.js';
import { declared, listed } from './declared-command.js';
import { rightsShown } from './rights.js';

export function register(program: Command): void {
  const sessions = program.command('sessions').description('who is signed in: list and end sessions');

  declared(sessions.command('list', { isDefault: true }), listSessions, {
    print: listed(listSessions.gives, 'No one is signed in.', {
      Session: 'id',
      Name: 'name',
      ...rightsShown,
      Since: 'createdAt',
      'Last used': 'seenAt',
      Until: 'expiresAt',
    }),
  });

  declared(sessions.command('revoke'), revokeSession, {
    words: ['session'],
    print: ({ items }, { session }) =>
      items.length === 0
        ? `"${session}" was not signed in; unused links are void.`
        : items.map(({ id, name }) => `Session ${id} of "${name}" has ended.`).join('\n'),
  });
}
