import type { Command } from 'commander';
import { byCommand, withRooms } from '../boot.js';
import { companyAnswer } from './company-answer.js';
import { json, print } from '../output.js';

export function register(program: Command): void {
  program
    .command('resume')
    .description('fetch and post for a paused company again')
    .argument('<company>', 'its name, id or subdomain')
    .option('--json', 'answer {"company", "life", …}')
    .action(async (named: string, options: { json?: boolean }) => {
      await withRooms(async (rooms) => {
        const { Companies } = await import('../../companies/companies.js');
        const { ActTools } = await import('../../acts/act-tools.js');
        const { resumeCompany } = await import('../../acts/resume-company.js');
        const found = await rooms.get(Companies).find(named);
        const company = await resumeCompany(rooms.get(ActTools), found, await byCommand(rooms));
        if (options.json) json(companyAnswer(company));
        else print(`${company.name} works again.`);
      });
    });
}
