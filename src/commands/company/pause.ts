import type { Command } from 'commander';
import { byCommand, withRooms } from '../boot.js';
import { companyAnswer } from './company-answer.js';
import { json, print } from '../output.js';

export function register(program: Command): void {
  program
    .command('pause')
    .description('stop fetching and posting for a company; what was recorded stays readable')
    .argument('<company>', 'its name, id or subdomain')
    .option('--json', 'answer {"company", "life", …}')
    .action(async (named: string, options: { json?: boolean }) => {
      await withRooms(async (rooms) => {
        const { Companies } = await import('../../companies/companies.js');
        const { ActTools } = await import('../../acts/act-tools.js');
        const { pauseCompany } = await import('../../acts/pause-company.js');
        const found = await rooms.get(Companies).find(named);
        const company = await pauseCompany(rooms.get(ActTools), found, await byCommand(rooms));
        if (options.json) json(companyAnswer(company));
        else print(`${company.name} is paused: nothing is fetched or posted until \`counterfoil resume\`.`);
      });
    });
}
