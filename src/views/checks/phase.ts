import type { PayRunRecord, RunState } from '../../record/runs/pay-run.entity.js';

/** What a check is about: the journals in the books, those and what would be posted, or no journal of ours. */
export type Of = 'posted' | 'to_be_posted' | 'payroll';

/** No journal of it is in the books, and none of ours will be. */
const asides: ReadonlySet<RunState> = new Set(['nothing', 'before_cutover', 'moved', 'ignored', 'agrees', 'differs']);

export function aboutOf({ state, journalSet }: Pick<PayRunRecord, 'state' | 'journalSet'>): Of {
  if (journalSet !== null) return 'posted';
  return asides.has(state) ? 'payroll' : 'to_be_posted';
}

/** Of several together: while one of them is still to be posted, they all wait for that. */
export function togetherOf(all: Iterable<Of>): Of {
  const found = new Set(all);
  return found.has('to_be_posted') ? 'to_be_posted' : found.has('posted') ? 'posted' : 'payroll';
}
