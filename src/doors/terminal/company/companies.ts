import type { Command } from 'commander';
import { listCompanies } from '../../../answers/companies.js';
import { dayInWords } from '../../../journal/nouns/dates.js';
import { declared, listed } from '../declared-command.js';

export function register(program: Command): void {
  declared(program.command('companies'), listCompanies, {
    print: listed(listCompanies.gives, 'No company is connected yet: counterfoil connect --name NAME', {
      Company: 'name',
      Subdomain: 'subdomain',
      Life: 'life',
      Mode: 'mode',
      'Post from': ({ postFrom }) => (postFrom === undefined ? 'always' : dayInWords(postFrom)),
      Policy: ({ policyVersion }) => `v${policyVersion}`,
      'Last synced': 'lastSyncedAt',
      Problem: 'problem',
    }),
  });
}
