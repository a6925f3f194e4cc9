import type { Command } from 'commander';
import { everything } from '../../../access/viewer.js';
import { byCommand, withRooms } from '../boot.js';
import { mustBeSure } from '../asking.js';
import { json, note, print } from '../output.js';
import { textOf } from './text-of.js';

interface Options {
  readonly reason?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function addTo(clients: Command): void {
  clients
    .command('settings')
    .description('change settings of many companies by a list; without --reason show what it would change')
    .argument('<file>', 'CSV: company, then settings as `policy --help` names them ("-": standard input)')
    .option('--reason <reason>', 'kept with each new version: with it, they are changed')
    .option('--yes', 'do not ask')
    .option('--json', 'answer {"items": [{"company", "changes", "policyVersion", "problem"}]}')
    .addHelpText(
      'after',
      `
An empty cell leaves a setting as it is, and null clears it. The columns payroll_id and employer_pension answer for the
employer’s pension of payroll that comes as files, with a line for each person:

  company,controls.payeReference,controls.accountsOffice,payroll_id,employer_pension
  Ash Ltd,123/AB456,123PA00012345,,
  Elm Ltd,,,E17,3% of qualifying earnings

The list is taken whole or not at all. Each company gets a version and a line in the log.`,
    )
    .action(changeOrShow);
}

async function changeOrShow(file: string, { reason, yes, json: asJson }: Options): Promise<void> {
  await withRooms(async (rooms) => {
    const { ActTools } = await import('../../../acts/act-tools.js');
    const { Companies } = await import('../../../companies/companies.js');
    const { changeSettings, planSettings, seenOfPlans } = await import('../../../acts/companies/settings-of-many.js');
    const tools = rooms.get(ActTools);
    const plans = await planSettings(tools, await textOf(file), (named) =>
      rooms.get(Companies).find(named, everything.companies),
    );
    const changing = plans.filter(({ changes }) => changes.length > 0);
    if (reason === undefined) {
      const items = plans.map(({ company, changes }) => ({ company: company.name, changes }));
      if (asJson) return json({ items });
      return print(
        [
          ...items.map(inWords),
          `${changing.length} of ${plans.length} companies would change. Nothing is changed yet: give --reason.`,
        ].join('\n'),
      );
    }
    if (!asJson) note(changing.map(({ company, changes }) => inWords({ company: company.name, changes })).join('\n'));
    const question = `Change the settings of ${changing.length} companies?`;
    await mustBeSure({ yes, json: asJson }, { question, otherwise: 'Not changed' });
    const items = await changeSettings(tools, plans, { who: await byCommand(rooms), reason, seen: seenOfPlans(plans) });
    if (items.some(({ problem }) => problem !== undefined)) process.exitCode = 1;
    if (asJson) return json({ items });
    print(
      [
        `Changed ${items.filter(({ problem }) => problem === undefined).length} of ${plans.length} companies.`,
        ...items.flatMap(refused),
      ].join('\n'),
    );
  });
}

const inWords = ({ company, changes }: { readonly company: string; readonly changes: readonly string[] }) =>
  [company, ...(changes.length === 0 ? ['nothing changes'] : changes).map((one) => `  ${one}`)].join('\n');

const refused = ({ company, problem }: { readonly company: string; readonly problem?: string }) =>
  problem === undefined ? [] : [`${company}: ${problem}`];
