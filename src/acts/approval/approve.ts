import { approvable, type HoldCode } from '../../journal/nouns/holds.js';
import { pathOf } from '../../journal/nouns/pay-run.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { figuresApproved, holdToDate } from '../../sync/at-work/approved-payments.js';
import { holdWords } from '../../views/words/words.js';
import type { Act, Acted, RunRef } from '../act.js';
import type { RunTools } from '../act-tools.js';
import { differingPayments } from '../payrolls/differing-payments.js';
import { decided, type ToDecide } from '../runs/decided.js';
import { notNow } from '../not-now.js';
import { personNamed } from '../runs/person-named.js';

export interface ApproveAct extends Act {
  /** The code of the hold. */
  readonly hold: string;
  /** As in a decision about a field: only what holds this person's payslip. Absent for every hold of that code. */
  readonly user?: string;
}

/** Releases one hold, for the figures the run has now. */
export function approve(tools: RunTools, ref: RunRef, act: ApproveAct): Promise<Acted> {
  return decided(tools, { ref, act, name: 'approve' }, async (run, rows) => {
    const [asked] = toApprove(ref.company.name, run, act);
    if (asked === undefined || act.hold !== holdToDate) return asked ? [asked] : [];
    // Later payments of the year go on from what is approved now.
    const found = await differingPayments(rows, ref.company, run, asked.userPath ?? undefined);
    return [{ ...asked, figures: figuresApproved(found.map(({ payment }) => payment)) }];
  });
}

export function toApprove(
  company: string,
  run: PayRunRecord,
  { hold: code, user }: Pick<ApproveAct, 'hold' | 'user'>,
): readonly ToDecide[] {
  const person = user && pathOf(personNamed(company, run, user));
  const isMeant = (payslip = '') => person === undefined || pathOf(payslip) === person;
  const hold = run.mapped?.holds.find((one) => one.code === code && isMeant(one.payslip));
  const words = holdWords[code] ?? code.replaceAll('_', ' ');
  if (!hold) {
    const whom = person === undefined ? 'it' : `the payslip of the user at ${person}`;
    throw notNow(company, run, 'approve', `“${words}” is not what holds ${whom}`);
  }
  if (!approvable(code as HoldCode)) {
    const instead = `“${words}” is not released by an approval, but by payroll, policy or a decision about the pay item`;
    throw notNow(company, run, 'approve', instead);
  }
  const of = person === undefined ? {} : ({ scope: 'payslip', userPath: person } as const);
  return [{ kind: 'approval', holdCode: code, fingerprint: run.fingerprint, figures: hold.figures ?? null, ...of }];
}
