import { type Command, Option } from 'commander';
import { type RecoveryRate, recoveryRates } from '../../journal/paye/recovery-rates.js';
import { type ActOptions, doAct, reasoned } from './act.js';
import { addressedRun } from './run-options.js';

interface Options extends ActOptions {
  readonly rate: RecoveryRate;
  readonly user?: string;
  readonly field?: string;
}

export function register(program: Command): void {
  const command = program
    .command('recover')
    .description('decide at which rate HMRC gives back statutory parental pay; then its recovery is posted');
  reasoned(addressedRun(command))
    .addOption(
      new Option('--rate <rate>', 'usual: 92 %; small_employer: all of it, with the compensation of the day')
        .choices([...recoveryRates])
        .makeOptionMandatory(),
    )
    .option('--user <url>', 'one person’s claims only')
    .option('--field <field>', 'one kind of pay only, such as statutory_maternity_pay')
    .action((company: string, year: number, period: number | undefined, options: Options) =>
      doAct([company, year, period], options, async (tools, ref, how) => {
        const { decideRecovery } = await import('../../acts/runs/decide-recovery.js');
        const { rate, user, field } = options;
        return decideRecovery(tools, ref, { ...how, rate, user, field });
      }),
    );
}
