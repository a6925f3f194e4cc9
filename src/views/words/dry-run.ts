import { pick } from '../../ground/pick.js';
import type { Viewer } from '../../access/viewer.js';
import type { ReadRows } from '../../ground/rows.js';
import { adjustmentInWords, changedWhys, holdWords, wouldWords } from './words.js';
import { type PlanShown, SyncRecord } from '../../record/runs/sync-record.entity.js';

/** One run of a dry run, in words. */
export interface DryRunLine extends Pick<PlanShown, 'year' | 'period' | 'datedOn' | 'would'> {
  /** "Payroll" */
  readonly what: string;
  readonly wouldWords: string;
  readonly why: string;
}

export interface DryRun {
  readonly endedAt: Date;
  /** By month, as they are paid. */
  readonly lines: readonly DryRunLine[];
  /** Runs that need no words of their own, by what they are. */
  readonly others: readonly { readonly words: string; readonly count: number }[];
  readonly error?: { readonly title: string; readonly detail: string; readonly todo: string };
}

/** For the others, only what they are. */
const told: ReadonlySet<PlanShown['would']> = new Set([
  ...(['held', 'changed', 'drift', 'wait', 'give_up', 'remove'] as const),
  ...(['reverse', 'amend', 'post', 'ready', 'record', 'check'] as const),
]);
const byMonth = (a: PlanShown, b: PlanShown) =>
  a.year - b.year || a.period - b.period || a.datedOn.localeCompare(b.datedOn);

/** Undefined unless it is a finished dry run of this company. */
export async function dryRunOf(
  rows: ReadRows,
  viewer: Pick<Viewer, 'pay'>,
  { companyId, id }: { readonly companyId: string; readonly id: string },
): Promise<DryRun | undefined> {
  const sync = await rows.findOneBy(SyncRecord, { id, companyId });
  if (sync === null || sync.endedAt === null || sync.request.dryRun !== true) return undefined;
  const plans = sync.planned ?? [];
  const rest = plans.filter((plan) => !told.has(plan.would)).map(({ would }) => wouldWords[would]);
  return {
    endedAt: sync.endedAt,
    lines: plans
      .filter(({ would }) => told.has(would))
      .toSorted(byMonth)
      .map((plan) => lineOf(plan, viewer)),
    others: [...new Set(rest)].map((words) => ({ words, count: rest.filter((one) => one === words).length })),
    ...(sync.problem !== null && { error: sync.problem }),
  };
}

function lineOf({ adjustment, why, holdCodes, ...plan }: PlanShown, viewer: Pick<Viewer, 'pay'>): DryRunLine {
  return {
    ...pick(plan, ['year', 'period', 'datedOn', 'would']),
    what: adjustment === undefined ? 'Payroll' : adjustmentInWords(adjustment),
    wouldWords: wouldWords[plan.would],
    why: whyShown({ would: plan.would, why, holdCodes }, viewer),
  };
}

/** A hold's message names people and amounts; without the right to see pay, only the kind of hold is shown. */
function whyShown(
  { would, why, holdCodes }: Pick<PlanShown, 'would' | 'why' | 'holdCodes'>,
  { pay }: Pick<Viewer, 'pay'>,
): string {
  if (would === 'changed') return changedWhys[why] ?? '';
  if (would === 'held' && holdCodes.length === 0) return holdWords.reversed ?? '';
  if (pay) return why;
  return [...new Set(holdCodes)].map((code) => holdWords[code] ?? code.replaceAll('_', ' ')).join(' · ');
}
