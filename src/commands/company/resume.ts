import type { Command } from 'commander';
import { withRooms } from '../boot.js';
import { companyAnswer } from './company-answer.js';
import { changeCompany } from './company-change.js';
import { json, say } from '../output.js';

export function register(program: Command): void {
  program
    .command('resume')
    .description('fetch and post for a paused company again')
    .argument('<company>', 'its name, id or subdomain')
    .option('--json', 'answer {"company", "life", …}')
    .action(async (named: string, options: { json?: boolean }) => {
      await withRooms(async (rooms) => {
        const { Companies } = await import('../../companies/companies.js');
        const companies = rooms.get(Companies);
        const { id } = await companies.find(named);
        const company = await changeCompany(rooms, 'resume', () => companies.resume(id));
        if (options.json) json(companyAnswer(company));
        else say(`${company.name} works again.`);
      });
    });
}
