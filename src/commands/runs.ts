import { type Command, Option } from 'commander';
import type { PayRunRecord } from '../postings/pay-run.entity.js';
import { type RunState, runStates } from '../postings/run-state.js';
import { withRooms } from './boot.js';
import { json, say, table } from './output.js';
import { runAnswer } from './run-answer.js';
import { year } from './run-options.js';

const rowsPerRead = 500;

interface RunsOptions {
  company?: string;
  year?: number;
  state?: RunState;
  json?: boolean;
}

export function register(program: Command): void {
  program
    .command('runs')
    .description('list pay runs and what state each is in')
    .option('--company <company>', 'its name, id or subdomain')
    .option('--year <year>', 'a tax year by its end, such as 2026', year)
    .addOption(new Option('--state <state>', 'only those in this state').choices([...runStates]))
    .option('--json', 'answer [{"company", "year", "period", "datedOn", "state", "tag", …}]')
    .action(async (options: RunsOptions) => {
      await withRooms(async (rooms) => {
        const { Database } = await import('../database.js');
        const { Companies } = await import('../companies/companies.js');
        const { PayRunRecord } = await import('../postings/pay-run.entity.js');
        const companies = rooms.get(Companies);
        const named = options.company ? await companies.find(options.company) : undefined;
        const names = new Map<string, string>();
        for await (const company of companies.all()) names.set(company.id, company.name);
        const where = {
          ...(named && { companyId: named.id }),
          ...(options.year && { year: options.year }),
          ...(options.state && { state: options.state }),
        };
        const rows: PayRunRecord[] = [];
        for (let skip = 0; ; skip += rowsPerRead) {
          const order = { year: 'ASC', period: 'ASC', datedOn: 'ASC', companyId: 'ASC' } as const;
          const page = await rooms
            .get(Database)
            .read((em) => em.find(PayRunRecord, { where, order, skip, take: rowsPerRead }));
          rows.push(...page);
          if (page.length < rowsPerRead) break;
        }
        if (options.json) return json(rows.map((row) => runAnswer(row, names.get(row.companyId) ?? '')));
        if (rows.length === 0) return say('No pay run yet: `counterfoil sync` fetches them.');
        say(
          table(rows, [
            { heading: 'Company', value: (row) => names.get(row.companyId) },
            { heading: 'Year', value: (row) => row.year },
            { heading: 'Period', value: (row) => row.period, right: true },
            { heading: 'Paid', value: (row) => row.datedOn },
            { heading: 'State', value: (row) => row.state.replaceAll('_', ' ') },
            { heading: 'Gross', value: (row) => row.gross.toString(), right: true },
            { heading: 'Net', value: (row) => row.net.toString(), right: true },
            { heading: 'HMRC', value: (row) => row.taxAuthority.toString(), right: true },
            { heading: 'Why', value: (row) => row.reason ?? '' },
          ]),
        );
      });
    });
}
