import { IsNull } from 'typeorm';
import type { Company } from '../companies/company.js';
import type { ReadRows } from '../ground/rows.js';
import { prefixOf } from '../journal/nouns/identity.js';
import { sourceInWords, sourceOf } from '../payrolls/files/file-source.js';
import { paymentsKept } from '../payrolls/files/kept-payments.js';
import { rowsKept } from '../payrolls/files/kept-rows.js';
import { keyOf } from '../payrolls/files/year-to-date.js';
import { PayrollFile } from '../record/runs/payroll-file.entity.js';

/** Where a company's payslips come from. */
export interface PayrollSourceShown {
  readonly name: string;
  readonly kind: 'service' | 'files';
  /** How its tags begin, up to the colon. */
  readonly prefix: string;
  readonly people?: number;
  readonly lastPaid?: string;
}

/** Each pay frequency of its files, monthly pay and reports together; or the accounting service. */
export async function payrollSources(
  rows: ReadRows,
  { id: companyId, prefix, policy }: Company,
): Promise<readonly PayrollSourceShown[]> {
  if (policy.payroll.from === 'service') return [{ name: 'accounting service', kind: 'service', prefix }];
  const paid = (await rows.findBy(PayrollFile, { companyId, withdrawnAt: IsNull() })).flatMap(({ kind, taken }) => {
    if (kind === 'eps') return [];
    if (kind === 'report') return rowsKept(taken).map((row) => ({ of: undefined, key: row.payId, day: row.paidOn }));
    return paymentsKept(taken).map((one) => ({ of: sourceOf(one.frequency), key: keyOf(one), day: one.paidOn }));
  });
  const sources = [...new Set(paid.map(({ of }) => of))].sort();
  return sources.map((source) => {
    const own = paid.filter((one) => one.of === source);
    return {
      ...{ name: sourceInWords(source), kind: 'files', prefix: prefixOf(prefix, source) },
      people: new Set(own.map(({ key }) => key)).size,
      lastPaid: own.map(({ day }) => day).reduce((a, b) => (a > b ? a : b)),
    };
  });
}
