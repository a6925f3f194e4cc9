import type { Command } from 'commander';
import { companyAct } from './company-act.js';

export function register(program: Command): void {
  companyAct(
    program.command('pause').description('stop fetching and posting for a company; what was recorded stays readable'),
    async (...asked) => (await import('../../../acts/companies/pause-company.js')).pauseCompany(...asked),
    ({ name }) => `${name} is paused: nothing is fetched or posted until \`counterfoil resume\`.`,
  );
}
