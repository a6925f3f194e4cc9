import type { Rows } from '../../ground/rows.js';
import type { Sending } from '../../record/decided.js';
import type { Carried } from '../../record/log/carried.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import type { Act, RunRef } from '../act.js';
import type { ActTools } from '../act-tools.js';

/** What became of these gets a log line of its own, from the sync that carries them out. */
const askedFor: ReadonlySet<string> = new Set(['post', 'amend', 'reverse']);

interface RunLine {
  readonly name: string;
  /** The decision, or the version of the policy, that the line is about. */
  readonly about?: string;
  readonly carries?: readonly Carried[];
  readonly note?: string;
}

export async function runLogged(
  { log }: Pick<ActTools, 'log'>,
  rows: Rows,
  { ref, run, act, name, about, carries = [], note }: RunLine & { ref: RunRef; run: PayRunRecord; act: Act },
): Promise<readonly Sending[]> {
  return log.append(rows, {
    companyId: ref.company.id,
    trigger: act.who.trigger,
    actor: act.who.actor,
    act: name,
    outcome: askedFor.has(name) ? 'asked' : 'done',
    tag: run.tag,
    fingerprint: run.fingerprint ?? undefined,
    policyVersion: ref.company.policyVersion,
    ref: about,
    answer: note,
    carries,
  });
}
