import type { Decision } from '../journal/decide.js';
import { PayRunRecord, type RunState } from '../record/pay-run.entity.js';
import type { SyncRequest, SyncResult } from '../record/sync-record.entity.js';
import { isAskedFor } from './runs.js';
import type { Session } from './session.js';
import type { World } from './world.js';

export type RunCounts = Omit<SyncResult, 'company' | 'requests' | 'error'>;

/** What a sync found, by run. */
export interface Found extends RunCounts {
  /** Of a dry run: what would be done, and why. */
  readonly planned?: readonly PlannedRun[];
}

export interface PlannedRun {
  readonly tag: string;
  readonly would: string;
  readonly why: string;
}

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

/** Every run that was asked for, of any year, is counted once: by what this sync did with it, else by its state. */
export async function recordedCounts({ company, counts, db, request }: Session): Promise<RunCounts> {
  const { year, period } = request;
  const where = { companyId: company.id, ...(year !== undefined && { year }), ...(period !== undefined && { period }) };
  const rows = await db.read((em) => em.select(PayRunRecord, ['tag', 'state'], { where }));
  const found = { ...none };
  for (const { tag, state } of rows) {
    const counted = byState[state] as keyof typeof none | undefined;
    if (counted) found[counted] += 1;
    else if (state === 'posted' && !counts.touched.has(tag)) found.unchanged += 1;
  }
  return { posted: counts.posted, adopted: counts.adopted, amended: counts.amended, ...found };
}

const byDecision: Partial<Record<Decision['do'], keyof RunCounts>> = {
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

export function plannedCounts(world: World, decisions: ReadonlyMap<string, Decision>, request: SyncRequest): Found {
  const found = { posted: 0, adopted: 0, amended: 0, ...none };
  const planned: PlannedRun[] = [];
  for (const run of world.runs.values()) {
    const decision = decisions.get(run.tag);
    if (!decision || !isAskedFor(request, run)) continue;
    const counted = byDecision[decision.do];
    if (counted) found[counted] += 1;
    const why = decision.do === 'changed' ? decision.why : run.holds.map((hold) => hold.message).join(' ');
    planned.push({ tag: run.tag, would: decision.do, why });
  }
  return { ...found, planned };
}
