import type { Command } from 'commander';
import { runActs } from '../../../acts/run-acts.js';
import { actNamed, type ActOptions, doAct, reasoned } from './act.js';
import { addressedSet } from './run-options.js';

interface ApproveOptions extends ActOptions {
  readonly user?: string;
  readonly difference?: true;
}

export function register(program: Command): void {
  const command = program
    .command('approve')
    .description(runActs.approve.summary)
    .argument('<hold>', 'the code of the hold, such as possible_double_count');
  reasoned(addressedSet(command, ['possible_double_count', '--reason "Two wages of one month"']))
    .option('--user <person>', 'only what holds this person’s payslip, by name or url')
    .option('--difference', 'of year_to_date_differs: post what the year to date has beyond the files, too')
    .action((hold: string, company: string, month: string[], options: ApproveOptions) =>
      doAct(
        [company, month],
        options,
        actNamed('approve', { hold, user: options.user, difference: options.difference }),
      ),
    );
}
