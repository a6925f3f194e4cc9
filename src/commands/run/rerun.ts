import type { Command } from 'commander';
import { type ActOptions, doAct, reasoned } from './act.js';
import { addressedSet } from './run-options.js';

export function register(program: Command): void {
  reasoned(
    addressedSet(program.command('rerun').description('read one period again and do what is due; never posts twice')),
  ).action((company: string, year: number, period: number | undefined, options: ActOptions) =>
    doAct([company, year, period], options, async (tools, ref, how) => {
      const { rerun } = await import('../../acts/runs/rerun.js');
      return rerun(tools, ref, how);
    }),
  );
}
