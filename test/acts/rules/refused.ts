import type { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import { Problem, type ProblemDetails } from '../../../src/ground/problem.js';
import { october, paidOn } from '../../factories/facts.js';

/** October's pay run, with what a rule asks about. */
export const payRun = (over: Partial<PayRunRecord> = {}): PayRunRecord =>
  ({
    ...{ companyId: 'elm', tag: october, year: 2026, period: 6, datedOn: paidOn, state: 'ready', fingerprint: 'seen' },
    ...{ holdCodes: [], plan: null, mapped: null, journalSet: null, gone: false },
    ...over,
  }) as unknown as PayRunRecord;

/** The Problem that a rule ends in, or what it answers. */
export function outcomeOf<Answer>(
  rule: () => Answer,
): Answer | (Omit<ProblemDetails, 'type'> & { readonly exitCode: number }) {
  try {
    return rule();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { title, detail, todo, status, exitCode } = error;
    return { title, detail, todo, status, exitCode };
  }
}

export const notNow = (act: string, why: string, state = 'ready to post') => ({
  title: 'Not possible for this pay run now',
  detail: `Elm Ltd, paid 31 Oct 2025: ${state}; cannot ${act} this pay run: ${why}.`,
  todo: 'Look at it with `counterfoil show`, or on its page.',
  status: 409,
  exitCode: 1,
});
