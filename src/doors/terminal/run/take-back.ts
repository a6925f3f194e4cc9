import type { Command } from 'commander';
import { runActs } from '../../../acts/run-acts.js';
import { actNamed, type ActOptions, doAct, reasoned } from './act.js';
import { addressedSet } from './run-options.js';

export function register(program: Command): void {
  const command = program
    .command('take-back')
    .description(runActs['take-back'].summary)
    .argument('<decision>', 'its short id, as `show` and the log have it, such as 1a2b3c4d or policy-7');
  reasoned(addressedSet(command, ['1a2b3c4d', '--reason "Decided by mistake"'])).action(
    (decision: string, company: string, month: string[], options: ActOptions) =>
      doAct([company, month], options, actNamed('take-back', { decision })),
  );
}
