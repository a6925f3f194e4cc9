import { NotFound } from '../../books/errors.js';
import type { Person } from '../../journal/nouns/pay-run.js';
import type { Document, ListedYear, PayrollSource } from '../source.js';
import { partOfService } from './merged-period.js';

/** The accounting service's own payroll as it was last read: for a preview, which asks no one. */
export function keptService(
  kept: readonly Document[],
  { pays, people }: { readonly pays: (day: string) => boolean; readonly people: () => Promise<readonly Person[]> },
): PayrollSource {
  const own = kept.flatMap((one) => partOfService(one, pays) ?? []);
  return {
    people,
    year: async (year): Promise<ListedYear> => ({ year, periods: own.map(({ period }) => period), payments: [] }),
    period: async (year, period) => {
      const found = own.find((one) => one.period.period === period);
      if (found === undefined) throw new NotFound(`${year}/${period} was never read`);
      return found;
    },
  };
}
