import { paidInWords } from '../../../journal/nouns/pay-key.js';
import type { INestApplicationContext } from '@nestjs/common';
import type { OneOfMany, RunSeen, ManyAct } from '../../../acts/many.js';
import type { ActTools } from '../../../acts/act-tools.js';
import type { Company } from '../../../companies/company.js';
import { monthInWords } from '../../../journal/nouns/dates.js';
import { Money } from '../../../journal/nouns/money.js';
import type { PayRunRecord } from '../../../record/runs/pay-run.entity.js';
import { ask, canAsk, notDone } from '../asking.js';
import { named } from '../../../answers/named.js';
import { byCommand, terminalPrincipal } from '../boot.js';
import { json, note, print, progress, table } from '../output.js';

export interface AllOptions {
  readonly yes?: boolean;
  readonly reason: string;
  readonly json?: boolean;
}

type Shown = Pick<PayRunRecord, 'tag' | 'year' | 'period' | 'datedOn' | 'payslips' | 'gross' | 'net' | 'taxAuthority'>;

export interface Chosen {
  readonly company: Company;
  readonly run: Shown & { readonly fingerprint?: string | null };
}

interface AllAtOnce {
  readonly chosen: readonly Chosen[];
  /** "Post", "Posting", "Posted … clean ready" */
  readonly words: { readonly ask: string; readonly going: string; readonly done: string; readonly kind: string };
  readonly act: (
    tools: ActTools,
    runs: readonly RunSeen[],
    how: ManyAct,
    onDone: (done: number) => void,
  ) => Promise<readonly OneOfMany[]>;
}

/** Shows the runs and asks, on a terminal; then takes each by the fingerprint it was shown with, or not at all. */
export async function allAtOnce(
  rooms: INestApplicationContext,
  { chosen, words, act }: AllAtOnce,
  options: AllOptions,
): Promise<void> {
  if (!options.yes && canAsk(options) && chosen.length > 0) await confirm(chosen, words);
  const { ActTools } = await import('../../../acts/act-tools.js');
  const runs = chosen.map(({ company, run }) => ({ company, tag: run.tag, fingerprint: run.fingerprint ?? '' }));
  const bar = progress(words.going);
  const how = { who: await byCommand(rooms), reason: options.reason };
  const tools = rooms.get(ActTools);
  const answers = await act(tools, runs, how, (done) => bar.report(done, runs.length));
  bar.end();
  let reached = 0;
  let failed = false;
  for (const answer of answers) {
    if ('run' in answer && answer.run.state === 'posted') reached += 1;
    if (!('problem' in answer)) continue;
    // A run that someone else must do is left out; that is not a failure.
    if (answer.problem.exitCode !== 3) failed = true;
    note(`${answer.company}, ${answer.tag}: ${answer.problem.title}. ${answer.problem.todo}`);
  }
  process.exitCode = failed ? 1 : reached < answers.length ? 3 : 0;
  if (options.json) {
    const { manyShown, postManyRuns } = await import('../../../answers/pay-runs.js');
    return json(named(postManyRuns.gives, manyShown(answers, await terminalPrincipal(tools.database))));
  }
  print(`${words.done} ${reached} of ${answers.length} ${words.kind} ${answers.length === 1 ? 'run' : 'runs'}.`);
}

async function confirm(chosen: readonly Chosen[], words: AllAtOnce['words']): Promise<void> {
  note(
    table(chosen, [
      { heading: 'Company', value: ({ company }) => company.name },
      { heading: 'Month', value: ({ run }) => monthInWords(run.year, run.period) },
      { heading: 'Paid', value: ({ run }) => paidInWords(run) },
      { heading: 'Payslips', value: ({ run }) => run.payslips, right: true },
      { heading: 'Gross', value: ({ run }) => run.gross.inPounds(), right: true },
      { heading: 'Net', value: ({ run }) => run.net.inPounds(), right: true },
      { heading: 'HMRC', value: ({ run }) => run.taxAuthority.inPounds(), right: true },
    ]),
  );
  const net = Money.sum(chosen.map(({ run }) => run.net)).inPounds();
  const these = chosen.length === 1 ? 'this run' : `these ${chosen.length} runs`;
  const answer = await ask(`\n${words.ask} ${these}, net ${net}? [y/N] `);
  if (!/^y(es)?$/i.test(answer)) throw notDone(`Not ${words.done.toLowerCase()}`);
}
