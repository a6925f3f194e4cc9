import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import type { Act, Acted, RunRef } from '../act.js';
import type { RunTools } from '../act-tools.js';
import { decided, type ToDecide } from './decided.js';
import { figuresDecidedOn } from './figures-decided-on.js';
import { notNow } from '../not-now.js';
import { runNow, whyNot } from './why-not.js';

/** A changed run is reversed and posted again; an unchanged one stays reversed until someone asks. */
export function reverse(tools: RunTools, ref: RunRef, act: Act & { readonly on?: string }): Promise<Acted> {
  return decided(tools, { ref, act, name: 'reverse', reviewing }, (run) => toReverse(ref.company.name, run, act.on));
}

export function toReverse(company: string, run: PayRunRecord, on?: string): readonly ToDecide[] {
  const against = whyNot.reverse(runNow(run));
  if (against !== undefined) throw notNow(company, run, 'reverse', against);
  const reversal = { kind: 'reverse' as const, fingerprint: figuresDecidedOn(run), onDate: on ?? null };
  return postsAnew(run) ? [reversal, { kind: 'post', fingerprint: run.fingerprint }] : [reversal];
}

const postsAnew = ({ plan }: PayRunRecord) => plan?.kind === 'changed' && plan.why === 'amount';

/** A run that is posted again is reviewed like any other posted run. */
export const reviewing = (run: PayRunRecord) => (postsAnew(run) ? 'post' : undefined);
