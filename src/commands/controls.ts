import type { Command } from 'commander';
import type { Control } from '../journal/controls/company-controls.js';
import type { Reading } from '../runner/controls/control-accounts.js';
import { commandActor, withRooms } from './boot.js';
import { date } from './run/run-options.js';
import { json, note, progress, say, table } from './output.js';

interface Options {
  readonly company?: string;
  readonly on?: string;
  readonly json?: boolean;
}

export function register(program: Command): void {
  program
    .command('controls')
    .description('what each payroll liability account holds, owes, and why')
    .option('--company <company>', 'its name, id or subdomain')
    .option('--on <date>', 'the day, such as 2026-06-26; today when it is left out', date)
    .option(
      '--json',
      'answer [{"company", "account", "user", "balance", "charged", "owed", "difference", "state", "because"}]',
    )
    .addHelpText(
      'after',
      '\nReads the trial balance, and the bank where something is open. Exits 3 when a balance needs a person.',
    )
    .action(async (options: Options) => {
      await withRooms(async (rooms) => {
        const { Companies } = await import('../companies/companies.js');
        const { ControlAccounts } = await import('../runner/controls/control-accounts.js');
        const { isClear } = await import('../journal/controls/control.js');
        const companies = rooms.get(Companies);
        const readings: Reading[] = [];
        const bar = progress('Reading');
        const read = async (company: Awaited<ReturnType<typeof companies.find>>) => {
          bar.report(readings.length, readings.length + 1, company.name);
          const asked = { actor: commandActor(), trigger: 'command', ...(options.on && { on: options.on }) };
          readings.push(await rooms.get(ControlAccounts).read(company, asked));
        };
        if (options.company) await read(await companies.find(options.company));
        else for await (const company of companies.all({ life: ['working', 'paused'] })) await read(company);
        bar.end();
        const troubled = readings.flatMap(({ problem, company }) => (problem ? [{ company, problem }] : []));
        for (const { company, problem } of troubled)
          note(`${company}: ${problem.title}\n  ${problem.detail}\n${problem.todo}`);
        const rows = readings.flatMap(({ company, controls }) => controls.map((control) => ({ company, ...control })));
        const open = rows.filter(({ verdict }) => !isClear(verdict));
        process.exitCode = troubled.length > 0 ? 1 : open.length > 0 ? 3 : 0;
        if (options.json) return json(rows.map(answerOf));
        say(shown(rows));
      });
    });
}

type Row = Control & { readonly company: string };

function answerOf({ company, account, user, name, balance, verdict }: Row) {
  return { company, account, ...(user !== undefined && { user, name }), balance, ...verdict };
}

function shown(rows: readonly Row[]): string {
  if (rows.length === 0) return 'No payroll is known yet: `counterfoil sync` reads it.';
  return table(rows, [
    { heading: 'Company', value: (row) => row.company },
    { heading: 'Account', value: (row) => `${row.account} ${row.name}`.trim() },
    { heading: 'Balance', value: (row) => row.balance.toString(), right: true },
    { heading: 'Owed', value: (row) => row.verdict.owed.toString(), right: true },
    { heading: 'Difference', value: (row) => row.verdict.difference.toString(), right: true },
    { heading: 'State', value: (row) => row.verdict.state.replaceAll('_', ' ') },
    {
      heading: 'Because',
      value: (row) => row.verdict.because.map(({ what, amount }) => `${amount} ${what}`).join('; '),
    },
  ]);
}
