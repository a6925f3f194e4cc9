import { In, Not } from 'typeorm';
import type { ReadRows } from '../../ground/rows.js';
import { withoutSuffix } from '../../journal/nouns/chart.js';
import type { Money } from '../../journal/nouns/money.js';
import { fieldRow } from '../../journal/policy/treatments.js';
import { PayRunRecord, type StoredMapping, type StoredPaid } from '../../record/runs/pay-run.entity.js';
import { withLines } from '../../record/runs/run-lines.js';
import { readKey } from './books-as-read.js';

interface PayBefore {
  readonly gross: Money;
  readonly mapped: StoredMapping | null;
}

interface PaidBefore {
  readonly gross: Money;
  readonly paid: readonly StoredPaid[];
}

type Month = Pick<PayRunRecord, 'year' | 'period'>;

/** The month before, for companies with one pay run in it: a reviewer compares with it. */
export async function payBefore(
  rows: ReadRows,
  companyIds: readonly string[],
  month: Month,
): Promise<ReadonlyMap<string, PayBefore>> {
  const found = await runsBefore(rows, ['gross', 'mapped', 'journalSet'], { companyIds, month });
  return byCompany(await withLines(rows, found));
}

/** Whom it paid: without its journal, whose lines may have to be read from the postings. */
export async function paidBefore(
  rows: ReadRows,
  companyIds: readonly string[],
  month: Month,
): Promise<ReadonlyMap<string, PaidBefore>> {
  const found = await runsBefore(rows, ['gross', 'mapped'], { companyIds, month });
  return byCompany(found.map(({ companyId, gross, mapped }) => ({ companyId, gross, paid: mapped?.paid ?? [] })));
}

/** Gross pay only. */
export async function grossBefore(
  rows: ReadRows,
  companyIds: readonly string[],
  month: Month,
): Promise<ReadonlyMap<string, Money>> {
  const found = await runsBefore(rows, ['gross'], { companyIds, month });
  return new Map(found.map(({ companyId, gross }) => [companyId, gross]));
}

/** Whom the month itself pays, by company and tag (`readKey`). */
export async function paidIn(
  rows: ReadRows,
  companyIds: readonly string[],
  { year, period }: Month,
): Promise<ReadonlyMap<string, readonly StoredPaid[]>> {
  const where = { kind: 'payroll', companyId: In([...new Set(companyIds)]), year, period } as const;
  const found = await rows.select(PayRunRecord, ['companyId', 'tag', 'mapped'], { where });
  return new Map(found.map((run) => [readKey(run), run.mapped?.paid ?? []]));
}

/** Of companies that payroll paid once in the month. */
async function runsBefore<Name extends 'gross' | 'mapped' | 'journalSet'>(
  rows: ReadRows,
  names: readonly Name[],
  { companyIds, month }: { readonly companyIds: readonly string[]; readonly month: Month },
) {
  if (companyIds.length === 0) return [];
  const [year, period] = month.period === 0 ? [month.year - 1, 11] : [month.year, month.period - 1];
  const companyId = In([...new Set(companyIds)]);
  const where = { kind: 'payroll', companyId, year, period, gone: false, state: Not(In(notPaid)) } as const;
  const runs = await rows.select(PayRunRecord, ['companyId', ...names], { where });
  const times = new Map<string, number>();
  for (const run of runs) times.set(run.companyId, (times.get(run.companyId) ?? 0) + 1);
  return runs.filter((run) => times.get(run.companyId) === 1);
}

const notPaid = ['nothing', 'ignored', 'moved'];

const byCompany = <Run extends Pick<PayRunRecord, 'companyId'>>(runs: readonly Run[]): ReadonlyMap<string, Run> =>
  new Map(runs.map((run) => [run.companyId, run]));

/** The payslip fields that make up gross pay. One that only a person's decision makes pay is known by its account. */
export function payFieldsOf(mapped: StoredMapping | null, salaries: ReadonlySet<string>): readonly string[] {
  const isPay = (field: string, account: string) => {
    const { part = 'undecided' } = fieldRow(field) ?? {};
    return part === 'pay' || (part === 'undecided' && salaries.has(withoutSuffix(account)));
  };
  const lines = mapped?.lines ?? [];
  return [...new Set(lines.flatMap(({ category, from = [] }) => from.filter((field) => isPay(field, category))))];
}
