import type { Command } from 'commander';
import { byCommand, withRooms } from '../boot.js';
import { json, print } from '../output.js';
import { addressedRun, addressOf, type AddressOptions } from './run-options.js';

interface Options extends AddressOptions {
  readonly to?: string;
  readonly json?: boolean;
}

export function register(program: Command): void {
  addressedRun(program.command('assign').description('make a pay run someone’s work; My work shows each their own'), [
    '',
    '--to "Ann Ash"',
  ])
    .option('--to <person>', 'their name, e-mail address or id; without it: no one')
    .option('--json', 'answer {"company", "year", "period", "assignedTo"}')
    .action(async (named: string, month: string[], options: Options) => {
      const address = addressOf(month, options);
      const { to, json: asJson } = options;
      await withRooms(async (rooms) => {
        const { assign } = await import('../../../acts/runs/assign.js');
        const { ActTools } = await import('../../../acts/act-tools.js');
        const { Companies } = await import('../../../companies/companies.js');
        const company = await rooms.get(Companies).find(named);
        const asked = { who: await byCommand(rooms), to: to ?? null };
        const person = await assign(rooms.get(ActTools), { company, ...address }, asked);
        if (asJson)
          return json({
            company: company.name,
            year: address.year,
            period: address.period,
            assignedTo: person?.name ?? null,
          });
        print(person ? `It is ${person.name}'s work now.` : 'It is no one’s work now.');
      });
    });
}
