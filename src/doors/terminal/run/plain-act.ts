import type { Command } from 'commander';
import { runActOf, type RunActName } from '../../../acts/run-acts.js';
import { actNamed, type ActOptions, doAct, reasoned } from './act.js';
import { addressedRun, addressedSet } from './run-options.js';

/** An act that needs only a reason. */
export const plainAct = (name: RunActName) => ({
  register(program: Command): void {
    const { summary, ofAdjustments } = runActOf(name);
    const command = program.command(name).description(summary);
    reasoned(ofAdjustments ? addressedSet(command) : addressedRun(command)).action(
      (company: string, year: number, period: number | undefined, options: ActOptions) =>
        doAct([company, year, period], options, actNamed(name)),
    );
  },
});
