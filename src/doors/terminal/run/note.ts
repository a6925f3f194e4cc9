import type { Command } from 'commander';
import { noteRun } from '../../../answers/work.js';
import { workAct } from './work-act.js';

export function register(program: Command): void {
  const example = ['', '--words "Agreed by telephone"'] as const;
  workAct(program.command('note').requiredOption('--words <text>', 'what to note'), noteRun, {
    example,
    given: ({ words }) => ({ words }),
    print: () => 'Noted.',
  });
}
