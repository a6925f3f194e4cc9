import { seesTotals, type Viewer } from '../access/viewer.js';

/** How much of a whole month somebody sees: what each person is paid, totals alone, or only how it stands. */
export type MonthSight = 'people' | 'totals' | 'state';

/** Of several runs all, or a total of the month less those that are seen would show the one that is not. */
export function monthSight(runs: readonly { readonly payslips: number }[], viewer: Viewer): MonthSight {
  if (viewer.pay) return 'people';
  return runs.every((run) => seesTotals(viewer, run)) ? 'totals' : 'state';
}
