import { paidInWords } from '../../../journal/nouns/pay-key.js';
import { type Command, Option } from 'commander';
import type { Database } from '../../../ground/database.js';
import { adjustmentName } from '../../../journal/nouns/adjustment.js';
import { monthInWords } from '../../../journal/nouns/dates.js';
import { isAdjustment, type KindsShown, kindsShown } from '../../../record/runs/adjustment.js';
import type { PayRunRecord } from '../../../record/runs/pay-run.entity.js';
import { type RunState, runStates } from '../../../record/runs/run-state.js';
import type { NamedRun } from '../../../views/lists/run-row.js';
import { adjustmentInWords, stateWords } from '../../../views/words/words.js';
import { withRooms } from '../boot.js';
import { type Column, json, jsonText, print, printRows } from '../output.js';
import { adjustmentAnswer } from './adjustment-answer.js';
import { runAnswer, whyOf } from './run-answer.js';
import { byMonthOrYear, type MonthOptions, monthOrYear } from './run-options.js';

interface RunsOptions extends MonthOptions {
  company?: string;
  state?: RunState;
  kind: KindsShown;
  all?: boolean;
  json?: boolean;
}

export function register(program: Command): void {
  const command = program
    .command('runs')
    .description('list pay runs and what state each is in; the latest first')
    .option('--company <company>', 'its name, id or subdomain');
  byMonthOrYear(command)
    .addOption(new Option('--state <state>', 'only those in this state').choices([...runStates]))
    .addOption(
      new Option('--kind <kind>', 'pay runs, or adjustments of PAYE: recoveries, levy, Class 1A, other')
        .choices([...kindsShown])
        .default('payroll'),
    )
    .option('--all', 'on a terminal more than fits it')
    .option('--json', 'answer [{"company", "kind", "year", "period", "datedOn", "state", "tag", …}], the oldest first')
    .addHelpText('after', '\nExample:\n  counterfoil runs --month oct-2025 --state held')
    .action(async (options: RunsOptions) => {
      const { year, period } = monthOrYear(options);
      await withRooms(async (rooms) => {
        const { Database } = await import('../../../ground/database.js');
        const { Companies } = await import('../../../companies/companies.js');
        const named = options.company ? await rooms.get(Companies).find(options.company) : undefined;
        const filter = {
          companyId: named?.id,
          year,
          period,
          state: options.state,
          kind: options.kind,
        };
        const { everyRun } = await import('../../../views/lists/queries.js');
        const pages = (order: 'latest' | 'oldest') => everyRun(rooms.get(Database), filter, order);
        if (options.json) return writeJson(pages('oldest'));
        if (!(await writeTable(pages('latest'), options))) print(await noneInWords(rooms.get(Database)));
      });
    });
}

/** A list is also empty because of its options, which must not look as if nothing had ever been fetched. */
async function noneInWords(database: Database): Promise<string> {
  const { PayRunRecord } = await import('../../../record/runs/pay-run.entity.js');
  const recorded = await database.read((rows) => rows.countBy(PayRunRecord, { kind: 'payroll' }));
  if (recorded === 0) return 'No pay run yet: `counterfoil sync` fetches them.';
  return `No such pay run: ${recorded === 1 ? '1 is' : `${recorded} are`} recorded, and \`counterfoil runs\` lists them all.`;
}

const answerOf = (run: PayRunRecord, company: string) =>
  isAdjustment(run) ? adjustmentAnswer({ company, adjustment: run }) : runAnswer(run, company);

const whatOf = (run: PayRunRecord): string => (isAdjustment(run) ? adjustmentInWords(adjustmentName(run)) : 'Payroll');

/** One document, written page by page. */
async function writeJson(pages: AsyncIterable<readonly NamedRun[]>): Promise<void> {
  let before = '[';
  for await (const page of pages) {
    process.stdout.write(`${before}${page.map(({ run, company }) => jsonText(answerOf(run, company))).join(',\n')}`);
    before = ',\n';
  }
  if (before === '[') json([]);
  else process.stdout.write(']\n');
}

/** Whether there was any. */
function writeTable(pages: AsyncIterable<readonly NamedRun[]>, { kind, all }: RunsOptions): Promise<boolean> {
  const named = kind === 'payroll' ? [] : [{ heading: 'What', value: ({ run }: NamedRun) => whatOf(run) }];
  const columns: readonly Column<NamedRun>[] = [
    { heading: 'Company', value: ({ company }) => company },
    ...named,
    { heading: 'Month', value: ({ run }) => monthInWords(run.year, run.period) },
    { heading: 'Paid', value: ({ run }) => paidInWords(run) },
    { heading: 'State', value: ({ run }) => stateWords[run.state] },
    { heading: 'Gross', value: ({ run }) => run.gross.inPounds(), right: true },
    { heading: 'Net', value: ({ run }) => run.net.inPounds(), right: true },
    { heading: 'HMRC', value: ({ run }) => run.taxAuthority.inPounds(), right: true },
    { heading: 'Why', value: ({ run }) => whyOf(run) },
  ];
  return printRows(pages, columns, { all });
}
