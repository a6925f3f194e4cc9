import type { Command } from 'commander';
import { runActs } from '../../../acts/run-acts.js';
import { actNamed, type ActOptions, doAct } from './act.js';
import type { AllOptions } from './all-at-once.js';
import { byMonthOrYear, monthArgument, paidOption } from './run-options.js';
import { signOffAll } from './sign-off-all.js';

export function register(program: Command): void {
  const command = program
    .command('sign-off')
    .description(runActs['sign-off'].summary)
    .argument('[company]', 'its name, id or subdomain')
    .addArgument(monthArgument())
    .addOption(paidOption())
    .option('--withdraw', 'take a sign-off back: it has to be given again')
    .option(
      '--all',
      'every run of one month that is posted as payroll has it, agreed to the PAYE due and read within a day',
    )
    .option('--yes', 'with --all: the answer to the question that a terminal is asked')
    .requiredOption('--reason <text>', 'why; kept with the decision')
    .option('--json', 'answer the pay run, or the list of pay runs, after the act')
    .addHelpText(
      'after',
      `
Examples:
  counterfoil sign-off "Ash Ltd" oct-2025 --reason "Checked with the client"
  counterfoil sign-off --all oct-2025 --reason "October reviewed"`,
    );
  byMonthOrYear(command).action(
    async (
      company: string | undefined,
      month: string[],
      options: ActOptions & AllOptions & { withdraw?: true; all?: true },
    ) => {
      if (options.all && options.withdraw)
        return command.error('error: --withdraw is of one pay run, and not for --all', { exitCode: 2 });
      if (options.all) return signOffAll(company === undefined ? [] : [company, ...month], options);
      const given = options.withdraw ? { withdraw: true } : {};
      if (company !== undefined) return doAct([company, month], options, actNamed('sign-off', given));
      return command.error('error: name the pay run (COMPANY MONTH), or give --all', { exitCode: 2 });
    },
  );
}
