import type { ReadRows } from '../../ground/rows.js';
import { jsonHash } from '../json-hash.js';
import { type Adjustment, isAdjustment, isPayroll } from './adjustment.js';
import { PayRunRecord } from './pay-run.entity.js';

/** What a month's payments come from: its pay runs, and the adjustments. */
export interface MonthFigures {
  readonly runs: readonly PayRunRecord[];
  readonly adjustments: readonly Adjustment[];
}

export async function readFigures(
  rows: ReadRows,
  companyId: string,
  { year, period }: { readonly year: number; readonly period: number },
): Promise<MonthFigures> {
  const where = { companyId, year, period };
  const order = { datedOn: 'ASC', tag: 'ASC' } as const;
  const found = await rows.find(PayRunRecord, { where, order });
  return { runs: found.filter(isPayroll), adjustments: found.filter(isAdjustment) };
}

type Owed = Pick<Adjustment, 'kind' | 'inPayment' | 'journalSet'>;

/** Owed to HMRC in addition to payroll's own payment: posted, and not included in that. */
export const owedInAddition = <One extends Owed>({ adjustments }: { readonly adjustments: readonly One[] }) =>
  adjustments.filter(({ kind, inPayment, journalSet }) => kind !== 'recovery' && !inPayment && journalSet !== null);

type Printed = Pick<PayRunRecord, 'tag' | 'fingerprint' | 'gone'>;

/**
 * Covers all figures of a month: it changes if any pay run or adjustment is added, removed, moved or changed.
 */
export function monthFingerprint(figures: {
  readonly runs: readonly Printed[];
  readonly adjustments: readonly (Printed & Owed)[];
}): string {
  const paid: readonly Printed[] = [...figures.runs, ...owedInAddition(figures)].filter(({ gone }) => !gone);
  return jsonHash(paid.map(({ tag, fingerprint }) => `${tag} ${fingerprint ?? ''}`).sort());
}
