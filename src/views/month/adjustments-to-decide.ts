import { pick } from '../../ground/pick.js';
import type { Viewer } from '../../access/viewer.js';
import type { ReadRows } from '../../ground/rows.js';
import { adjustmentName } from '../../journal/nouns/adjustment.js';
import type { RunState } from '../../record/runs/run-state.js';
import { adjustmentsOf } from '../run/adjustments.js';
import { namedRuns, selectRuns } from '../lists/run-row.js';

/** What waits in a tax month apart from its pay runs; no pay run waits for it. */
export interface AdjustmentToDecide {
  readonly companyId: string;
  readonly company: string;
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  readonly tag: string;
  /** The journal set's own name; absent when a recovery waits for its rate, and `datedOn` is then its pay run's. */
  readonly name?: string;
  readonly state?: RunState;
}

const waiting: readonly RunState[] = ['held', 'changed', 'drift', 'refused'];

export async function adjustmentsToDecide(
  rows: ReadRows,
  viewer: Viewer,
  month: { readonly year: number; readonly period: number },
): Promise<readonly AdjustmentToDecide[]> {
  const { year, period } = month;
  const asked = await namedRuns(
    selectRuns(rows, viewer)
      .select('r')
      .addSelect('c.name', 'company')
      .andWhere('r.year = :year AND r.period = :period', { year, period })
      .andWhere(`r.warningCodes LIKE '%"recovery_to_decide"%'`)
      .orderBy('c.name'),
  );
  const adjustments = await adjustmentsOf(rows, viewer, { year, period });
  return [
    ...asked.map(({ run, company }) => ({ ...pick(run, ['companyId', 'datedOn', 'tag']), company, year, period })),
    ...adjustments
      .filter(({ adjustment }) => waiting.includes(adjustment.state))
      .map(({ company, adjustment }) => ({
        ...pick(adjustment, ['companyId', 'datedOn', 'tag', 'state']),
        company,
        year,
        period,
        name: adjustmentName(adjustment),
      })),
  ];
}
