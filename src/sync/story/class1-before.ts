import { In, IsNull } from 'typeorm';
import { type Class1OfYear, class1Of } from '../../journal/paye/class1.js';
import { PayPeriodRecord } from '../../record/runs/pay-period.entity.js';
import type { RecordAtWork } from '../at-work/record-at-work.js';
import type { RunFacts } from '../facts/run-facts.js';

export const isRateAsked = ({ looked: { remarks } }: Pick<RunFacts, 'looked'>): boolean =>
  remarks.some(({ code }) => code === 'recovery_to_decide');

/** A claim paid in this year began in it or in the year before; its qualifying week may lie in the year before that. */
const yearsBack = [1, 2, 3];

/** Class 1 NI of the tax years before these, as far as their payroll was read and is still kept. */
export async function class1Before(
  { db, company }: Pick<RecordAtWork, 'db' | 'company'>,
  years: readonly number[],
): Promise<ReadonlyMap<number, Class1OfYear>> {
  const before = [...new Set(years.flatMap((year) => yearsBack.map((back) => year - back)))];
  const where = { companyId: company.id, year: In(before), goneAt: IsNull() };
  const periods = await db.read((rows) => rows.select(PayPeriodRecord, ['year', 'document'], { where }));
  const known = new Map<number, Class1OfYear>();
  for (const year of new Set(periods.map((row) => row.year))) {
    const documents = periods.flatMap((row) => (row.year === year ? [row.document] : []));
    const read = documents.flatMap((document) => (document ? [document.period(year)] : []));
    // With a document of the year missing, the sum would be too small.
    if (read.length === documents.length) known.set(year, class1Of(year, read));
  }
  return known;
}
