import type { Command } from 'commander';
import { assignRun } from '../../../answers/work.js';
import { workAct } from './work-act.js';

export function register(program: Command): void {
  const to = program.command('assign').option('--to <person>', 'their name, e-mail address or id; without it: no one');
  workAct(to, assignRun, {
    example: ['', '--to "Ann Ash"'],
    given: ({ to: person }) => ({ to: person ?? null }),
    print: ({ assignedTo }) => (assignedTo ? `It is ${assignedTo.name}'s work now.` : 'It is no one’s work now.'),
  });
}
