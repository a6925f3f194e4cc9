import type { Command } from 'commander';
import { byCommand, withRooms } from '../boot.js';
import { json, print } from '../output.js';
import { addressedRun, addressOf, type AddressOptions } from './run-options.js';

interface Options extends AddressOptions {
  readonly words: string;
  readonly json?: boolean;
}

export function register(program: Command): void {
  addressedRun(program.command('note').description('add a note to a pay run; notes are never changed'), [
    '',
    '--words "Agreed by telephone"',
  ])
    .requiredOption('--words <text>', 'what to note')
    .option('--json', 'answer {"id", "actor", "words", "at"}')
    .action(async (named: string, month: string[], options: Options) => {
      const address = addressOf(month, options);
      const { words, json: asJson } = options;
      await withRooms(async (rooms) => {
        const { note } = await import('../../../acts/runs/note.js');
        const { ActTools } = await import('../../../acts/act-tools.js');
        const { Companies } = await import('../../../companies/companies.js');
        const company = await rooms.get(Companies).find(named);
        const ref = { company, ...address };
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
