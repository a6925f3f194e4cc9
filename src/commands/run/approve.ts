import type { Command } from 'commander';
import { type ActOptions, doAct, reasoned } from './act.js';
import { addressedSet } from './run-options.js';

export function register(program: Command): void {
  const command = program
    .command('approve')
    .description('release one hold, for the pay run’s present figures')
    .argument('<hold>', 'the code of the hold, such as possible_double_count');
  reasoned(addressedSet(command)).action(
    (hold: string, company: string, year: number, period: number | undefined, options: ActOptions) =>
      doAct([company, year, period], options, async (tools, ref, how) => {
        const { approve } = await import('../../acts/approval/approve.js');
        return approve(tools, ref, { ...how, hold });
      }),
  );
}
