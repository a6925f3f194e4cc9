import type { Command } from 'commander';
import type { Finding } from '../../sync/verify.js';
import { byCommand, withRooms } from './boot.js';
import { json, note, progress, print, printProblem, table } from './output.js';
import type { Problem } from '../../ground/problem.js';

export function register(program: Command): void {
  program
    .command('verify')
    .description('compare the books with the record, both ways')
    .option('--company <company>', 'its name, id or subdomain')
    .option('--json', 'answer [{"company", "tag", "problem", "journalSet", "detail"}]')
    .addHelpText(
      'after',
      '\nChanges nothing in the books; what differs is shown from then on, and is logged.\nExits 3 when a set is missing, edited, doubled or foreign.',
    )
    .action(async (options: { company?: string; json?: boolean }) => {
      await withRooms(async (rooms) => {
        const { Companies } = await import('../../companies/companies.js');
        const { ActTools } = await import('../../acts/act-tools.js');
        const { recheckCompany } = await import('../../acts/companies/recheck.js');
        const { asProblem } = await import('../../ground/problem.js');
        const { ControlAccounts } = await import('../../controls/controls.js');
        const companies = rooms.get(Companies);
        const findings: Finding[] = [];
        const bar = progress('Verifying');
        const problems: Problem[] = [];
        let checked = 0;
        const life = ['working', 'paused'] as const;
        const total = options.company ? 1 : await companies.count(life);
        const who = await byCommand(rooms);
        const check = async (company: Awaited<ReturnType<typeof companies.find>>) => {
          bar.report(checked + problems.length, total, company.name);
          findings.push(...(await recheckCompany(rooms.get(ActTools), company, who)));
          await rooms.get(ControlAccounts).read(company, who);
          checked += 1;
        };
        if (options.company) await check(await companies.find(options.company));
        else {
          for await (const company of companies.all({ life })) {
            // A company that cannot be read does not keep the others from being checked.
            await check(company).catch((error: unknown) => {
              const problem = asProblem(error);
              problems.push(problem);
              note(`${company.name}: ${problem.title}\n  ${problem.detail}\n${problem.todo}`);
            });
          }
        }
        bar.end();
        const [first] = problems;
        if (first !== undefined && checked === 0) {
          process.exitCode = first.exitCode;
          // Without a single company the error is the answer; people have seen it already.
          return options.json ? printProblem(first, true) : print('No books were compared.');
        }
        process.exitCode = first !== undefined ? 1 : findings.length > 0 ? 3 : 0;
        if (options.json) return json(findings);
        if (findings.length === 0) {
          const compared = `${checked} ${checked === 1 ? 'company' : 'companies'} checked`;
          return print(
            first === undefined
              ? `The books agree with the record: ${compared}.`
              : `No difference found: ${compared}, ${problems.length} not.`,
          );
        }
        print(
          table(findings, [
            { heading: 'Company', value: (row) => row.company },
            { heading: 'Problem', value: (row) => row.problem },
            { heading: 'Reference', value: (row) => row.tag },
            { heading: 'Journal set', value: (row) => row.journalSet },
            { heading: 'Detail', value: (row) => row.detail },
          ]),
        );
      });
    });
}
