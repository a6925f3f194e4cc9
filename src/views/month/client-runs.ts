import type { ReadRows } from '../../ground/rows.js';
import type { Viewer } from '../../access/viewer.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { cellOf, type YearCell } from './board-year.js';
import { namedRuns, type RunRow, runRow, selectRuns } from '../lists/run-row.js';

/** One client's tax year as twelve marks. */
export interface ClientYear {
  readonly year: number;
  /** By period 0 to 11; undefined if there is no pay run. */
  readonly months: readonly (YearCell | undefined)[];
}

export const yearsPerPage = 7;
const periods = Array.from({ length: 12 }, (_, period) => period);

/** The tax years that have a pay run, latest first; `older` when there are more. */
export async function clientYears(
  rows: ReadRows,
  companyId: string,
  until?: number,
): Promise<{ readonly years: readonly ClientYear[]; readonly older?: number }> {
  const query = rows
    .createQueryBuilder(PayRunRecord, 'r')
    .select('DISTINCT r.year', 'year')
    .where(`r.kind = 'payroll' AND r.companyId = :companyId`, { companyId })
    .orderBy('year', 'DESC')
    .limit(yearsPerPage + 1);
  if (until !== undefined) query.andWhere('r.year <= :until', { until });
  const found = (await query.getRawMany<{ year: number }>()).map(({ year }) => Number(year));
  const shown = found.slice(0, yearsPerPage);
  if (shown.length === 0) return { years: [] };
  const runs = await rows
    .createQueryBuilder(PayRunRecord, 'r')
    .select(['r.companyId', 'r.tag', 'r.year', 'r.period', 'r.datedOn', 'r.state', 'r.signedOffAt'])
    .where(`r.kind = 'payroll' AND r.companyId = :companyId AND r.year IN (:...shown)`, { companyId, shown })
    .getMany();
  const years = shown.map((year) => ({
    year,
    months: periods.map((period) => cellOf(runs.filter((run) => run.year === year && run.period === period))),
  }));
  return { years, older: found[yearsPerPage] };
}

/** The pay runs of one tax year, in the order in which they are paid. */
export async function clientRuns(
  rows: ReadRows,
  viewer: Viewer,
  of: { readonly companyId: string; readonly year: number },
): Promise<readonly RunRow[]> {
  const query = selectRuns(rows, viewer)
    .andWhere('r.companyId = :companyId AND r.year = :year', of)
    .orderBy('r.period')
    .addOrderBy('r.datedOn');
  return (await namedRuns(query)).map((named) => runRow(named, viewer));
}
