import type { Command } from 'commander';
import type { Company } from '../../../companies/company.js';
import { withRooms } from '../boot.js';
import { companyAnswer } from './company-answer.js';
import { json, print, table } from '../output.js';
import { momentInWords } from '../../../ground/london.js';

export function register(program: Command): void {
  program
    .command('companies')
    .description('list every company: its state, mode, cut-over and what is wrong with it')
    .option('--json', 'answer [{"company", "subdomain", "life", "mode", "postFrom", …}]')
    .action(async (options: { json?: boolean }) => {
      await withRooms(async (rooms) => {
        const { Companies } = await import('../../../companies/companies.js');
        const companies: Company[] = [];
        for await (const company of rooms.get(Companies).all()) companies.push(company);
        if (options.json) return json(companies.map(companyAnswer));
        if (companies.length === 0) return print('No company is connected yet: counterfoil connect --name NAME');
        print(
          table(companies.map(companyAnswer), [
            { heading: 'Company', value: (row) => row.company },
            { heading: 'Subdomain', value: (row) => row.subdomain ?? '' },
            { heading: 'Life', value: (row) => row.life },
            { heading: 'Mode', value: (row) => row.mode },
            { heading: 'Post from', value: (row) => row.postFrom ?? 'always' },
            { heading: 'Policy', value: (row) => `v${row.policyVersion}`, right: true },
            { heading: 'Last synced', value: (row) => (row.lastSyncedAt ? momentInWords(row.lastSyncedAt) : 'never') },
            { heading: 'Problem', value: (row) => row.problem ?? '' },
          ]),
        );
      });
    });
}
