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

/**
 * Whether payroll pays people by it. A pay run that payroll no longer has, or that another source has paid since the
 * client moved, counts in no sum of pay: the run that took its place does, and people would be paid twice.
 */
export const isPaidByPayroll = ({ gone, state }: Pick<PayRunRecord, 'gone' | 'state'>): boolean =>
  !gone && state !== 'moved';

type Printed = Pick<PayRunRecord, 'tag' | 'fingerprint' | 'gone' | 'state'>;

/**
 * Covers all figures of a month: it changes if any pay run or adjustment is added, removed, moved or changed.
 */
export function monthFingerprint(figures: {
  readonly runs: readonly Printed[];
  readonly adjustments: readonly (Printed & Owed)[];
}): string {
  const paid: readonly Printed[] = [...figures.runs, ...owedInAddition(figures)].filter(isPaidByPayroll);
  return jsonHash(paid.map(({ tag, fingerprint }) => `${tag} ${fingerprint ?? ''}`).sort());
}
