import type { Command } from 'commander';
import { byCommand, withRooms } from '../boot.js';
import { companyAnswer } from './company-answer.js';
import { json, say } from '../output.js';

export function register(program: Command): void {
  program
    .command('leave')
    .description('stop working for a company: destroy its keys, keep its record')
    .argument('<company>', 'its name, id or subdomain')
    .option('--force', 'also while it is not known whether a journal was posted')
    .option('--json', 'answer {"company", "life", …}')
    .addHelpText('after', '\nOf a practice, the keys are destroyed with its last client.')
    .action(async (named: string, options: { force?: boolean; json?: boolean }) => {
      await withRooms(async (rooms) => {
        const { Companies } = await import('../../companies/companies.js');
        const { ActTools } = await import('../../acts/act-tools.js');
        const { leaveCompany } = await import('../../acts/leave-company.js');
        const found = await rooms.get(Companies).find(named);
        const { force } = options;
        const company = await leaveCompany(rooms.get(ActTools), found, { who: await byCommand(rooms), force });
        if (options.json) return json(companyAnswer(company));
        say(
          `${company.name} was left: nothing is fetched or posted any more. Its record is kept: counterfoil log --company "${company.name}"`,
        );
      });
    });
}
