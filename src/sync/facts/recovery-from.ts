import type { Company } from '../../companies/company.js';
import { CompanyRow } from '../../companies/company.entity.js';
import { dayInLondon } from '../../ground/london.js';
import type { ReadRows } from '../../ground/rows.js';
import { taxMonthOf, taxMonthRange, taxYearOf } from '../../journal/nouns/dates.js';

/** The policy's first day for recoveries, else the start of the tax month of connecting. */
export async function recoveryFrom(rows: ReadRows, { id, policy }: Company): Promise<string> {
  if (policy.recovery.from !== null) return policy.recovery.from;
  const { createdAt } = await rows.findOneByOrFail(CompanyRow, { id });
  const day = dayInLondon(createdAt);
  return taxMonthRange(taxYearOf(day), taxMonthOf(day)).from;
}
