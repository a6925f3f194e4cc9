import { IsNull } from 'typeorm';
import type { ReadRows, Rows } from '../../ground/rows.js';
import { TaxYearRecord } from './pay-period.entity.js';
import { paidKept } from '../../payrolls/files/kept-file.js';
import type { AroundTheYear } from '../../payrolls/files/year-to-date.js';
import { PayrollFile } from './payroll-file.entity.js';

/** The payroll files of a year in the order in which they came, without what was taken back: their order counts. */
export const filesOfYear = (rows: ReadRows, companyId: string, year: number): Promise<PayrollFile[]> =>
  rows.find(PayrollFile, {
    where: { companyId, year, withdrawnAt: IsNull() },
    order: { receivedAt: 'ASC', id: 'ASC' },
  });

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

interface OfYear {
  readonly companyId: string;
  readonly year: number;
}

/**
 * Files of the year changed, so the next sync lists it, however long it is over. No time of a file tells that: one that
 * was taken back and comes again keeps its place, with the time at which it first came.
 */
export const listAgain = (rows: Rows, { companyId, year }: OfYear): Promise<unknown> =>
  rows.update(TaxYearRecord, { companyId, year }, { listedAt: null });

/** The years in which a file counts: `aroundYear`. */
export async function listAgainFor(rows: Rows, file: PayrollFile): Promise<void> {
  const { companyId, year, kind } = file;
  const renames = kind === 'fps' && paidKept(file).some(({ oldPayId }) => oldPayId !== undefined);
  for (const one of [year, year + 1, ...(renames ? [year - 1] : [])]) await listAgain(rows, { companyId, year: one });
}

/** Which files of a year there are, and which were taken back: a sync that lists the year sees whether that changed. */
export async function filesStanding(rows: ReadRows, of: OfYear): Promise<string> {
  const found = await rows.select(PayrollFile, ['id'], { where: { ...of, withdrawnAt: IsNull() } });
  return found
    .map(({ id }) => id)
    .sort()
    .join();
}
