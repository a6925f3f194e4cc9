import { IsNull } from 'typeorm';
import type { ReadRows } from '../../ground/rows.js';
import { PayrollFile } from './payroll-file.entity.js';

/** The payroll files of a year in the order in which they came, without what was taken back: their order counts. */
export const filesOfYear = (rows: ReadRows, companyId: string, year: number): Promise<PayrollFile[]> =>
  rows.find(PayrollFile, {
    where: { companyId, year, withdrawnAt: IsNull() },
    order: { receivedAt: 'ASC', id: 'ASC' },
  });
