import { type Command, Option } from 'commander';
import { type FieldTreatment, type Treatment, treatmentNames } from '../../journal/mapping/decision.js';
import type { SplitPart } from '../../journal/allocation/split.js';
import type { DecisionScope } from '../../record/runs/decision.entity.js';
import { type ActOptions, doAct, reasoned } from './act.js';
import { accountAndAmount, addressedRun } from './run-options.js';

interface DecideOptions extends ActOptions {
  readonly as: Treatment;
  readonly account?: string;
  readonly split?: readonly SplitPart[];
  readonly for: DecisionScope;
  readonly user?: string;
}

export function register(program: Command): void {
  const command = program
    .command('decide')
    .description('decide how a payslip field is treated, and for whom')
    .argument('<field>', 'the payslip field, such as other_deductions');
  reasoned(addressedRun(command))
    .addOption(new Option('--as <treatment>', 'what it is').choices([...treatmentNames]).makeOptionMandatory())
    .option('--account <code>', 'another account than that treatment has by default')
    .addOption(
      new Option('--split <account=amount>', 'several accounts: fixed amounts first, then ACCOUNT=rest; once for each')
        .argParser(splitPart)
        .conflicts('account'),
    )
    .addOption(
      new Option('--for <whom>', 'how far it reaches')
        .choices(['run', 'person', 'company', 'practice'])
        .makeOptionMandatory(),
    )
    .option('--user <person>', 'the person by name or url, where several have the field')
    .action((field: string, company: string, year: number, period: number | undefined, options: DecideOptions) => {
      const decision = { field, as: decisionOf(options), scope: options.for, user: options.user };
      return doAct([company, year, period], options, async (tools, ref, how) => {
        const { decideField } = await import('../../acts/runs/decide-field.js');
        return decideField(tools, ref, { ...how, ...decision });
      });
    });
}

function decisionOf({ as, account, split }: DecideOptions): FieldTreatment {
  if (split) return { as, split };
  return account ? { as, account } : as;
}

/** "049=1.00", or "815=rest" */
function splitPart(text: string, before: readonly SplitPart[] | undefined): readonly SplitPart[] {
  const words = 'A part is ACCOUNT=AMOUNT, such as 049=1.00, or ACCOUNT=rest.';
  const { account, amount } = accountAndAmount(text, words);
  return [...(before ?? []), amount === 'rest' ? { account, rest: true } : { account, amount }];
}
