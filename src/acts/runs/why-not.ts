import { dayInWords } from '../../journal/nouns/dates.js';
import { placeInTag } from '../../journal/nouns/identity.js';
import type { PayRunRecord, Plan } from '../../record/runs/pay-run.entity.js';

/** What the rules below look at: a row of the record, or what a page shows of it. */
export interface RunNow extends Pick<PayRunRecord, 'state' | 'holdCodes'> {
  readonly plan?: Plan | null;
  readonly inBooks: boolean;
}

export const runNow = (run: PayRunRecord): RunNow => ({
  state: run.state,
  holdCodes: run.holdCodes,
  plan: run.plan,
  inBooks: run.journalSet !== null,
});

/**
 * Why an act is not available for this run now; undefined if it is. The acts refuse by this and pages offer by it, so
 * that no one is offered what is refused, or refused what is offered.
 */
export const whyNot = { post: whyNotPost, amend: whyNotAmend, reverse: whyNotReverse } as const;

function whyNotPost({ state, plan, holdCodes }: RunNow): string | undefined {
  if (plan?.kind === 'drift' && plan.left === 'reversal')
    return 'its reversal is still in the books and would undo what else is posted for this pay run. Remove that there too, or ignore this run';
  if (plan?.kind === 'refused' && plan.checked)
    return 'a change of its journal was refused and may still be made: we look for it first';
  const reversed = state === 'held' && holdCodes.includes('reversed');
  const missing = plan?.kind === 'drift' && plan.what === 'missing';
  if (missing && plan.payroll !== undefined && plan.left === undefined)
    return 'payroll has nothing to post in place of what is gone. Ignore it, or wait until payroll has';
  if (state === 'ready' || state === 'refused' || reversed || missing || mayPostDespite(plan)) return undefined;
  return 'only a run that is ready, refused, reversed, missing from the books or next to an ignored one can be posted';
}

/** It waits for ignored runs only, which never end by themselves. */
export const mayPostDespite = (plan: Plan | null | undefined): plan is Extract<Plan, { kind: 'changed' }> =>
  plan?.kind === 'changed' && plan.mayPost === true;

function whyNotAmend({ plan, inBooks }: RunNow): string | undefined {
  if (plan?.kind === 'drift') return whyNotPutRight(plan, inBooks);
  if (plan?.kind !== 'changed') return 'neither payroll nor the books have changed since it was posted';
  if (plan.why !== 'neighbour') {
    const nothingToAmendTo = plan.redateTo === undefined && plan.why !== 'amount';
    return nothingToAmendTo ? 'payroll has nothing to amend it to; reverse it' : undefined;
  }
  const runs = runsInWords(plan.waitsFor);
  if (plan.mayPost) return `${runs} is ignored and may pay some of the same people: post it anyway, or ignore it too`;
  const instead = plan.mayCome
    ? 'its journal may still reach the books: we are looking for it'
    : 'deal with that first';
  return `it only waits for ${runs}: ${instead}`;
}

function whyNotPutRight(
  { what, removable, payroll }: Extract<Plan, { kind: 'drift' }>,
  inBooks: boolean,
): string | undefined {
  if (what === 'missing') return 'what is gone from the books cannot be amended there; post it again, or ignore it';
  if (what === 'edited' && !inBooks) return 'what was edited is a reversal. Put it right in the books';
  if (what === 'edited' && payroll !== undefined)
    return 'payroll has nothing to restore it to. Put it right in the books, or ignore it';
  if (what === 'doubled' && removable === undefined)
    return 'the journals in the books are not the same, so none of them is removed from here. Remove the wrong one in the books';
  return undefined;
}

function whyNotReverse({ state, inBooks, plan }: RunNow): string | undefined {
  if (state === 'ignored') return 'it is left alone for good. Reverse it in the books';
  if (!inBooks) return 'there is no journal set of it in the books';
  return plan?.kind === 'drift' ? beforeReversal[plan.left ?? plan.what] : undefined;
}

/** A reversal undoes exactly what was posted, so the books must show that first. */
const beforeReversal = {
  edited: 'its journal was edited in the books. Put that right first',
  missing: 'its journal is gone from the books, so nothing is left to reverse',
  doubled: 'the books have it twice. Remove one of the two first',
  journal: 'part of it is gone from the books. Keep what is left first (post)',
  reversal: 'its journal is gone from the books, so nothing is left to reverse',
} as const;

/** "the pay run paid 30 Sep 2025 and that paid 31 Oct 2025" */
function runsInWords(tags: readonly string[] = []): string {
  const days = new Set(tags.flatMap((tag) => placeInTag(tag)?.datedOn ?? []));
  const paid = [...days].map((day) => `paid ${dayInWords(day)}`);
  return paid.length === 0 ? 'the pay run next to it' : `the pay run ${paid.join(' and that ')}`;
}
