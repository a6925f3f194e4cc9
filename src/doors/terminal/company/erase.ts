import { type Command, InvalidArgumentError } from 'commander';
import type { Company } from '../../../companies/company.js';
import { mustBeSure } from '../asking.js';
import { byCommand, withRooms } from '../boot.js';
import { json, print } from '../output.js';

type Rooms = Parameters<Parameters<typeof withRooms>[0]>[0];

interface Options {
  readonly company: string;
  readonly everything?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function register(program: Command): void {
  program
    .command('erase')
    .description('erase one person’s name and pay in closed tax years; log, totals and hashes stay')
    .argument(
      '[person]',
      'any name of theirs in payslips, files or the books, or the address in the books, such as /v2/users/2',
    )
    .requiredOption('--company <company>', 'who paid them: name, id or subdomain')
    .option('--everything', 'everything kept of a company that was left; its log stays')
    .option('--yes', 'do not ask')
    .option('--json', 'answer {"company", "payRuns", "years"}; with --everything {"company", "payRuns"}')
    .action(async (person: string | undefined, options: Options) => {
      if ((person === undefined) === (options.everything !== true))
        throw new InvalidArgumentError('PERSON is expected, or --everything.');
      await withRooms(async (rooms) => {
        const { ActTools } = await import('../../../acts/act-tools.js');
        const { erasePerson } = await import('../../../acts/erasing/erase-person.js');
        const { Companies } = await import('../../../companies/companies.js');
        const company = await rooms.get(Companies).find(options.company);
        const what = options.everything ? 'all that is kept of' : 'this person from the closed tax years of';
        const question = `Erase ${what} ${company.name} for ever?`;
        await mustBeSure(options, { question, otherwise: 'Not erased' });
        if (person === undefined) return everything(rooms, company, options);
        const erased = await erasePerson(rooms.get(ActTools), company, { who: await byCommand(rooms), person });
        if (options.json) return json(erased);
        print(
          `Erased from ${erased.payRuns} pay runs of ${erased.company}. The log has a line about it, without the name.`,
        );
      });
    });
}

async function everything(rooms: Rooms, company: Company, options: Options): Promise<void> {
  const { ActTools } = await import('../../../acts/act-tools.js');
  const { eraseCompany } = await import('../../../acts/erasing/erase-company.js');
  const erased = await eraseCompany(rooms.get(ActTools), company, await byCommand(rooms));
  if (options.json) return json(erased);
  print(
    `Erased all that was kept of ${erased.payRuns} pay runs of ${erased.company}. Its log stays, with a line about it.`,
  );
}
