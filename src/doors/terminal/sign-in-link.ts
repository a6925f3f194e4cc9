import type { Command } from 'commander';
import { byCommand, commandActor, withRooms } from './boot.js';
import { json, print } from './output.js';
import { type RightsOptions, rightsFrom, withRightsOptions } from './rights.js';
import { momentInWords } from '../../ground/london.js';

interface LinkOptions extends RightsOptions {
  readonly person?: string;
  readonly name?: string;
  readonly json?: boolean;
}

export function register(program: Command): void {
  withRightsOptions(
    program.command('sign-in-link').description('make a link that signs a browser in, once'),
    'reviewer',
  )
    .option('--person <person>', 'who signs in: someone in `counterfoil people list`, with their rights')
    .option('--name <name>', 'who signs in (default: you); added with these rights if no one has the name')
    .option('--json', 'answer {"url", "expiresAt"}')
    .addHelpText('after', '\nAnyone with the link can sign in: send it as you would send a password.')
    .action(async ({ person, name, json: asJson, ...options }: LinkOptions) => {
      await withRooms(async (rooms) => {
        const { People } = await import('../../access/people.js');
        const { SignInLinks } = await import('../../access/sign-in-links.js');
        const { configKey } = await import('../../ground/config.module.js');
        const { Database } = await import('../../ground/database.js');
        const rights = person
          ? await new People(rooms.get(Database)).find(person)
          : await rightsFrom(rooms, name ?? commandActor(), options);
        const links = new SignInLinks(rooms.get(Database), rooms.get(configKey));
        const { url, expiresAt, name: who, role } = await links.make(rights, undefined, await byCommand(rooms));
        if (asJson) return json({ url, expiresAt: expiresAt.toISOString() });
        print(url);
        print(`\nSigns "${who}" (${role}) in, once, until ${momentInWords(expiresAt)}.`);
      });
    });
}
