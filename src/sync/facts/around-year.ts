import { IsNull } from 'typeorm';
import type { ReadRows, Rows } from '../../ground/rows.js';
import { paidKept } from '../../payrolls/files/kept-file.js';
import type { AroundTheYear } from '../../payrolls/files/year-to-date.js';
import { filesOfYear, listAgain } from '../../record/runs/files-of-year.js';
import { PayrollFile } from '../../record/runs/payroll-file.entity.js';

/** What the files of the tax years before and after say of a year. */
export async function aroundYear(rows: ReadRows, companyId: string, year: number): Promise<AroundTheYear> {
  const after = (await filesOfYear(rows, companyId, year + 1)).filter(({ kind }) => kind === 'fps');
  return {
    followsFiles: await rows.existsBy(PayrollFile, { companyId, year: year - 1, kind: 'fps', withdrawnAt: IsNull() }),
    renamed: new Map(
      after
        .flatMap(paidKept)
        .flatMap(({ payId, oldPayId }) =>
          payId === undefined || oldPayId === undefined ? [] : [[payId, oldPayId] as const],
        ),
    ),
  };
}

/** The years in which a file counts: `aroundYear`. */
export async function listAgainFor(rows: Rows, file: PayrollFile): Promise<void> {
  const { companyId, year, kind } = file;
  const renames = kind === 'fps' && paidKept(file).some(({ oldPayId }) => oldPayId !== undefined);
  for (const one of [year, year + 1, ...(renames ? [year - 1] : [])]) await listAgain(rows, { companyId, year: one });
}
