import type { All, ReadRows } from '../../ground/rows.js';
import { type Adjustment, isAdjustment } from './adjustment.js';
import { PayRunRecord } from './pay-run.entity.js';

/** By tag. */
export async function findAdjustments(rows: ReadRows, where: All<PayRunRecord>): Promise<readonly Adjustment[]> {
  return (await rows.find(PayRunRecord, { where, order: { tag: 'ASC' } })).filter(isAdjustment);
}
