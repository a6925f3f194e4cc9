import type { Command } from 'commander';
import type * as z from 'zod';
import type { assignRun, noteRun } from '../../../answers/work.js';
import { withRooms } from '../boot.js';
import { answersIn, shapeInWords } from '../declared-command.js';
import { json, print } from '../output.js';
import { addressedRun, addressOf, type AddressOptions } from './run-options.js';

type Row = typeof assignRun | typeof noteRun;

interface WorkAct {
  readonly example: readonly [before: string, after: string];
  readonly given: (options: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  readonly print: (answer: z.output<Row['gives']>) => string;
}

/** COMPANY MONTH: what people agree about one pay run among themselves. */
export function workAct(command: Command, row: Row, { example, given, print: inWords }: WorkAct): void {
  addressedRun(command.description(row.summary), example)
    .option('--json', `answer ${shapeInWords(row.gives)}`)
    .action(async (company: string, month: string[], options: AddressOptions & { json?: boolean }) => {
      const { year, period, paid } = addressOf(month, options);
      await withRooms(async (rooms) => {
        const paidOn = paid ?? (await onlyPayKey(rooms, { company, year, period }));
        const ask = await answersIn(rooms);
        const answer = await ask(row as typeof noteRun, { company, year, period, paidOn, ...given({ ...options }) });
        if (options.json) return json(answer);
        print(inWords(answer));
      });
    });
}

type Rooms = Parameters<Parameters<typeof withRooms>[0]>[0];
type Month = { readonly company: string; readonly year: number; readonly period: number };

/** The pay date of the only pay run of a month, which nobody has to type. */
async function onlyPayKey(rooms: Rooms, { company, ...month }: Month): Promise<string> {
  const { payKeyOf } = await import('../../../journal/nouns/pay-key.js');
  const { runFound } = await import('../../../acts/runs/run-found.js');
  const { ActTools } = await import('../../../acts/act-tools.js');
  const { companies, database } = rooms.get(ActTools);
  const ref = { company: await companies.find(company), ...month };
  return payKeyOf(await database.read((rows) => runFound(rows, ref)));
}
