import type { ReadRows } from '../../ground/rows.js';
import { withoutSuffix } from '../../journal/nouns/chart.js';
import type { Money } from '../../journal/nouns/money.js';
import { fieldRow } from '../../journal/policy/treatments.js';
import { PayRunRecord, type StoredMapping } from '../../record/runs/pay-run.entity.js';
import { withLines } from '../../record/runs/run-lines.js';

interface PayBefore {
  readonly gross: Money;
  readonly mapped: StoredMapping | null;
}

/** The month before, for companies with one pay run in it: a reviewer compares with it. */
export async function payBefore(
  rows: ReadRows,
  companyIds: readonly string[],
  month: { readonly year: number; readonly period: number },
): Promise<ReadonlyMap<string, PayBefore>> {
  if (companyIds.length === 0) return new Map();
  const found = await runsBefore(rows, companyIds, month)
    .select(['r.companyId', 'r.tag', 'r.gross', 'r.mapped', 'r.journalSet'])
    .getMany();
  const runs = await withLines(rows, onceOnly(found));
  return new Map(runs.map((run) => [run.companyId, run]));
}

/** Whom it paid: without its journal, which is read from the postings. */
export async function paidBefore(
  rows: ReadRows,
  companyIds: readonly string[],
  month: { readonly year: number; readonly period: number },
): Promise<ReadonlyMap<string, PayBefore>> {
  if (companyIds.length === 0) return new Map();
  const runs = await runsBefore(rows, companyIds, month)
    .select(['r.companyId', 'r.tag', 'r.gross', 'r.mapped'])
    .getMany();
  return new Map(onceOnly(runs).map((run) => [run.companyId, run]));
}

/** Gross pay only. */
export async function grossBefore(
  rows: ReadRows,
  companyIds: readonly string[],
  month: { readonly year: number; readonly period: number },
): Promise<ReadonlyMap<string, Money>> {
  if (companyIds.length === 0) return new Map();
  const runs = await runsBefore(rows, companyIds, month).select(['r.companyId', 'r.tag', 'r.gross']).getMany();
  return new Map(onceOnly(runs).map((run) => [run.companyId, run.gross]));
}

function runsBefore(
  rows: ReadRows,
  companyIds: readonly string[],
  month: { readonly year: number; readonly period: number },
) {
  const [year, period] = month.period === 0 ? [month.year - 1, 11] : [month.year, month.period - 1];
  return rows
    .createQueryBuilder(PayRunRecord, 'r')
    .where(`r.kind = 'payroll' AND r.companyId IN (:...companyIds)`, { companyIds })
    .andWhere('r.year = :year AND r.period = :period', { year, period })
    .andWhere(`r.state NOT IN ('nothing', 'ignored')`);
}

function onceOnly<Run extends Pick<PayRunRecord, 'companyId'>>(runs: readonly Run[]): readonly Run[] {
  const times = new Map<string, number>();
  for (const { companyId } of runs) times.set(companyId, (times.get(companyId) ?? 0) + 1);
  return runs.filter(({ companyId }) => times.get(companyId) === 1);
}

/** The payslip fields that make up gross pay. One that only a person's decision makes pay is known by its account. */
export function payFieldsOf(mapped: StoredMapping | null, salaries: ReadonlySet<string>): readonly string[] {
  const isPay = (field: string, account: string) => {
    const { part = 'undecided' } = fieldRow(field) ?? {};
    return part === 'pay' || (part === 'undecided' && salaries.has(withoutSuffix(account)));
  };
  const lines = mapped?.lines ?? [];
  return [...new Set(lines.flatMap(({ category, from = [] }) => from.filter((field) => isPay(field, category))))];
}
