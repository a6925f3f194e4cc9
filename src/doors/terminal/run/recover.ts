import { type Command, Option } from 'commander';
import { type RecoveryRate, recoveryRates } from '../../../journal/paye/recovery-rates.js';
import { runActs } from '../../../acts/run-acts.js';
import { actNamed, type ActOptions, doAct, reasoned } from './act.js';
import { addressedRun } from './run-options.js';

interface Options extends ActOptions {
  readonly rate: RecoveryRate;
  readonly user?: string;
  readonly field?: string;
}

export function register(program: Command): void {
  const command = program.command('recover').description(runActs.recover.summary);
  reasoned(addressedRun(command, ['', '--rate small_employer --reason "Small employer"']))
    .addOption(
      new Option('--rate <rate>', 'usual: 92 %; small_employer: all of it, with the compensation of the day')
        .choices([...recoveryRates])
        .makeOptionMandatory(),
    )
    .option('--user <url>', 'one person’s claims only')
    .option('--field <field>', 'one kind of pay only, such as statutory_maternity_pay')
    .action((company: string, month: string[], options: Options) =>
      doAct(
        [company, month],
        options,
        actNamed('recover', { rate: options.rate, user: options.user, field: options.field }),
      ),
    );
}
