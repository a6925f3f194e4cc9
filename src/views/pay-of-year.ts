import type { Viewer } from '../access/viewer.js';
import type { ReadRows } from '../ground/rows.js';
import { Money } from '../journal/nouns/money.js';
import type { PayRunRecord } from '../record/runs/pay-run.entity.js';
import { planned } from './employee-year.js';
import { type RunTotals, runsSeen } from './run/run-row.js';

const columns = ['companyId', 'tag', 'period', 'state', 'payslips', 'gross', 'net', 'taxAuthority'] as const;
const periods = Array.from({ length: 12 }, (_, period) => period);

/** A client's payroll by month, posted or not. Undefined if no one was paid, or if the viewer may not see pay. */
export async function payOfYear(
  rows: ReadRows,
  viewer: Viewer,
  { companyId, year }: { readonly companyId: string; readonly year: number },
): Promise<readonly (RunTotals | undefined)[]> {
  if (!viewer.pay) return periods.map(() => undefined);
  const runs = await runsSeen(rows, viewer)
    .select(columns.map((column) => `r.${column}`))
    .andWhere('r.companyId = :companyId AND r.year = :year', { companyId, year })
    .getMany();
  // A planned run may still change, so no one is paid by it yet.
  const paying = runs.filter(({ state, payslips }) => payslips > 0 && !planned.has(state));
  return periods.map((period) => totalsOf(paying.filter((run) => run.period === period)));
}

function totalsOf(runs: readonly PayRunRecord[]): RunTotals | undefined {
  if (runs.length === 0) return undefined;
  const sum = (of: 'gross' | 'net' | 'taxAuthority') => Money.sum(runs.map((run) => run[of]));
  return { gross: sum('gross'), net: sum('net'), taxAuthority: sum('taxAuthority') };
}
