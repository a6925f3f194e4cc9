import { named } from '../../../answers/named.js';
import { paidInWords, payKeyOf } from '../../../journal/nouns/pay-key.js';
import type { Command } from 'commander';
import { everything } from '../../../access/viewer.js';
import { adjustmentName } from '../../../journal/nouns/adjustment.js';
import { monthInWords, taxYearInWords } from '../../../journal/nouns/dates.js';
import { isAdjustment } from '../../../record/runs/adjustment.js';
import type { PayRunRecord, StoredMapping } from '../../../record/runs/pay-run.entity.js';
import { wordsOf } from '../../../journal/policy/treatments.js';
import { whyInWords } from '../../../journal/mapping/why-in-words.js';
import type { StoredLine } from '../../../record/runs/posting.entity.js';
import type { StandingDecision } from '../../../views/run/standing-decisions.js';
import type { NamesInBooks } from '../../../views/lists/names-in-books.js';
import { differencesFound } from '../../../views/run/run-checked.js';
import { addressedSet, addressOf, type AddressOptions } from './run-options.js';
import { withRooms } from '../boot.js';
import { answersIn } from '../declared-command.js';
import { eventColumns } from '../log.js';
import { json, print, table } from '../output.js';
import { inPounds } from '../pounds.js';
import { adjustmentBlock, whatAndAmount } from './adjustment-answer.js';
import { holdInWords, whyOf } from './run-answer.js';
import { adjustmentInWords, stateWords, warningWords } from '../../../views/words/words.js';

type Rooms = Parameters<Parameters<typeof withRooms>[0]>[0];

const historyEntriesMax = 100;

export function register(program: Command): void {
  addressedSet(program.command('show').description('one pay run: payslips, lines, why each line, history'))
    .option('--json', 'answer the pay run with its people, journal, checks, plan and history, as the API does')
    .action(async (company: string, month: string[], options: AddressOptions & { json?: boolean }) => {
      const address = addressOf(month, options);
      await withRooms(async (rooms) => {
        const { monthTagIn } = await import('../../../journal/nouns/identity.js');
        const { runFound } = await import('../../../acts/runs/run-found.js');
        const { Database } = await import('../../../ground/database.js');
        const { Companies } = await import('../../../companies/companies.js');
        const { LogViews } = await import('../../../views/log/log-view.js');
        const found = await rooms.get(Companies).find(company);
        const ref = { company: found, ...address };
        const database = rooms.get(Database);
        const run = await database.read((rows) => runFound(rows, ref));
        if (options.json) return json(await answerOf(rooms, found.name, run));
        const ofRun = { companyId: found.id, tags: [run.tag, monthTagIn(run.tag)] };
        const { rows: kept } = await new LogViews(database).page(everything, ofRun, undefined, historyEntriesMax);
        const history = [...kept].reverse();
        const { adjustmentsOf } = await import('../../../views/run/adjustments.js');
        const where = { companyId: found.id, year: run.year, period: run.period };
        const adjustments = options.adjustment
          ? []
          : await database.read((rows) => adjustmentsOf(rows, everything, where));
        const { standingDecisions } = await import('../../../views/run/standing-decisions.js');
        const standing = await database.read((rows) => standingDecisions(rows, run));
        const { namesInBooks } = await import('../../../views/lists/names-in-books.js');
        const names = await database.read((rows) => namesInBooks(rows, found.id));
        print(heading(run, found.name, names));
        if (run.mapped) for (const part of mappingTables(run.mapped, names)) print(part);
        if (standing.length > 0) print(decisionsBlock(standing));
        for (const { adjustment } of adjustments) print(adjustmentBlock(adjustment));
        print(table(history, await eventColumns()));
      });
    });
}

async function answerOf(rooms: Rooms, company: string, run: PayRunRecord) {
  if (isAdjustment(run)) {
    const { adjustmentAnswer, adjustmentShown } = await import('../../../answers/adjustments.js');
    return named(adjustmentAnswer, adjustmentShown(company, run));
  }
  const { getPayRun } = await import('../../../answers/pay-runs.js');
  const { year, period } = run;
  return (await answersIn(rooms))(getPayRun, { company: run.companyId, year, period, paidOn: payKeyOf(run) });
}

/** The decisions in force, by the id that `take-back` takes. */
function decisionsBlock(standing: readonly StandingDecision[]): string {
  const rows = table(standing, [
    { heading: 'Decision', value: ({ short }) => short },
    { heading: 'What', value: ({ words }) => words },
    { heading: 'For', value: ({ whom }) => whom },
    { heading: 'By', value: ({ actor }) => actor },
    { heading: 'Reason', value: ({ reason }) => reason },
    {
      heading: 'Take back?',
      value: ({ whyNot }) => (whyNot === undefined ? 'counterfoil take-back' : `No: ${whyNot}`),
    },
  ]);
  return `${rows}\n`;
}

function heading(run: PayRunRecord, company: string, names: NamesInBooks): string {
  const month = `${monthInWords(run.year, run.period)}, tax month ${run.period + 1} of ${taxYearInWords(run.year)}`;
  const which = isAdjustment(run) ? `${adjustmentInWords(adjustmentName(run))} dated` : 'paid';
  const lines = [`${company}, ${which} ${paidInWords(run)}: ${stateWords[run.state]}`, month];
  const why = run.state === 'held' ? whyOf(run) : run.reason;
  if (why) lines.push(`${why}${amountOut(run)}`);
  if (run.journalSet) lines.push(run.journalSet);
  const { plan } = run;
  if (plan?.kind === 'changed' || plan?.kind === 'drift') {
    for (const { account, user, before, after } of plan.differences) {
      const whose = user === undefined ? '' : `, ${names.person(user) ?? user}`;
      lines.push(`  ${accountNamed(account, names)}${whose}: ${inPounds(before)} is now ${inPounds(after)}`);
    }
  }
  if (plan?.kind === 'check')
    for (const { why, account, user, amount } of differencesFound(plan)) {
      const whose = user === undefined ? '' : `, ${names.person(user) ?? user}`;
      lines.push(`  ${accountNamed(account, names)}${whose}: books less payroll ${inPounds(amount)}, ${why}`);
    }
  return `${lines.join('\n')}\n`;
}

const amountOut = ({ plan, state }: PayRunRecord): string =>
  state === 'differs' && plan?.kind === 'check' && plan.amount !== undefined && plan.amount !== '0.00'
    ? `: ${inPounds(plan.amount)}`
    : '';

const accountNamed = (code: string, names: NamesInBooks) => `${code} ${names.account(code)}`.trim();

function mappingTables({ paid, lines, holds, warnings }: StoredMapping, names: NamesInBooks): readonly string[] {
  const payslips = table(paid, [
    { heading: 'Paid', value: (row) => `${row.name}${row.director ? ' (director)' : ''}` },
    { heading: 'Gross', value: (row) => inPounds(row.gross), right: true },
    { heading: 'Tax', value: (row) => inPounds(row.tax), right: true },
    { heading: 'Employee NI', value: (row) => inPounds(row.employeeNi), right: true },
    { heading: 'Net', value: (row) => inPounds(row.net), right: true },
    { heading: 'Employer NI', value: (row) => inPounds(row.employerNi), right: true },
  ]);
  const entries = table(lines, [
    { heading: 'Account', value: (row) => accountNamed(row.category, names) },
    ...whatAndAmount,
    { heading: 'Why', value: (row) => reasonOf(row) },
  ]);
  const remarks = [
    ...holds.map(holdInWords),
    ...warnings.map(({ code, message }) => `${warningWords[code] ?? 'Note'}: ${message}`),
  ];
  return [...(paid.length > 0 ? [payslips, ''] : []), entries, ...(remarks.length > 0 ? ['', ...remarks] : []), ''];
}

function reasonOf({ from = [], why = [] }: StoredLine): string {
  return [from.map(wordsOf).join(', '), whyInWords(why)].filter((words) => words !== '').join(': ');
}
