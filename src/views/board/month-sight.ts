import { type Peopled, seesTotal, seesTotals, type Viewer } from '../../access/viewer.js';
import type { ReadRows } from '../../ground/rows.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { companiesSeen, monthKey, monthsSeen } from '../seen.js';

/** How much of a whole month someone sees: each person's pay, totals, or only its state. */
export type MonthSight = 'people' | 'totals' | 'state';

/** Figures of a month that may be one person's though its totals are many people's. */
export interface MonthShown {
  readonly pension: boolean;
  readonly other: boolean;
  /** What is due to HMRC. */
  readonly due: boolean;
  /** The control accounts. */
  readonly controls: boolean;
}

export const allShown: MonthShown = { pension: true, other: true, due: true, controls: true };

type RunOfMonth = Pick<PayRunRecord, 'companyId' | 'year' | 'period' | 'payslips' | 'taxAuthority' | 'mapped'> &
  Pick<PayRunRecord, 'pension' | 'other'>;

export async function monthShown(rows: ReadRows, viewer: Viewer, runs: readonly RunOfMonth[]): Promise<MonthShown> {
  if (viewer.pay) return allShown;
  const [run] = runs;
  const months = await monthsSeen(rows, viewer, runs);
  return {
    pension: runs.every((one) => seesTotal(viewer, one, 'pension')),
    other: runs.every((one) => seesTotal(viewer, one, 'other')),
    due: runs.every((one) => months.has(monthKey(one))),
    controls: run !== undefined && (await companiesSeen(rows, viewer, [run.companyId], ['owed'])).size > 0,
  };
}

/**
 * Totals only when the viewer may see those of every run: otherwise the month's total less the visible runs would
 * reveal the hidden one.
 */
export function monthSight(runs: readonly Peopled[], viewer: Viewer): MonthSight {
  if (viewer.pay) return 'people';
  return runs.every((run) => seesTotals(viewer, run)) ? 'totals' : 'state';
}
