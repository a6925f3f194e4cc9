import { type Command, Option } from 'commander';
import {
  type DecisionScope,
  decisionScopes,
  isOfOnePerson,
  type FieldTreatment,
  type Treatment,
  treatmentNames,
} from '../../../journal/policy/decision.js';
import type { SplitPart } from '../../../journal/nouns/split.js';
import type { RunRef } from '../../../acts/act.js';
import type { ActTools } from '../../../acts/act-tools.js';
import type { Tried } from '../../../acts/runs/decisions-tried.js';
import { runActs } from '../../../acts/run-acts.js';
import { wordsOf } from '../../../journal/policy/treatments.js';
import { mustBeSure } from '../asking.js';
import { note } from '../output.js';
import { actNamed, type ActOptions, doAct, reasoned } from './act.js';
import { accountAndAmount, addressedRun } from './run-options.js';

interface DecideOptions extends ActOptions {
  readonly as: Treatment;
  readonly account?: string;
  readonly split?: readonly SplitPart[];
  readonly for: DecisionScope;
  readonly user?: string;
  readonly yes?: boolean;
}

export function register(program: Command): void {
  const command = program
    .command('decide')
    .description(runActs.decide.summary)
    .argument('<field>', 'the payslip field, such as other_deductions');
  reasoned(addressedRun(command, ['other_deductions', '--as deduct --for person --reason "Union dues"']))
    .addOption(new Option('--as <treatment>', 'what it is').choices([...treatmentNames]).makeOptionMandatory())
    .option('--account <code>', 'another account than that treatment has by default')
    .addOption(
      new Option('--split <account=amount>', 'several accounts: fixed amounts first, then ACCOUNT=rest; once for each')
        .argParser(splitPart)
        .conflicts('account'),
    )
    .addOption(
      new Option('--for <whom>', 'one payslip of this run, everybody in the run, one person from now on, …')
        .choices([...decisionScopes])
        .makeOptionMandatory(),
    )
    .option('--user <person>', 'for payslip and person: by name or url, where several have the field')
    .option('--yes', 'do not ask, even if it covers several people')
    .action((field: string, company: string, month: string[], options: DecideOptions) => {
      const decision = { field, as: decisionOf(options), scope: options.for, user: options.user };
      const { scope, ...given } = decision;
      return doAct([company, month], options, async (tools, ref, how) => {
        await sayWhom(tools, ref, decision, options);
        return actNamed('decide', { ...given, for: scope })(tools, ref, how);
      });
    });
}

/** A decision about more than one person shows whom it covers before it is made. */
async function sayWhom(
  tools: ActTools,
  ref: RunRef,
  { field, ...tried }: Tried,
  { yes, json }: DecideOptions,
): Promise<void> {
  if (isOfOnePerson(tried.scope) || tried.user !== undefined) return;
  const { havingField } = await import('../../../acts/runs/decisions-tried.js');
  const { everybody, answeredBy } = (await havingField(tools, ref))(field);
  if (everybody.length < 2) return;
  const answered = answeredBy(tried);
  const people = everybody.map(
    (one) => `  ${one.name} ${one.amount}${answered.includes(one) ? '' : ': stays as decided before'}`,
  );
  note(
    `${wordsOf(field)}: this covers ${answered.length} of ${everybody.length} people in this pay run:\n${people.join('\n')}`,
  );
  await mustBeSure({ yes, json }, { question: 'Decide it for all of them?', otherwise: 'Not decided' });
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
