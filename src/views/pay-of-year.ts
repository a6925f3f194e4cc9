import { seesTotals, type Viewer } from '../access/viewer.js';
import type { ReadRows } from '../ground/rows.js';
import { Money } from '../journal/nouns/money.js';
import type { PayRunRecord } from '../record/runs/pay-run.entity.js';
import { planned } from './employee-year.js';
import { columnsFor, type RunTotals, runsSeen } from './run/run-row.js';

const columns = ['companyId', 'tag', 'period', 'state', 'payslips', 'gross', 'net', 'taxAuthority'] as const;
const periods = Array.from({ length: 12 }, (_, period) => period);

/**
 * A client's payroll by month, posted or not. Undefined if no one was paid, or if the viewer may not see one of the
 * month's runs: the month's total less the others would be that run's.
 */
export async function payOfYear(
  rows: ReadRows,
  viewer: Viewer,
  { companyId, year }: { readonly companyId: string; readonly year: number },
): Promise<readonly (RunTotals | undefined)[]> {
  const runs = await runsSeen(rows, viewer)
    .select([...columns, ...columnsFor(viewer)].map((column) => `r.${column}`))
    .andWhere('r.companyId = :companyId AND r.year = :year', { companyId, year })
    .getMany();
  // A planned run may still change, so no one is paid by it yet.
  const paying = runs.filter(({ state, payslips }) => payslips > 0 && !planned.has(state));
  return periods.map((period) =>
    totalsOf(
      paying.filter((run) => run.period === period),
      viewer,
    ),
  );
}

function totalsOf(runs: readonly PayRunRecord[], viewer: Viewer): RunTotals | undefined {
  if (runs.length === 0 || runs.some((run) => !seesTotals(viewer, run))) return undefined;
  const sum = (of: 'gross' | 'net' | 'taxAuthority') => Money.sum(runs.map((run) => run[of]));
  return { gross: sum('gross'), net: sum('net'), taxAuthority: sum('taxAuthority') };
}
