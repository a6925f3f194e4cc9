import type { Command } from 'commander';
import { pauseCompany } from '../../../answers/companies.js';
import { withSending } from '../../../views/words/sending-in-words.js';
import { declared } from '../declared-command.js';

export function register(program: Command): void {
  declared(program.command('pause'), pauseCompany, {
    words: ['company'],
    print: ({ name, sending }) =>
      withSending(`${name} is paused: nothing is fetched or posted until \`counterfoil resume\`.`, sending),
  });
}
