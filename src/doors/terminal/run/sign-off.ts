import type { Command } from 'commander';
import { runActs } from '../../../acts/run-acts.js';
import { actNamed, type ActOptions, doAct, reasoned } from './act.js';
import { addressedRun } from './run-options.js';

export function register(program: Command): void {
  const command = program.command('sign-off').description(runActs['sign-off'].summary);
  reasoned(addressedRun(command, ['', '--reason "Checked with the client"']))
    .option('--withdraw', 'take a sign-off back: it is to be given again')
    .action((company: string, month: string[], options: ActOptions & { withdraw?: true }) =>
      doAct([company, month], options, actNamed('sign-off', options.withdraw ? { withdraw: true } : {})),
    );
}
