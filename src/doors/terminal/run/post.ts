import type { Command } from 'commander';
import { actNamed, doAct } from './act.js';
import { postAllClean, type PostAllOptions } from './post-all-clean.js';
import {
  chosenPeriod,
  adjustmentOption,
  monthOption,
  paidOption,
  period,
  periodWords,
  year,
  yearWords,
} from './run-options.js';

export function register(program: Command): void {
  const command = program
    .command('post')
    .description('post a run that is ready, or all clean ones at once')
    .argument('[company]', 'its name, id or subdomain')
    .argument('[year]', yearWords, year)
    .argument('[period]', periodWords, period)
    .addOption(paidOption())
    .addOption(adjustmentOption())
    .option(
      '--all-clean',
      'every clean ready run of one month: no hold, no warning but those the policy expects, agreed to the PAYE due or not due yet, within the policy’s variance',
    )
    .option('--year <year>', 'with --all-clean: the tax year', year)
    .option('--period <period>', 'with --all-clean: its month, 0 to 11 (0 = April)', period)
    .addOption(monthOption())
    .option('--all-periods', 'with --all-clean: every month')
    .option('--yes', 'with --all-clean: the answer to the question that a terminal is asked')
    .requiredOption('--reason <text>', 'why; kept with the decision')
    .option('--json', 'answer the pay run, or the list of pay runs, after the act')
    .addHelpText(
      'after',
      `
Examples:
  counterfoil post "Ash Ltd" 2026/27 --month 7 --reason "Agreed to the payroll report"
  counterfoil post --all-clean --year 2026/27 --month 7 --reason "October reviewed"`,
    );
  command.action(
    async (
      company: string | undefined,
      inYear: number | undefined,
      named: number | undefined,
      options: PostAllOptions & { allClean?: boolean; paid?: string; adjustment?: string },
    ) => {
      if (options.allClean) {
        const month = chosenPeriod(named ?? options.period, options);
        return postAllClean(company, { ...options, year: inYear ?? options.year, period: month });
      }
      if (company === undefined || inYear === undefined)
        return command.error('error: name the pay run (COMPANY YEAR PERIOD), or give --all-clean', { exitCode: 2 });
      return doAct([company, inYear, named], options, actNamed('post'));
    },
  );
}
