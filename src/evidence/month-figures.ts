import type { ReadRows } from '../ground/rows.js';
import { Companion } from '../record/runs/companion.entity.js';
import { PayRunRecord } from '../record/runs/pay-run.entity.js';
import { canonicalJson } from './canonical-json.js';
import { sha256 } from './evidence-file.js';

/** What a month's payments come from: its pay runs, and the journal sets beside them. */
export interface MonthFigures {
  readonly runs: readonly PayRunRecord[];
  readonly companions: readonly Companion[];
}

export async function readFigures(
  rows: ReadRows,
  companyId: string,
  { year, period }: { readonly year: number; readonly period: number },
): Promise<MonthFigures> {
  const where = { companyId, year, period };
  const order = { datedOn: 'ASC', tag: 'ASC' } as const;
  return {
    runs: await rows.find(PayRunRecord, { where, order }),
    companions: await rows.find(Companion, { where, order }),
  };
}

/** Owed to HMRC in addition to payroll's own payment: posted, and not included in that. */
export const owedBeside = ({ companions }: Pick<MonthFigures, 'companions'>): readonly Companion[] =>
  companions.filter(({ kind, inPayment, journalSet }) => kind !== 'recovery' && !inPayment && journalSet !== null);

/**
 * Covers all figures of a month: it changes if any pay run or payment beside it is added, removed, moved or changed.
 */
export function monthFingerprint(figures: MonthFigures): string {
  const paid = [...figures.runs, ...owedBeside(figures)].filter(({ gone }) => !gone);
  return sha256(canonicalJson(paid.map(({ tag, fingerprint }) => `${tag} ${fingerprint ?? ''}`).sort()));
}
