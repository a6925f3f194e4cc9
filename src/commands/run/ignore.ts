import type { Command } from 'commander';
import { type ActOptions, doAct, reasoned } from './act.js';
import { addressedSet } from './run-options.js';

export function register(program: Command): void {
  reasoned(
    addressedSet(
      program.command('ignore').description('leave a pay run alone for good: never posted, amended or held'),
    ),
  ).action((company: string, year: number, period: number | undefined, options: ActOptions) =>
    doAct([company, year, period], options, async (tools, ref, how) => {
      const { ignore } = await import('../../acts/runs/ignore.js');
      return ignore(tools, ref, how);
    }),
  );
}
