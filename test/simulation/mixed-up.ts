import { IsNull } from 'typeorm';
import type { Database } from '../../src/ground/database.js';
import { PayPeriodRecord, TaxYearRecord } from '../../src/record/runs/pay-period.entity.js';
import { addDays, isDayOf } from './payroll.js';

/** Mixed-up answers must not be stored: a year has only its own dates and payments, a period its own payslips. */
export async function mixedUp(database: Database, companyId: string): Promise<readonly string[]> {
  const where = { companyId };
  const [periods, years] = await database.read(async (rows) => [
    await rows.findBy(PayPeriodRecord, { ...where, goneAt: IsNull() }),
    await rows.findBy(TaxYearRecord, where),
  ]);
  const isOther = ({ document, year, period }: PayPeriodRecord) => document && document.period(year).period !== period;
  return [
    ...periods.filter(isOther).map(({ year, period }) => `${year}-${period} has payslips of another period`),
    ...periods
      .filter(({ year, datedOn }) => !isDayOf(year, datedOn))
      .map(({ year, datedOn }) => `${year} has ${datedOn}`),
    ...years.flatMap(({ year, payments }) =>
      (payments ?? [])
        .filter(({ dueOn }) => !isDayOf(year, addDays(dueOn, -20)))
        .map(({ dueOn }) => `${year} owes on ${dueOn}`),
    ),
  ].map((what) => `mixed up: ${what}`);
}
