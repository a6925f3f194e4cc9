import type { ReadRows } from '../../ground/rows.js';
import { type Problem, problem } from '../../ground/problem.js';
import { paidInWords } from '../../journal/nouns/pay-key.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import type { Act, RunRef } from '../act.js';
import { mustHaveReason } from '../reason.js';
import { runFound } from './run-found.js';

/** The pay run that an act is about, provided its figures are those the person saw. Every act needs a reason. */
export async function boundToWhatWasSeen(rows: ReadRows, ref: RunRef, act: Act): Promise<PayRunRecord> {
  mustHaveReason(act.reason, ref.company.name);
  const run = await runFound(rows, ref);
  if (act.fingerprint !== undefined && act.fingerprint !== run.fingerprint) throw payrollChanged(ref, run);
  return run;
}

function payrollChanged({ company }: RunRef, run: PayRunRecord): Problem {
  return problem('payroll-changed', {
    detail: `${company.name}, paid ${paidInWords(run)}: the figures are not those that were shown.`,
    todo: 'Look at the pay run again, then decide.',
  });
}
