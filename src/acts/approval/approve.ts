import { approvable, type HoldCode } from '../../journal/holds.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { holdWords } from '../../views/words.js';
import type { Act, Acted, RunRef } from '../act.js';
import type { RunTools } from '../act-tools.js';
import { decided, type ToDecide } from '../runs/decided.js';
import { notNow } from '../not-now.js';

/** Releases one hold, for the figures the run has now. */
export function approve(tools: RunTools, ref: RunRef, act: Act & { readonly hold: string }): Promise<Acted> {
  return decided(tools, { ref, act, name: 'approve' }, (run) => toApprove(ref.company.name, run, act.hold));
}

export function toApprove(company: string, run: PayRunRecord, code: string): readonly ToDecide[] {
  const hold = run.mapped?.holds.find((one) => one.code === code);
  const words = holdWords[code] ?? code.replaceAll('_', ' ');
  if (!hold) throw notNow(company, run, 'approve', `“${words}” is not what holds it`);
  if (!approvable(code as HoldCode)) {
    const instead = `“${words}” is not released by an approval, but by payroll, policy or a decision about the pay item`;
    throw notNow(company, run, 'approve', instead);
  }
  return [{ kind: 'approval', holdCode: code, fingerprint: run.fingerprint, figures: hold.figures ?? null }];
}
