import { type Command, Option } from 'commander';
import type { AdjustAct } from '../../../acts/runs/adjust.js';
import { type EnteredKind, enteredKinds } from '../../../journal/nouns/adjustment.js';
import { type ActOptions, doAct } from './act.js';
import { accountAndAmount, addressedMonth, date } from './run-options.js';

type Line = AdjustAct['lines'][number];

interface Options extends ActOptions {
  readonly kind: EnteredKind;
  readonly line: readonly Line[];
  readonly due?: string;
  readonly inPayment?: boolean;
  readonly number?: number;
  readonly another?: boolean;
}

export function register(program: Command): void {
  addressedMonth(
    program
      .command('adjust')
      .description('post what else is owed to HMRC: apprenticeship levy, Class 1A NI, a correction agreed with HMRC'),
    ['', '--kind levy --line 405=125.00 --line 814=-125.00 --reason "Levy of October"'],
  )
    .addOption(new Option('--kind <kind>', 'what it is').choices([...enteredKinds]).makeOptionMandatory())
    .addOption(
      new Option('--line <account=amount>', 'a line; debits positive, credits negative; once for each')
        .argParser(line)
        .makeOptionMandatory(),
    )
    .option('--due <date>', 'when HMRC is to be paid, where it is not the usual day', date)
    .option('--in-payment', 'payroll’s own payment to HMRC includes it')
    .option('--number <number>', 'change the one with this number, instead of a new one', Number)
    .option('--another', 'enter a new one even though the month has one with the same lines')
    .requiredOption('--reason <text>', 'why; kept with it')
    .option('--json', 'answer the journal set after the act')
    .addHelpText(
      'after',
      `
It is dated the end of its tax month; Class 1A NI to 2026/27 accrues on 5 April and is due on 22 July; from 2027/28 it goes with its month.
Amended and reversed as a pay run is: counterfoil reverse "Ash Ltd" oct-2025 --adjustment levy-1 --reason "Entered twice"`,
    )
    .action((company: string, month: string[], options: Options) =>
      doAct([company, month], options, async (tools, ref, how) => {
        const { adjust } = await import('../../../acts/runs/adjust.js');
        const { kind, line: lines, due: dueOn, inPayment, number, another } = options;
        return adjust(tools, ref, { ...how, kind, lines, dueOn, inPayment, number, another });
      }),
    );
}

function line(text: string, before: readonly Line[] | undefined): readonly Line[] {
  return [...(before ?? []), accountAndAmount(text, 'A line is ACCOUNT=AMOUNT, such as 814=-125.00.')];
}
