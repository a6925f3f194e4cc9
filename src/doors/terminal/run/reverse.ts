import type { Command } from 'commander';
import { runActs } from '../../../acts/run-acts.js';
import { actNamed, type ActOptions, doAct, reasoned } from './act.js';
import { addressedSet, date } from './run-options.js';

export function register(program: Command): void {
  const command = program.command('reverse').description(runActs.reverse.summary);
  reasoned(addressedSet(command, ['', '--reason "Posted twice"']))
    .option('--on <date>', 'the date of the reversal (default: the pay date, or the first open day)', date)
    .action((company: string, month: string[], options: ActOptions & { on?: string }) =>
      doAct([company, month], options, actNamed('reverse', { on: options.on })),
    );
}
