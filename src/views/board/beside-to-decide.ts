import type { Viewer } from '../../access/viewer.js';
import type { ReadRows } from '../../ground/rows.js';
import { companionName } from '../../journal/companion.js';
import type { RunState } from '../../record/runs/run-state.js';
import { companionsOf } from '../companions.js';
import { namedRuns, selectRuns } from '../run/run-row.js';

/** What waits in a tax month apart from its pay runs, none of which waits for it. */
export interface BesideToDecide {
  readonly companyId: string;
  readonly company: string;
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  /** The journal set's own name; absent when a recovery waits for its rate, and `datedOn` is then its pay run's. */
  readonly name?: string;
  readonly state?: RunState;
}

const waiting: readonly RunState[] = ['held', 'changed', 'drift', 'refused'];

export async function besideToDecide(
  rows: ReadRows,
  viewer: Viewer,
  month: { readonly year: number; readonly period: number },
): Promise<readonly BesideToDecide[]> {
  const { year, period } = month;
  const asked = await namedRuns(
    selectRuns(rows, viewer)
      .select('r')
      .addSelect('c.name', 'company')
      .andWhere('r.year = :year AND r.period = :period', { year, period })
      .andWhere(`r.warningCodes LIKE '%"recovery_to_decide"%'`)
      .orderBy('c.name'),
  );
  const companions = await companionsOf(rows, viewer, { year, period });
  return [
    ...asked.map(({ run, company }) => ({ companyId: run.companyId, company, year, period, datedOn: run.datedOn })),
    ...companions
      .filter(({ companion }) => waiting.includes(companion.state))
      .map(({ company, companion }) => ({
        ...{ companyId: companion.companyId, company, year, period, datedOn: companion.datedOn },
        ...{ name: companionName(companion), state: companion.state },
      })),
  ];
}
