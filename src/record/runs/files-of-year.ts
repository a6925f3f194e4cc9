import { IsNull } from 'typeorm';
import type { ReadRows, Rows } from '../../ground/rows.js';
import { TaxYearRecord } from './pay-period.entity.js';
import { PayrollFile } from './payroll-file.entity.js';

/** The payroll files of a year in the order in which they came, without what was taken back: their order counts. */
export const filesOfYear = (rows: ReadRows, companyId: string, year: number): Promise<PayrollFile[]> =>
  rows.find(PayrollFile, {
    where: { companyId, year, withdrawnAt: IsNull() },
    order: { receivedAt: 'ASC', id: 'ASC' },
  });

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

/** Which files of a year there are, and which were taken back: a sync that lists the year sees whether that changed. */
export async function filesStanding(rows: ReadRows, of: OfYear): Promise<string> {
  const found = await rows.select(PayrollFile, ['id'], { where: { ...of, withdrawnAt: IsNull() } });
  return found
    .map(({ id }) => id)
    .sort()
    .join();
}
