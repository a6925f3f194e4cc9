import type { Command } from 'commander';
import type * as z from 'zod';
import { getPolicy } from '../../../answers/companies.js';
import { getPensions, sayPensions } from '../../../answers/payroll-files.js';
import { monthInFigures } from '../../../journal/nouns/dates.js';
import { amountTyped } from '../../../journal/nouns/money.js';
import { monthTyped } from '../../../journal/nouns/month-typed.js';
import { withRooms } from '../boot.js';
import { answersIn, shapeInWords } from '../declared-command.js';
import { json, note, print, table } from '../output.js';
import { date, wrongUsage } from '../run/run-options.js';
import { ifVersionOption, mustChange } from './company-options.js';

interface Options {
  readonly say: readonly string[];
  readonly from?: string;
  readonly confirm?: string;
  readonly total: readonly string[];
  readonly ifVersion?: number;
  readonly reason: string;
  readonly json?: boolean;
}

export function registerPensions(payroll: Command): void {
  payroll
    .command('pensions')
    .description(getPensions.summary)
    .argument('<company>', 'its name, id or subdomain')
    .option('--say <id=answer...>', 'answer for a payroll id, or for all others: E1=71.40, E1=3%, *=0.00', [])
    .option('--from <date>', 'the first pay date for which --say holds; without one, from the start', date)
    .option('--confirm <year>', 'confirm all answers up to this tax year, such as 2026/27')
    .option('--total <month=amount...>', 'what the pension provider takes for a month: oct-2025=1204.50', [])
    .addOption(ifVersionOption())
    .option('--reason <reason>', 'kept with the new version of the settings', 'What the employer pays into pensions')
    .option('--json', `answer ${shapeInWords(getPensions.gives)}; of a change with “sending”`)
    .addHelpText(
      'after',
      `
Nothing is posted for someone without an answer. One is an amount a pay date, or a share:
  --say E1=71.40    --say E1=3%    --say 'E1=3% of qualifying earnings'
  --say 'E1=3% before sacrifice + 100.00 sacrificed'    the 100.00 by which salary was reduced is paid in as well
For everyone who is not named: * who pays nothing in, + who pays in:
  --say '*=0.00'    --say '+=3% of qualifying earnings'
An answer lapses when the employee’s own contribution starts or stops: say it again, from that day:
  counterfoil payroll pensions "Ash Ltd" --say E1=0.00 --from 2025-11-28
All are confirmed once each April:
  counterfoil payroll pensions "Ash Ltd" --confirm 2026/27
What the provider takes for a month, of employees and employer together, is compared with payroll, and held if it differs:
  counterfoil payroll pensions "Ash Ltd" --total oct-2025=1204.50
An empty answer (--say E1=, --total oct-2025=) removes it.`,
    )
    .action(pensions);
}

async function pensions(named: string, options: Options): Promise<void> {
  const { say, confirm, ifVersion, from } = options;
  const totals = Object.fromEntries(options.total.map(totalTyped));
  const said = Object.fromEntries(say.map(answerTyped));
  const changes = say.length > 0 || confirm !== undefined || options.total.length > 0;
  mustChange(ifVersion, changes, '--say, --confirm or --total');
  if (from !== undefined && say.length === 0) throw wrongUsage('--from is of no answer.', 'Give --say with it.');
  await withRooms(async (rooms) => {
    const ask = await answersIn(rooms);
    const company = { company: named };
    const version = async () => ifVersion ?? (await ask(getPolicy, company)).policyVersion;
    const given = { ...company, said, from, confirm, totals, reason: options.reason };
    const found = changes ? await ask(sayPensions, given, await version()) : await ask(getPensions, company);
    if (options.json) return json(found);
    if (changes) note(`${found.company}: kept. The next sync uses this.`);
    if (found.people.length === 0) return print(`No file of ${found.company} pays anyone.`);
    for (const [who, answer] of [
      ['Not named, and pays nothing in', found.paysNothing],
      ['Not named, and pays in', found.paysIn],
    ] as const)
      print(`${who}: ${answer ?? 'not said'}`);
    print(
      table(found.people, [
        { heading: 'Payroll id', value: ({ id }) => id },
        { heading: 'Name', value: ({ name }) => name ?? '' },
        { heading: 'The employer pays', value: answerShown },
        { heading: 'To be said', value: askedShown },
      ]),
    );
    if (found.months !== undefined && found.months.length > 0)
      print(
        `\n${table(found.months, [
          { heading: 'Month', value: ({ month }) => month },
          { heading: 'Pensions in payroll', value: ({ payroll }) => payroll, right: true },
          { heading: 'The provider takes', value: ({ provider }) => provider ?? '', right: true },
        ])}`,
      );
    if (found.toConfirm) print(`\nTo be confirmed: --confirm ${found.year}`);
  });
}

function answerTyped(text: string): readonly [id: string, pays: string] {
  const at = text.indexOf('=');
  if (at <= 0) throw wrongUsage(`"${text}" is no answer.`, 'Write --say ID=ANSWER, such as --say E1=71.40.');
  return [text.slice(0, at), text.slice(at + 1).trim()];
}

function totalTyped(text: string): readonly [month: string, amount: string] {
  const [month = '', amount, ...more] = text.split('=');
  const { year, period } = monthTyped(month) ?? {};
  if (year === undefined || period === undefined || amount === undefined || more.length > 0)
    throw wrongUsage(
      `"${text}" is no total of a month.`,
      'Write --total MONTH=AMOUNT, such as --total oct-2025=1204.50.',
    );
  return [monthInFigures(year, period), amountTyped(amount)];
}

type PersonsPension = z.output<typeof getPensions.gives>['people'][number];

function answerShown({ said, by }: PersonsPension): string {
  if (by === 'report') return 'as reports have it';
  return said ?? (by === 'rule' ? 'as all others' : '');
}

const askedShown = ({ asks, from }: PersonsPension): string =>
  asks === undefined ? '' : `${asks}${from === undefined ? '' : `: from ${from}`}`;
