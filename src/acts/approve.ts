import { approvable, type HoldCode } from '../journal/holds.js';
import type { Act, Acted, RunRef } from './act.js';
import type { RunTools } from './act-tools.js';
import { decided } from './decided.js';
import { notNow } from './not-now.js';

/** Releases one hold, for the figures the run has now. */
export function approve(tools: RunTools, ref: RunRef, act: Act & { readonly hold: string }): Promise<Acted> {
  const { hold: code } = act;
  return decided(tools, { ref, act, name: 'approve' }, (run) => {
    const hold = run.mapped?.holds.find((one) => one.code === code);
    if (!hold) throw notNow(ref.company.name, run, 'approve', `it is not held by ${code}`);
    if (!approvable(code as HoldCode)) {
      const instead = `${code} is not released by an approval, but by payroll, policy or a decision about the field`;
      throw notNow(ref.company.name, run, 'approve', instead);
    }
    return [{ kind: 'approval', holdCode: code, fingerprint: run.fingerprint, figures: hold.figures ?? null }];
  });
}
