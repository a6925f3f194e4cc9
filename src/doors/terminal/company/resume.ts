import type { Command } from 'commander';
import { companyAct } from './company-act.js';

export function register(program: Command): void {
  companyAct(
    program.command('resume').description('fetch and post for a paused company again'),
    async (...asked) => (await import('../../../acts/companies/resume-company.js')).resumeCompany(...asked),
    ({ name }) => `${name} works again.`,
  );
}
