import type { Command } from 'commander';
import type { Act, Acted, RunRef } from '../../acts/act.js';
import type { ActTools } from '../../acts/act-tools.js';
import { byCommand, withRooms } from '../boot.js';
import { json, note, say } from '../output.js';
import { date, period, year } from './run-options.js';
import { runAnswer } from './run-answer.js';

interface Address {
  readonly company: string;
  readonly year: number;
  readonly period: number;
}

export interface ActOptions {
  readonly paid?: string;
  readonly companion?: string;
  readonly reason: string;
  readonly json?: boolean;
}

/** The address of a pay run, and the reason that every act needs. */
export function addressed(command: Command): Command {
  return command
    .argument('<company>', 'its name, id or subdomain')
    .argument('<year>', 'the tax year by its end, such as 2026', year)
    .argument('<period>', 'its period, 0 to 11', period)
    .option('--paid <date>', 'the pay date, where the period has several', date)
    .option('--companion <name>', 'of the journal set beside the pay runs, such as recovery or levy-1');
}

export function reasoned(command: Command): Command {
  return command
    .requiredOption('--reason <text>', 'why; kept with the decision')
    .option('--json', 'answer the pay run as it stands afterwards');
}

/** Does one act and tells how the run stands then: 3 when it still needs a person. */
export async function doAct(
  { company, year: inYear, period: inPeriod }: Address,
  { paid, companion, reason, json: asJson }: ActOptions,
  act: (tools: ActTools, ref: RunRef, how: Act) => Promise<Acted>,
): Promise<void> {
  await withRooms(async (rooms) => {
    const { ActTools } = await import('../../acts/act-tools.js');
    const { Companies } = await import('../../companies/companies.js');
    const ref = { company: await rooms.get(Companies).find(company), year: inYear, period: inPeriod, paid, companion };
    const done = await act(rooms.get(ActTools), ref, { who: byCommand(), reason });
    const error = done.sync?.error;
    process.exitCode = error ? 1 : needsPerson.has(done.run.state) ? 3 : 0;
    if (error) note(`${error.title}\n  ${error.detail}\n${error.todo}`);
    if (asJson) return json(runAnswer(done.run, done.company));
    const why = done.run.reason ? `: ${done.run.reason}` : '';
    say(
      `${done.company}, ${'kind' in done.run ? 'dated' : 'paid'} ${done.run.datedOn}, is ${done.run.state.replaceAll('_', ' ')}${why}.`,
    );
    if (done.run.journalSet) say(done.run.journalSet);
  });
}

const needsPerson: ReadonlySet<string> = new Set(['held', 'changed', 'drift', 'refused', 'in_doubt']);
