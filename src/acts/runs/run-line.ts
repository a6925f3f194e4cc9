import type { Carried } from '../../record/log/carried.js';
import { type LogAct, rowOf } from '../../record/acts.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import type { RunRef } from '../act.js';
import type { Line } from '../acting.js';

interface RunLine {
  readonly name: LogAct;
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
    outcome: rowOf(name).asks !== undefined ? 'asked' : 'done',
    tag,
    fingerprint: fingerprint ?? undefined,
    policyVersion: company.policyVersion,
    ref: about,
    answer: note,
    carries,
  };
}
