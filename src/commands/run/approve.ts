import type { Command } from 'commander';
import { type ActOptions, doAct, reasoned } from './act.js';
import { addressedSet } from './run-options.js';

interface ApproveOptions extends ActOptions {
  readonly user?: string;
}

export function register(program: Command): void {
  const command = program
    .command('approve')
    .description('release one hold, for the pay run’s present figures')
    .argument('<hold>', 'the code of the hold, such as possible_double_count');
  reasoned(addressedSet(command))
    .option('--user <person>', 'only what holds this person’s payslip, by name or url')
    .action((hold: string, company: string, year: number, period: number | undefined, options: ApproveOptions) =>
      doAct([company, year, period], options, async (tools, ref, how) => {
        const { approve } = await import('../../acts/approval/approve.js');
        return approve(tools, ref, { ...how, hold, user: options.user });
      }),
    );
}
