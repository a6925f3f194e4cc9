import type { PayRunRecord } from '../record/pay-run.entity.js';
import type { Act, Acted, RunRef } from './act.js';
import type { RunTools } from './act-tools.js';
import { decided } from './decided.js';
import { figuresDecidedOn } from './figures-decided-on.js';
import { notNow } from './not-now.js';

/** Changes the set in the books to what payroll has now. */
export function amend(tools: RunTools, ref: RunRef, act: Act): Promise<Acted> {
  return decided(tools, { ref, act, name: 'amend' }, (run) => {
    const against = whyNot(run);
    if (against !== undefined) throw notNow(ref.company.name, run, 'amend', against);
    return [{ kind: 'amend', fingerprint: figuresDecidedOn(run) }];
  });
}

function whyNot({ plan }: PayRunRecord): string | undefined {
  if (plan?.kind === 'drift') return undefined;
  if (plan?.kind !== 'changed') return 'neither payroll nor the books have changed since it was posted';
  if (plan.why === 'neighbour')
    return `it only waits for ${plan.waitsFor?.join(', ') ?? 'the run beside it'}: amend or reverse that one`;
  const nothingToAmendTo = plan.redateTo === undefined && plan.why !== 'amount';
  return nothingToAmendTo ? 'payroll has nothing to amend it to; reverse it' : undefined;
}
