import type { ReadRows } from '../../ground/rows.js';
import { jsonHash } from '../json-hash.js';
import { Companion } from './companion.entity.js';
import { PayRunRecord } from './pay-run.entity.js';

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

type Beside = Pick<Companion, 'kind' | 'inPayment' | 'journalSet'>;

/** Owed to HMRC in addition to payroll's own payment: posted, and not included in that. */
export const owedBeside = <One extends Beside>({ companions }: { readonly companions: readonly One[] }) =>
  companions.filter(({ kind, inPayment, journalSet }) => kind !== 'recovery' && !inPayment && journalSet !== null);

type Printed = Pick<PayRunRecord, 'tag' | 'fingerprint' | 'gone'>;

/**
 * Covers all figures of a month: it changes if any pay run or payment beside it is added, removed, moved or changed.
 */
export function monthFingerprint(figures: {
  readonly runs: readonly Printed[];
  readonly companions: readonly (Printed & Beside)[];
}): string {
  const paid: readonly Printed[] = [...figures.runs, ...owedBeside(figures)].filter(({ gone }) => !gone);
  return jsonHash(paid.map(({ tag, fingerprint }) => `${tag} ${fingerprint ?? ''}`).sort());
}
