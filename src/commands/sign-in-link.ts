import type { Command } from 'commander';
import { byCommand, commandActor, withRooms } from './boot.js';
import { json, say } from './output.js';
import { type RightsOptions, rightsFrom, withRightsOptions } from './rights.js';
import { momentInWords } from '../ground/london.js';

export function register(program: Command): void {
  withRightsOptions(
    program.command('sign-in-link').description('make a link that signs a browser in, once'),
    'reviewer',
  )
    .option('--name <name>', 'who signs in; the log names them (default: you)')
    .option('--json', 'answer {"url", "expiresAt"}')
    .addHelpText('after', '\nWhoever has the link is let in: send it as you would send a password.')
    .action(async ({ name, json: asJson, ...options }: RightsOptions & { name?: string; json?: boolean }) => {
      await withRooms(async (rooms) => {
        const { SignInLinks } = await import('../access/sign-in-links.js');
        const { configKey } = await import('../ground/config.module.js');
        const { Database } = await import('../ground/database.js');
        const rights = await rightsFrom(rooms, name ?? commandActor(), options);
        const links = new SignInLinks(rooms.get(Database), rooms.get(configKey));
        const { url, expiresAt } = await links.make(rights, undefined, byCommand());
        if (asJson) return json({ url, expiresAt: expiresAt.toISOString() });
        say(url);
        say(`\nSigns "${rights.name}" (${rights.role}) in, once, until ${momentInWords(expiresAt)}.`);
      });
    });
}
