import type { Command } from 'commander';
import { type ActOptions, doAct, reasoned } from './act.js';
import { addressedSet } from './run-options.js';

export function register(program: Command): void {
  reasoned(
    addressedSet(
      program
        .command('amend')
        .description('change the set in the books to what payroll is now, with its date when the pay date moved'),
    ),
  ).action((company: string, year: number, period: number | undefined, options: ActOptions) =>
    doAct([company, year, period], options, async (tools, ref, how) => {
      const { amend } = await import('../../acts/runs/amend.js');
      return amend(tools, ref, how);
    }),
  );
}
