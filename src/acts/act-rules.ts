import type { Decision, Treatment } from '../journal/decision.js';
import { approvable, type HoldCode } from '../journal/holds.js';
import { parseDecision, WrongPolicy } from '../journal/policy.js';
import { rowOf } from '../journal/treatments.js';
import type { NewDecision } from '../record/decisions.js';
import type { PayRunRecord } from '../record/pay-run.entity.js';
import { Problem } from '../ground/problem.js';

/** What may be done with a pay run as it stands, and what the decision is then bound to. A Problem where it may not. */

/** `repost`: what is reversed is posted anew at once. */
export type ToDecide = Partial<NewDecision> & { readonly repost?: boolean };

export function toPost(company: string, run: PayRunRecord): ToDecide {
  const { state, plan } = run;
  const reversed = state === 'held' && run.holdCodes.includes('reversed');
  const missing = plan?.kind === 'drift' && plan.what === 'missing';
  const freed = plan?.kind === 'changed' && plan.mayPost === true;
  if (state === 'ready' || state === 'refused' || reversed || missing || freed) return { fingerprint: run.fingerprint };
  throw notNow(
    company,
    run,
    'post',
    'only a run that is ready, refused, reversed, missing from the books or beside an ignored one is posted',
  );
}

export function toApprove(company: string, run: PayRunRecord, code: string): ToDecide {
  const hold = run.mapped?.holds.find((one) => one.code === code);
  if (!hold) throw notNow(company, run, 'approve', `it is not held by ${code}`);
  if (!approvable(code as HoldCode)) {
    const instead = `${code} is not released by an approval, but by payroll, policy or a decision about the field`;
    throw notNow(company, run, 'approve', instead);
  }
  return { kind: 'approval', holdCode: code, fingerprint: run.fingerprint, figures: hold.figures ?? null };
}

export function toAmend(company: string, run: PayRunRecord): ToDecide {
  const { plan } = run;
  if (plan?.kind === 'changed' && plan.why === 'neighbour') {
    const others = plan.waitsFor?.join(', ') ?? 'the run beside it';
    throw notNow(company, run, 'amend', `it only waits for ${others}: amend or reverse that one`);
  }
  if (plan?.kind === 'changed' && plan.redateTo === undefined && plan.why !== 'amount')
    throw notNow(company, run, 'amend', 'payroll has nothing to amend it to; reverse it');
  if (plan?.kind !== 'changed' && plan?.kind !== 'drift')
    throw notNow(company, run, 'amend', 'neither payroll nor the books have changed since it was posted');
  return { fingerprint: contentKeyOf(run) };
}

export function toReverse(company: string, run: PayRunRecord, on: string | undefined): ToDecide {
  if (run.journalSet === null) throw notNow(company, run, 'reverse', 'there is no journal set of it in the books');
  const repost = run.plan?.kind === 'changed' && run.plan.why === 'amount';
  return { fingerprint: contentKeyOf(run), onDate: on ?? null, repost };
}

/** The figures, or the fact that payroll has none. */
function contentKeyOf(run: PayRunRecord): string | null {
  if (run.gone) return 'gone';
  const why = run.plan?.kind === 'changed' ? run.plan.why : 'amount';
  return why === 'amount' || why === 'neighbour' ? run.fingerprint : why;
}

export function onlyPersonWith(run: PayRunRecord, field: string, have: Havers): string | undefined {
  const held = run.mapped?.holds.filter((hold) => hold.field === field).flatMap((hold) => hold.payslip ?? []) ?? [];
  const users = new Set(held.length > 0 ? held : have);
  const [only] = users;
  return users.size === 1 ? only : undefined;
}

/** Any field may be decided at once, held or not; a field that nobody has and nobody named is a slip of the pen. */
export function checkDecidable(company: string, run: PayRunRecord, field: string, as: Treatment, have: Havers): void {
  const holds = run.mapped?.holds.filter((hold) => hold.field === field) ?? [];
  const onNoPayslip = holds.length > 0 && holds.every((hold) => hold.payslip === undefined);
  if (onNoPayslip && as !== 'information')
    throw notNow(company, run, 'decide', `${field} is on no payslip, so it can only be information`);
  if (holds.length === 0 && have.size === 0 && rowOf(field) === undefined)
    throw notNow(company, run, 'decide', `none of its payslips has a field named ${field}`);
}

/** It keeps the decisions it was posted with. */
export function checkNotPosted(company: string, run: PayRunRecord, field: string): void {
  const held = run.mapped?.holds.some((hold) => hold.field === field);
  if (run.journalSet === null || held) return;
  const instead = 'its journal is in the books already. Decide for the person or the company, or reverse it first';
  throw notNow(company, run, 'decide', instead);
}

/** The users whose payslips have the field. */
export type Havers = ReadonlySet<string>;

export function treatmentOf(company: string, given: Decision): Decision {
  try {
    return parseDecision(given);
  } catch (error) {
    if (!(error instanceof WrongPolicy)) throw error;
    throw new Problem({
      title: 'No such decision',
      detail: `${company}: ${error.problems.join('; ')}.`,
      todo: 'Name one of the treatments, and a nominal code such as 816 where another account is meant.',
      status: 400,
      exitCode: 2,
    });
  }
}

export function notNow(company: string, run: PayRunRecord, act: string, why: string): Problem {
  return new Problem({
    title: `Cannot ${act} this pay run now`,
    detail: `${company}, paid ${run.datedOn}, is ${run.state.replaceAll('_', ' ')}: ${why}.`,
    todo: 'Look at it with `counterfoil show`, or on its page.',
    status: 409,
  });
}
