import type { Command } from 'commander';
import { type ActOptions, doAct, reasoned } from './act.js';
import { addressedSet } from './run-options.js';

export function register(program: Command): void {
  const command = program
    .command('take-back')
    .description('take back a decision that has not been posted')
    .argument('<decision>', 'its short id, as `show` and the log have it, such as 1a2b3c4d or policy-7');
  reasoned(addressedSet(command)).action(
    (decision: string, company: string, year: number, period: number | undefined, options: ActOptions) =>
      doAct([company, year, period], options, async (tools, ref, how) => {
        const { takeBack } = await import('../../acts/runs/take-back.js');
        return takeBack(tools, ref, { ...how, decision });
      }),
  );
}
