import type { Command } from 'commander';
import { actNamed, doAct, waitingFor } from './act.js';
import { postAllClean, type PostAllOptions } from './post-all-clean.js';
import { adjustmentOption, type AddressOptions, byMonthOrYear, monthArgument, paidOption } from './run-options.js';

export function register(program: Command): void {
  const command = program
    .command('post')
    .description('post a run that is ready, or all clean ones at once')
    .argument('[company]', 'its name, id or subdomain')
    .addArgument(monthArgument())
    .addOption(paidOption())
    .addOption(adjustmentOption())
    .option(
      '--all-clean',
      'every clean ready run of one month: no hold, no warning but those the policy expects, agreed to the PAYE due or not due yet, within the policy’s variance',
    )
    .option('--all-periods', 'with --all-clean: every month')
    .option('--yes', 'with --all-clean: the answer to the question that a terminal is asked')
    .requiredOption('--reason <text>', 'why; kept with the decision')
    .option('--json', 'answer the pay run, or the list of pay runs, after the act')
    .addHelpText(
      'after',
      `
Waits for up to a minute where the books have just refused the run: they may still make it.

Examples:
  counterfoil post "Ash Ltd" oct-2025 --reason "Agreed to the payroll report"
  counterfoil post --all-clean oct-2025 --reason "October reviewed"`,
    );
  byMonthOrYear(command).action(
    async (
      company: string | undefined,
      month: string[],
      options: PostAllOptions & AddressOptions & { allClean?: boolean },
    ) => {
      if (options.allClean) return postAllClean(company === undefined ? [] : [company, ...month], options);
      if (company !== undefined) return doAct([company, month], options, waitingFor(actNamed('post')));
      return command.error('error: name the pay run (COMPANY MONTH), or give --all-clean', { exitCode: 2 });
    },
  );
}
