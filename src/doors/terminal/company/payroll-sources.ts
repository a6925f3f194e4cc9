import type { Command } from 'commander';
import { dayInWords } from '../../../journal/nouns/dates.js';
import type { PayrollSourceShown } from '../../../views/company/payroll-sources.js';
import { withRooms } from '../boot.js';
import { json, print, table } from '../output.js';

export function registerSources(payroll: Command): void {
  payroll
    .command('sources')
    .description('where a company’s payslips come from: the accounting service, or its files by pay frequency')
    .argument('<company>', 'its name, id or subdomain')
    .option('--json', 'answer [{"name", "kind", "prefix", "people"?, "lastPaid"?, "from"?, "until"?}]')
    .action(sources);
}

async function sources(named: string, options: { json?: boolean }): Promise<void> {
  await withRooms(async (rooms) => {
    const { Companies } = await import('../../../companies/companies.js');
    const { Database } = await import('../../../ground/database.js');
    const { payrollSources } = await import('../../../views/company/payroll-sources.js');
    const company = await rooms.get(Companies).find(named);
    const found = await rooms.get(Database).read((rows) => payrollSources(rows, company));
    if (options.json) return json(found);
    if (found.length === 0) return print(`No file of ${company.name} pays anyone.`);
    print(
      table(found, [
        { heading: 'Source', value: ({ name }) => name },
        { heading: 'Journal reference prefix', value: ({ prefix }) => `${prefix}:` },
        { heading: 'People', value: ({ people }) => (people === undefined ? '' : String(people)), right: true },
        ...(found.some(({ from, until }) => (from ?? until) !== undefined)
          ? [
              { heading: 'Pays from', value: ({ from = '' }: PayrollSourceShown) => from && dayInWords(from) },
              {
                heading: 'Until',
                value: ({ until = '' }: PayrollSourceShown) => until && `before ${dayInWords(until)}`,
              },
            ]
          : []),
        { heading: 'Last paid', value: ({ lastPaid }) => (lastPaid === undefined ? '' : dayInWords(lastPaid)) },
      ]),
    );
  });
}
