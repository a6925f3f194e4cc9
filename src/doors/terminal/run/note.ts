import type { Command } from 'commander';
import { byCommand, withRooms } from '../boot.js';
import { json, print } from '../output.js';
import { type AddressOptions, addressedRun, periodOf } from './run-options.js';

interface Options extends AddressOptions {
  readonly words: string;
  readonly json?: boolean;
}

export function register(program: Command): void {
  addressedRun(program.command('note').description('add a note to a pay run; notes are never changed'))
    .requiredOption('--words <text>', 'what to note')
    .option('--json', 'answer {"id", "actor", "words", "at"}')
    .action(async (named: string, year: number, month: number | undefined, options: Options) => {
      const period = periodOf(month, options);
      const { paid, words, json: asJson } = options;
      await withRooms(async (rooms) => {
        const { note } = await import('../../../acts/runs/note.js');
        const { ActTools } = await import('../../../acts/act-tools.js');
        const { Companies } = await import('../../../companies/companies.js');
        const company = await rooms.get(Companies).find(named);
        const ref = { company, year, period, paid };
        const {
          id,
          actor,
          at,
          words: kept,
        } = await note(rooms.get(ActTools), ref, { who: await byCommand(rooms), words });
        if (asJson) return json({ id, actor, words: kept, at: at.toISOString() });
        print('Noted.');
      });
    });
}
