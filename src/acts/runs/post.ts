import { ClientApproval } from '../../record/client-approval.entity.js';
import { monthFingerprint, readFigures } from '../../record/runs/month-figures.js';
import { problem } from '../../ground/problem.js';
import type { ReadRows } from '../../ground/rows.js';
import { paidInWords } from '../../journal/nouns/pay-key.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import type { Act, Acted, RunRef } from '../act.js';
import type { RunTools } from '../act-tools.js';
import { decided, type ToDecide } from './decided.js';
import { figuresDecidedOn } from './figures-decided-on.js';
import { notNow } from '../not-now.js';
import { mayPostDespite, runNow, whyNot } from './why-not.js';

export function post(tools: RunTools, ref: RunRef, act: Act): Promise<Acted> {
  return decided(tools, { ref, act, name: 'post', reviewing: () => 'post' }, async (run, rows) => {
    const asked = toPost(ref.company.name, run);
    await mustBeApproved(rows, ref, run);
    return asked;
  });
}

export function toPost(company: string, run: PayRunRecord): readonly ToDecide[] {
  const { plan } = run;
  const against = whyNot.post(runNow(run));
  if (against !== undefined) throw notNow(company, run, 'post', against);
  // What is left is kept, whatever payroll has by now; it is amended or reversed after that.
  const fingerprint = plan?.kind === 'drift' && plan.left === 'journal' ? figuresDecidedOn(run) : run.fingerprint;
  return [{ kind: 'post', fingerprint, figures: despite(run) }];
}

/** The ignored runs that were shown to the person who posts anyway: the decision covers these, and no others. */
function despite({ plan }: PayRunRecord): { readonly despite: string } | null {
  return mayPostDespite(plan) ? { despite: (plan.waitsFor ?? []).join(' ') } : null;
}

/** Judged by the company's policy and the figures as they are now. */
export async function mustBeApproved(rows: ReadRows, { company }: RunRef, run: PayRunRecord) {
  const { companyId, year, period } = run;
  if (company.policy.clientApproval !== 'before') return;
  const fingerprint = monthFingerprint(await readFigures(rows, companyId, { year, period }));
  if (await rows.existsBy(ClientApproval, { companyId, year, period, fingerprint, answer: 'approved' })) return;
  throw problem('client-approval-needed', {
    detail: `${company.name}, paid ${paidInWords(run)}: its policy posts nothing before the client has approved the month as it is now.`,
    todo: `Send the client a link from the pay run’s page, or let the policy ask after posting. At the terminal: \`counterfoil policy "${company.name}" --set clientApproval=after\`.`,
  });
}
