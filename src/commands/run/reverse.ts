import type { Command } from 'commander';
import { type ActOptions, doAct, reasoned } from './act.js';
import { addressedSet, date } from './run-options.js';

export function register(program: Command): void {
  const command = program
    .command('reverse')
    .description('post the negation of what is in the books; a changed run is then posted again');
  reasoned(addressedSet(command))
    .option('--on <date>', 'the date of the reversal (default: the pay date, or the first open day)', date)
    .action((company: string, year: number, period: number | undefined, options: ActOptions & { on?: string }) =>
      doAct([company, year, period], options, async (tools, ref, how) => {
        const { reverse } = await import('../../acts/runs/reverse.js');
        return reverse(tools, ref, { ...how, on: options.on });
      }),
    );
}
