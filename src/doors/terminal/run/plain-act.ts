import type { Command } from 'commander';
import { runActOf, type RunActName } from '../../../acts/run-acts.js';
import { actNamed, type ActOptions, doAct, reasoned } from './act.js';
import { addressedRun, addressedSet } from './run-options.js';

/** An act that needs only a reason. */
export const plainAct = (name: RunActName) => ({
  register(program: Command): void {
    const { summary, ofAdjustments } = runActOf(name);
    const command = program.command(name).description(summary);
    const example = ['', `--reason "Checked with the client"`] as const;
    reasoned(ofAdjustments ? addressedSet(command, example) : addressedRun(command, example)).action(
      (company: string, month: string[], options: ActOptions) => doAct([company, month], options, actNamed(name)),
    );
  },
});
