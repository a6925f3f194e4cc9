import type { Command } from 'commander';
import type { Imported, ListedClient } from '../../../companies/practice-import.js';
import { byCommand, withRooms } from '../boot.js';
import { companyAnswer, companyShown } from '../../../answers/companies.js';
import { named } from '../../../answers/named.js';
import { dateOption, modeOption } from './company-options.js';
import { json, note, progress, print } from '../output.js';
import { addTo as addSettings } from './clients-settings.js';
import { textOf } from './text-of.js';

interface Options {
  readonly mode: 'auto' | 'approve' | 'check';
  readonly postFrom?: string;
  readonly csv?: string;
  readonly json?: boolean;
}

export function register(program: Command): void {
  const clients = program.command('clients').description('the clients of a connected practice, and settings of many');
  clients
    .command('import')
    .description('add a practice’s clients as companies, all or those listed; run again, it adds new ones')
    .addOption(modeOption())
    .addOption(dateOption())
    .option(
      '--csv <file>',
      'only those listed: columns subdomain, and if wanted name, mode, post_from ("-": standard input)',
    )
    .option('--json', 'answer {"imported", "known", "leftOut"}')
    .action(importAndAnswer);
  addSettings(clients);
}

async function importAndAnswer({ csv, json: asJson, mode, postFrom }: Options): Promise<void> {
  await withRooms(async (rooms) => {
    const { ActTools } = await import('../../../acts/act-tools.js');
    const { importClients } = await import('../../../acts/companies/import-clients.js');
    const listed = csv === undefined ? undefined : await readListed(csv);
    const done: Imported[] = [];
    const bar = progress('Importing');
    const steps = importClients(rooms.get(ActTools), { mode, postFrom, listed }, await byCommand(rooms));
    for await (const { imported, total } of steps) {
      done.push(imported);
      bar.report(done.length, total ?? done.length);
    }
    bar.end();

    const imported = done.flatMap((one) =>
      one.outcome === 'imported' ? [named(companyAnswer, companyShown(one.company))] : [],
    );
    const known = done.filter((one) => one.outcome === 'known').length;
    const leftOut = done.flatMap((one) => (one.outcome === 'leftOut' ? [one] : []));
    if (leftOut.some((one) => one.failed)) process.exitCode = 3;
    if (asJson) {
      return json({
        imported,
        known,
        leftOut: leftOut.map(({ name, subdomain, reason }) => ({ company: name, subdomain, reason })),
      });
    }
    print(`Imported ${imported.length} clients; ${known} were there already, ${leftOut.length} left out.`);
    for (const { name, reason } of leftOut) note(`Left out: ${name}: ${reason}`);
  });
}

async function readListed(file: string): Promise<readonly ListedClient[]> {
  const { listedClients } = await import('./client-list.js');
  return listedClients(await textOf(file));
}
