import type { Command } from 'commander';
import { makeClientLink } from '../../../answers/client-links.js';
import { momentInWords } from '../../../ground/london.js';
import { withRooms } from '../boot.js';
import { answersIn, shapeInWords } from '../declared-command.js';
import { json, print } from '../output.js';
import { addressedMonth, monthNamed, type MonthOptions } from '../run/run-options.js';

interface Options extends MonthOptions {
  readonly json?: boolean;
}

export function register(program: Command): void {
  addressedMonth(program.command('client-link').description(makeClientLink.summary))
    .option('--json', `answer ${shapeInWords(makeClientLink.gives)}`)
    .addHelpText(
      'after',
      '\nIt works once, within 14 days, and for these figures only. It is printed once and not kept.',
    )
    .action(async (named: string, words: string[], options: Options) => {
      const month = monthNamed(options, words);
      await withRooms(async (rooms) => {
        const made = await (await answersIn(rooms))(makeClientLink, {
          company: named,
          year: month.year,
          period: month.period,
        });
        if (options.json) return json(made);
        const until = momentInWords(new Date(made.expiresAt));
        print(`${made.url}\nSend it to ${made.company}. It works once, until ${until}.`);
      });
    });
}
