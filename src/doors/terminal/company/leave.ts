import type { Command } from 'commander';
import { leaveCompany } from '../../../answers/companies.js';
import type { Company } from '../../../companies/company.js';
import { ask, canAsk } from '../asking.js';
import { withRooms } from '../boot.js';
import { answersIn, shapeInWords } from '../declared-command.js';
import { withSending } from '../../../views/words/sending-in-words.js';
import { json, note, print } from '../output.js';
import { problem } from '../../../ground/problem.js';

interface Options {
  readonly force?: boolean;
  readonly yes?: string;
  readonly json?: boolean;
}

export function register(program: Command): void {
  program
    .command('leave')
    .description(leaveCompany.summary)
    .argument('<company>', 'its name, id or subdomain')
    .option('--force', 'even if it is not known whether a journal was posted')
    .option('--yes <name>', 'the company’s name again, instead of the question on a terminal')
    .option('--json', `answer ${shapeInWords(leaveCompany.gives)}`)
    .addHelpText(
      'after',
      '\nA practice’s keys are destroyed with its last client. `month-file COMPANY --all` exports what is kept, `erase --everything` erases it.',
    )
    .action(async (named: string, options: Options) => {
      await withRooms(async (rooms) => {
        const { Companies } = await import('../../../companies/companies.js');
        const found = await rooms.get(Companies).find(named);
        await confirm(found, options);
        const ask = await answersIn(rooms);
        const left = await ask(leaveCompany, { company: found.id, force: options.force });
        if (options.json) return json(left);
        const done = `${left.name} was left: nothing is fetched or posted any more. Its record is kept: counterfoil log --company "${left.name}"`;
        print(withSending(done, left.sending));
      });
    });
}

/** Keys cannot be brought back, so the name has to be typed in full. */
async function confirm({ name }: Company, options: Options): Promise<void> {
  if (options.yes === undefined && !canAsk(options)) return;
  if (options.yes === undefined)
    note(
      `${name} will be left for good: nothing is fetched or posted any more, and its keys are destroyed.\nTo return, it has to be connected again. Its record is kept.`,
    );
  const typed = options.yes ?? (await ask('Type its name to leave it: '));
  if (typed === name) return;
  throw problem(options.yes === undefined ? 'not-confirmed' : 'wrong-usage', {
    detail: `“${typed}” is not the company’s name, “${name}”. Nothing was changed.`,
    todo: `Run it again and type the name exactly, or give --yes "${name}".`,
  });
}
