import type { Command } from 'commander';
import { eraseOfCompany } from '../../../answers/companies.js';
import { declared } from '../declared-command.js';

export function register(program: Command): void {
  declared(program.command('erase'), eraseOfCompany, {
    words: ['person'],
    ask: ({ company, everything }) => ({
      question: `Erase ${everything ? 'all that is kept of' : 'this person from the closed tax years of'} ${company} for ever?`,
      otherwise: 'Not erased',
    }),
    print: ({ company, payRuns }, { everything }) =>
      everything
        ? `Erased all that was kept of ${payRuns} pay runs of ${company}. Its log stays, with a line about it.`
        : `Erased from ${payRuns} pay runs of ${company}. The log has a line about it, without the name.`,
  });
}
