import type { Command } from 'commander';
import type { Config } from '../../ground/config.js';
import { byCommand, withRooms } from './boot.js';
import { json, print } from './output.js';

interface Options {
  readonly person?: string;
  readonly json?: boolean;
}

export function register(program: Command): void {
  program
    .command('digest')
    .description('what needs you, by company, and what falls due, as in the e-mail')
    .option('--print', 'print it; nothing is sent', true)
    .option('--person <person>', 'as this person would get it (default: you, who see every company)')
    .option(
      '--json',
      'answer {"companies": [{"company", "needsYou", "ready", "clientAsks", "clientSilent", "notSynced", "notSyncedSince"?}], "due"?: {"on", "month"}}',
    )
    .action(async ({ person: named, json: asJson }: Options) => {
      await withRooms(async (rooms) => {
        const { People } = await import('../../access/people.js');
        const { configKey } = await import('../../ground/config.module.js');
        const { Database } = await import('../../ground/database.js');
        const { digestAt, digestFor, digestInWords } = await import('../../views/month/digest.js');
        const database = rooms.get(Database);
        const people = new People(database);
        const id = named ?? (await byCommand(rooms)).person;
        const person = id === undefined ? { pay: true, companies: null } : await people.find(id);
        const { publicUrl, syncCron } = rooms.get<Config>(configKey);
        const at = digestAt(database.clock.now(), syncCron);
        const digest = await database.read((rows) => digestFor(rows, person, at));
        const { companies, due } = digest;
        if (asJson) return json({ companies, due });
        print(digestInWords(digest, publicUrl));
      });
    });
}
