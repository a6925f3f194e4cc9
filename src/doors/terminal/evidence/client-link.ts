import type { Command } from 'commander';
import { byCommand, withRooms } from '../boot.js';
import { json, print } from '../output.js';
import { addressedMonth, monthNamed, type MonthOptions } from '../run/run-options.js';

interface Options extends MonthOptions {
  readonly json?: boolean;
}

export function register(program: Command): void {
  addressedMonth(
    program
      .command('client-link')
      .description('make a link by which a client approves the payments of a month, or asks a question'),
  )
    .option('--json', 'answer {"company", "year", "period", "url", "expiresAt"}')
    .addHelpText(
      'after',
      '\nIt works once, within 14 days, and for these figures only. It is printed once and not kept.',
    )
    .action(async (named: string, words: string[], options: Options) => {
      const { year, period } = monthNamed(options, words);
      await withRooms(async (rooms) => {
        const { askClient } = await import('../../../acts/approval/ask-client.js');
        const { ActTools } = await import('../../../acts/act-tools.js');
        const { Companies } = await import('../../../companies/companies.js');
        const { configKey } = await import('../../../ground/config.module.js');
        const { momentInWords } = await import('../../../ground/london.js');
        const company = await rooms.get(Companies).find(named);
        const { publicUrl } = rooms.get<{ publicUrl: string }>(configKey);
        const asked = await askClient(rooms.get(ActTools), company, {
          ...{ year, period },
          who: await byCommand(rooms),
          pay: true,
          publicUrl,
        });
        const { url, expiresAt } = asked;
        if (options.json) return json({ company: company.name, year, period, url, expiresAt: expiresAt.toISOString() });
        print(`${url}\nSend it to ${company.name}. It works once, until ${momentInWords(expiresAt)}.`);
      });
    });
}
