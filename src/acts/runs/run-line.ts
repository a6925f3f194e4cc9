import type { Carried } from '../../record/log/carried.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import type { RunRef } from '../act.js';
import type { Line } from '../acting.js';

/** The outcome of these gets a log line of its own, from the sync that carries them out. */
const askedFor: ReadonlySet<string> = new Set(['post', 'amend', 'reverse']);

interface RunLine {
  readonly name: string;
  /** The decision, or the version of the policy, that the line is about. */
  readonly about?: string;
  readonly carries?: readonly Carried[];
  readonly note?: string;
}

export function runLine(
  { company }: RunRef,
  { tag, fingerprint }: Pick<PayRunRecord, 'tag' | 'fingerprint'>,
  { name, about, carries = [], note }: RunLine,
): Line {
  return {
    companyId: company.id,
    act: name,
    outcome: askedFor.has(name) ? 'asked' : 'done',
    tag,
    fingerprint: fingerprint ?? undefined,
    policyVersion: company.policyVersion,
    ref: about,
    answer: note,
    carries,
  };
}
