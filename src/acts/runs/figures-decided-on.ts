import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';

/** What an amendment or a reversal is bound to: the figures, or the fact that payroll has none. */
export function figuresDecidedOn(run: PayRunRecord): string | null {
  if (run.gone) return 'gone';
  const { plan, fingerprint } = run;
  if (plan?.kind === 'drift') return plan.payroll ?? fingerprint;
  const why = plan?.kind === 'changed' ? plan.why : 'amount';
  return why === 'amount' || why === 'neighbour' ? fingerprint : why;
}
