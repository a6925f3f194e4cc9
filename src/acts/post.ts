import type { PayRunRecord } from '../record/pay-run.entity.js';
import type { Act, Acted, RunRef } from './act.js';
import type { RunTools } from './act-tools.js';
import { decided } from './decided.js';
import { notNow } from './not-now.js';

export function post(tools: RunTools, ref: RunRef, act: Act): Promise<Acted> {
  return decided(tools, { ref, act, name: 'post', reviewing: () => 'post' }, (run) => {
    if (!mayPost(run)) throw notNow(ref.company.name, run, 'post', onlyThese);
    return [{ kind: 'post', fingerprint: run.fingerprint }];
  });
}

const onlyThese =
  'only a run that is ready, refused, reversed, missing from the books or beside an ignored one is posted';

function mayPost({ state, plan, holdCodes }: PayRunRecord): boolean {
  const reversed = state === 'held' && holdCodes.includes('reversed');
  const missing = plan?.kind === 'drift' && plan.what === 'missing';
  const freed = plan?.kind === 'changed' && plan.mayPost === true;
  return state === 'ready' || state === 'refused' || reversed || missing || freed;
}
