import { seesTotals, type Viewer } from '../../access/viewer.js';

/** How much of a whole month somebody sees: each person's pay, totals, or only its state. */
export type MonthSight = 'people' | 'totals' | 'state';

/**
 * Totals only when the viewer may see those of every run: otherwise the month's total less the visible runs would
 * reveal the hidden one.
 */
export function monthSight(runs: readonly { readonly payslips: number }[], viewer: Viewer): MonthSight {
  if (viewer.pay) return 'people';
  return runs.every((run) => seesTotals(viewer, run)) ? 'totals' : 'state';
}
