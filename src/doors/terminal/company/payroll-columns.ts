import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { problem } from '../../../ground/problem.js';
import type { Guess } from '../../../payrolls/files/guess-columns.js';
import { byCommand, withRooms } from '../boot.js';
import { notRead } from '../journal/journal-inputs.js';
import { json, print, table } from '../output.js';

export function registerColumns(payroll: Command): void {
  payroll
    .command('columns')
    .description(
      'what the columns of a payslip report seem to be, with its first rows; --save keeps that as the setting',
    )
    .argument('<company>', 'its name, id or subdomain')
    .argument('<file>', 'a report: FILE.csv or FILE.xlsx; nothing of it is kept')
    .option('--save', 'keep the guess as the company’s setting `payrollColumns`')
    .option('--json', 'answer {"map", "open", "netAgrees", "saved"}')
    .addHelpText(
      'after',
      `
A column of amounts that cannot be guessed has to be named before the guess is saved:
  counterfoil payroll columns "Ash Ltd" october.csv --json    # then, corrected:
  counterfoil policy "Ash Ltd" --set 'payrollColumns={ "person": "Ref", "fields": { "Basic": "basic_pay", … } }'`,
    )
    .action(columns);
}

async function columns(named: string, file: string, options: { save?: boolean; json?: boolean }): Promise<void> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw notRead(error, 'Give the path of a payslip report.');
  });
  await withRooms(async (rooms) => {
    const { ActTools } = await import('../../../acts/act-tools.js');
    const { changePolicy } = await import('../../../acts/companies/change-policy.js');
    const { guessReport } = await import('../../../acts/payrolls/receive-report.js');
    const { leftOpen, mapOfGuess } = await import('../../../payrolls/files/guess-columns.js');
    const tools = rooms.get(ActTools);
    const company = await tools.companies.find(named);
    const guess = await guessReport(basename(file), bytes);
    const [map, open] = [mapOfGuess(guess), leftOpen(guess)];
    if (!options.json) printGuess(guess);
    if (options.save) {
      if (map === undefined || open.length > 0) throw notToBeSaved(open);
      const policy = { ...company.policy, payrollColumns: map };
      await changePolicy(tools, company, {
        ...{ who: await byCommand(rooms), policy, reason: `Columns guessed from ${basename(file)}` },
      });
      if (!options.json) print(`${company.name}: these are the columns of its reports from now on.`);
    }
    const { netAgrees = null } = guess;
    if (options.json) json({ map: map ?? null, open, netAgrees, saved: options.save === true });
  });
}

const notToBeSaved = (open: readonly string[]) =>
  problem('columns-unknown', {
    detail:
      open.length === 0
        ? 'No column seems to name the person paid. Nothing was saved.'
        : `We cannot tell what ${open.map((one) => `“${one}”`).join(', ')} is, and it holds amounts. Nothing was saved.`,
    todo: 'Say what each column is: `counterfoil policy COMPANY --set payrollColumns=…`, beginning with what --json answers.',
  });

function printGuess({ columns: guessed, rows, totalRow, netAgrees, totals }: Guess): void {
  const shown = totalRow === undefined ? rows : [...rows, totalRow];
  print(
    table(
      guessed.map((column, at) => ({ ...column, cells: shown.map((cells) => cells[at] ?? '') })),
      [
        { heading: 'Column', value: (row) => row.heading },
        { heading: 'Seems to be', value: (row) => row.as ?? (row.isMoney ? '?' : '') },
        ...shown.map((_, at) => ({
          heading: at < rows.length ? `Row ${at + 1}` : 'Total row',
          value: ({ cells }: { readonly cells: readonly string[] }) => cells[at] ?? '',
        })),
      ],
    ),
  );
  if (totals !== undefined) print(`The total row is called “${totals}”.`);
  if (netAgrees !== undefined)
    print(netAgrees ? 'Net pay agrees with these columns.' : 'Net pay does not agree with these columns.');
}
