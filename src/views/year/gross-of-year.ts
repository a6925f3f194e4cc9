import type { Viewer } from '../../access/viewer.js';
import type { ReadRows } from '../../ground/rows.js';
import { Money } from '../../journal/nouns/money.js';
import { isPaid } from './employee-year.js';
import { runsSeen } from '../lists/run-row.js';

const columns = ['companyId', 'tag', 'period', 'state', 'payslips', 'gross', 'gone'] as const;

/** A client's gross pay by month, posted or not. A month in which no one was paid has none. */
export type GrossOfYear = readonly (Money | undefined)[];

export async function grossOfYear(
  rows: ReadRows,
  viewer: Viewer,
  { companyId, year }: { readonly companyId: string; readonly year: number },
): Promise<GrossOfYear> {
  const months: (Money | undefined)[] = Array.from({ length: 12 });
  if (!viewer.pay) return months;
  const runs = await runsSeen(rows, viewer)
    .select(columns.map((column) => `r.${column}`))
    .andWhere('r.companyId = :companyId AND r.year = :year', { companyId, year })
    .getMany();
  for (const run of runs) {
    const { payslips, period, gross } = run;
    if (payslips > 0 && isPaid(run)) months[period] = (months[period] ?? Money.zero).plus(gross);
  }
  return months;
}
