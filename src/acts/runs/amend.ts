import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import type { Act, Acted, RunRef } from '../act.js';
import type { RunTools } from '../act-tools.js';
import { decided, type ToDecide } from './decided.js';
import { figuresDecidedOn } from './figures-decided-on.js';
import { notNow } from '../not-now.js';
import { runNow, whyNot } from './why-not.js';

/** Changes the set in the books to what payroll has now. */
export async function amend(tools: RunTools, ref: RunRef, act: Act): Promise<Acted> {
  return decided(tools, { ref, act, name: 'amend', reviewing: () => 'amend' }, (run) => toAmend(ref.company.name, run));
}

export function toAmend(company: string, run: PayRunRecord): readonly ToDecide[] {
  const against = whyNot.amend(runNow(run));
  if (against !== undefined) throw notNow(company, run, 'amend', against);
  return [{ kind: 'amend', fingerprint: figuresDecidedOn(run) }];
}
