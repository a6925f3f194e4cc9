import { CompanyRow } from '../../companies/company.entity.js';
import { onlyAmong } from '../../ground/among.js';
import type { ReadRows } from '../../ground/rows.js';
import { type Adjustment, isAdjustment } from '../../record/runs/adjustment.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { withLines } from '../../record/runs/run-lines.js';
import type { Viewer } from '../../access/viewer.js';

export interface AdjustmentFilter {
  readonly companyId?: string;
  readonly year?: number;
  readonly period?: number;
  readonly state?: string;
}

export interface NamedAdjustment {
  readonly company: string;
  readonly adjustment: Adjustment;
}

const listedMax = 1000;

/**
 * Journal sets posted in addition to pay runs, latest first. They show what a person was paid, so only viewers who may
 * see pay get them.
 */
export async function adjustmentsOf(
  rows: ReadRows,
  viewer: Viewer,
  filter: AdjustmentFilter,
): Promise<readonly NamedAdjustment[]> {
  if (!viewer.pay) return [];
  const query = rows
    .createQueryBuilder(PayRunRecord, 'c')
    .innerJoin(CompanyRow, 'y', 'y.id = c.companyId')
    .addSelect('y.name', 'company')
    .where(`c.kind <> 'payroll'`);
  onlyAmong(query, 'c.companyId', viewer.companies);
  for (const name of ['companyId', 'year', 'period', 'state'] as const)
    if (filter[name] !== undefined) query.andWhere(`c.${name} = :${name}`, { [name]: filter[name] });
  query.orderBy('c.year', 'DESC').addOrderBy('c.period', 'DESC').addOrderBy('c.tag').limit(listedMax);
  const { raw, entities } = await query.getRawAndEntities<{ company: string }>();
  const whole = await withLines(rows, entities);
  const named = whole.map((row, index) => ({ row, company: raw[index]?.company ?? '' }));
  return named.flatMap(({ row, company }) => (isAdjustment(row) ? [{ adjustment: row, company }] : []));
}
