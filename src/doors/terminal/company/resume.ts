import type { Command } from 'commander';
import { resumeCompany } from '../../../answers/companies.js';
import { withSending } from '../../../views/words/sending-in-words.js';
import { declared } from '../declared-command.js';

export function register(program: Command): void {
  declared(program.command('resume'), resumeCompany, {
    words: ['company'],
    print: ({ name, sending }) => withSending(`${name} works again.`, sending),
  });
}
