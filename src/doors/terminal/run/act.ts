import { paidInWords } from '../../../journal/nouns/pay-key.js';
import type { Command } from 'commander';
import { inLondon } from '../../../ground/london.js';
import { adjustmentName } from '../../../journal/nouns/adjustment.js';
import { isAdjustment } from '../../../record/runs/adjustment.js';
import type { Act, Acted, RunRef } from '../../../acts/act.js';
import type { ActTools } from '../../../acts/act-tools.js';
import { whoOf } from '../../../acts/who-of.js';
import type { RunActName } from '../../../acts/run-acts.js';
import type { Principal } from '../../../access/principal.js';
import { named } from '../../../answers/named.js';
import type { Done } from '../../../answers/pay-runs.js';
import { terminalPrincipal, withRooms } from '../boot.js';
import { json, note, print } from '../output.js';
import { addressOf, type AddressOptions } from './run-options.js';
import { whyOf } from './run-answer.js';
import { withSending } from '../../../views/words/sending-in-words.js';
import { inSentence, stateWords } from '../../../views/words/words.js';

/** The company, and the words of its month unless `--month` gives it. */
type Named = readonly [company: string, month: readonly string[]];

export interface ActOptions extends AddressOptions {
  readonly reason: string;
  readonly json?: boolean;
}

export function reasoned(command: Command): Command {
  return command
    .requiredOption('--reason <text>', 'why; kept with the decision')
    .option('--json', 'answer the pay run after the act, as the API does');
}

type Does = (tools: ActTools, ref: RunRef, how: Act) => Promise<Done>;

/** An act of the table, with what is asked for besides the reason, as its body names it. */
export const actNamed =
  (name: RunActName, given: object = {}): Does =>
  async (tools, ref, how) => {
    const { doneOn } = await import('../../../answers/pay-runs.js');
    return doneOn(tools, name, { ref, act: { ...how, ...given }, pay: true });
  };

/** An act that waits where the service would send it later, since none may be running. */
export const waitingFor =
  (does: Does): Does =>
  async (tools, ref, how) => {
    const { waitedFor } = await import('../../../acts/runs/waited-for.js');
    const acted = await does(tools, ref, how);
    const say = (until: Date) =>
      note(
        `The books refused this pay run a moment ago, and may still make it. Nothing is sent before ${inLondon(until).slice(11)}: waiting. It is kept if you stop this command: the service or the next sync sends it.`,
      );
    return waitedFor(tools, { ref, act: how, acted, say });
  };

/** Does one act and prints the run's new state; exits with 3 when it still needs a person. */
export async function doAct(
  [company, month]: Named,
  { reason, json: asJson, ...options }: ActOptions,
  does: Does,
): Promise<void> {
  const address = addressOf(month, options);
  await withRooms(async (rooms) => {
    const { ActTools } = await import('../../../acts/act-tools.js');
    const { Companies } = await import('../../../companies/companies.js');
    const ref = { company: await rooms.get(Companies).find(company), ...address };
    const tools = rooms.get(ActTools);
    const principal = await terminalPrincipal(tools.database);
    const done = await does(tools, ref, { who: whoOf(principal, 'command'), reason });
    const error = done.sync?.error;
    process.exitCode = error ? 1 : needsPerson.has(done.run.state) ? 3 : 0;
    if (error) note(`${error.title}\n  ${error.detail}\n${error.todo}`);
    const { sending = [] } = done;
    if (asJson) return json(await answerOf(done, principal));
    print(withSending(standing(done), sending));
    if (done.run.journalSet) print(done.run.journalSet);
  });
}

async function answerOf(done: Done, who: Principal): Promise<unknown> {
  if (isAdjustment(done.run)) {
    const { adjusted, adjustedAnswer } = await import('../../../answers/adjustments.js');
    return named(adjustedAnswer, adjusted({ who }, done));
  }
  const { actedAnswer, actedShown } = await import('../../../answers/pay-runs.js');
  return named(actedAnswer, actedShown(done, who));
}

/** The present state; for a held run, the messages of its holds. */
function standing({ company, run }: Acted): string {
  const which = isAdjustment(run) ? `${adjustmentName(run)} dated` : 'paid';
  const holds = run.state === 'held' ? (run.mapped?.holds ?? []) : [];
  const why = holds.length === 0 ? whyOf(run) : '';
  return [
    `${company}, ${which} ${paidInWords(run)}: ${inSentence(stateWords[run.state])}${why && ` (${why})`}.`,
    ...holds.map(({ message }) => `  ${message}`),
  ].join('\n');
}

const needsPerson: ReadonlySet<string> = new Set(['held', 'changed', 'drift', 'refused', 'in_doubt']);
