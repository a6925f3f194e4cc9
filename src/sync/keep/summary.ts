import { In } from 'typeorm';
import type { Verdict } from '../../journal/decide/decide.js';
import { byReturns } from '../../record/runs/adjustment.js';
import { PayRunRecord, type RunState } from '../../record/runs/pay-run.entity.js';
import type { PlanShown, SyncResult } from '../../record/runs/sync-record.entity.js';
import { adjustmentName, returnedKinds } from '../../journal/nouns/adjustment.js';
import type { Problem } from '../../ground/problem.js';
import type { RecordAtWork } from '../at-work/record-at-work.js';
import type { Verdicts } from '../facts/decide.js';
import type { Facts } from '../facts/facts.js';
import { isAskedFor, type RunFacts } from '../facts/run-facts.js';

export type RunCounts = Omit<SyncResult, 'company' | 'requests' | 'error'>;

/** What a sync found, counted by run. */
export interface Summary extends RunCounts {
  /** What could not be done for one run or period. */
  readonly problem?: Problem;
  /** For a dry run: what would be done, and why. */
  readonly planned?: readonly PlannedRun[];
}

export interface PlannedRun extends Pick<RunFacts, 'year' | 'period' | 'datedOn' | 'adjustment'> {
  readonly would: Verdict['do'];
  readonly why: string;
  readonly holdCodes: readonly string[];
}

/** In the form that is kept for pages. No company comes near this many in its open tax years. */
export const plansKept = (plans: readonly PlannedRun[]): readonly PlanShown[] =>
  plans.slice(0, plansKeptMax).map(({ adjustment, ...plan }) => ({
    ...plan,
    ...(adjustment && { adjustment: adjustmentName(adjustment) }),
  }));

const plansKeptMax = 500;

const byState: Partial<Record<RunState, keyof RunCounts>> = {
  ready: 'ready',
  held: 'held',
  in_doubt: 'inDoubt',
  changed: 'changed',
  drift: 'drift',
  refused: 'refused',
  not_ready: 'notReady',
  overdue: 'notReady',
  nothing: 'nothing',
};

const none = { ready: 0, held: 0, inDoubt: 0, changed: 0, drift: 0, refused: 0, notReady: 0, nothing: 0, unchanged: 0 };

/** Counts every run in the request once, whatever its year: by what this sync did with it, else by its state. */
export async function recordedCounts({ company, tally, db, request }: RecordAtWork): Promise<RunCounts> {
  const { year, period } = request;
  const where = {
    companyId: company.id,
    ...(year !== undefined && { year }),
    ...(period !== undefined && { period }),
  };
  // No one entered what follows from an employer's returns, so no one would look whether it is held.
  const counted = [
    { ...where, kind: 'payroll' as const },
    { ...where, kind: In([...returnedKinds]), enteredBy: byReturns },
  ];
  const kept = await db.read((rows) => rows.select(PayRunRecord, ['tag', 'state', 'kind'], { where: counted }));
  const found = { ...none };
  for (const { tag, state, kind } of kept) {
    const counter = byState[state] as keyof typeof none | undefined;
    if (counter) found[counter] += 1;
    else if (kind === 'payroll' && state === 'posted' && !tally.touched.has(tag)) found.unchanged += 1;
  }
  return { posted: tally.posted, adopted: tally.adopted, amended: tally.amended, ...found };
}

const byVerdict: Partial<Record<Verdict['do'], keyof RunCounts>> = {
  post: 'posted',
  amend: 'amended',
  reverse: 'changed',
  changed: 'changed',
  remove: 'drift',
  drift: 'drift',
  held: 'held',
  ready: 'ready',
  wait: 'inDoubt',
  not_ready: 'notReady',
  nothing: 'nothing',
  posted: 'unchanged',
};

const isWaiting = (verdict: Verdict['do']): boolean => !['post', 'amend', 'posted'].includes(verdict);

/** For a dry run: what would be done with each run, and why. */
export function planned({ runs, request, problems }: Facts, verdicts: Verdicts): Summary {
  const found = { posted: 0, adopted: 0, amended: 0, ...none };
  const plans: PlannedRun[] = [];
  for (const run of runs.values()) {
    const verdict = verdicts.get(run.tag);
    if (!verdict || !isAskedFor(request, run)) continue;
    // What a person entered is listed, but not counted.
    const counted = byVerdict[verdict.do];
    const waits = run.adjustment?.enteredBy === byReturns && isWaiting(verdict.do);
    if (counted && (!run.adjustment || waits)) found[counted] += 1;
    const why = verdict.do === 'changed' ? verdict.why : run.payroll.holds.map((hold) => hold.message).join(' ');
    const { year, period, datedOn, adjustment } = run;
    const holdCodes = run.payroll.holds.map(({ code }) => code);
    plans.push({ year, period, datedOn, adjustment, would: verdict.do, why, holdCodes });
  }
  return { ...found, planned: plans, problem: problems[0] };
}
