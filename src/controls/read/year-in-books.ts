import type { ReadBooks } from '../../books/books.js';
import type { Company } from '../../companies/company.js';
import { accountingYearIn, yearAgreement } from '../judge/year-agreement.js';
import { costAccounts } from '../../journal/allocation/cost-accounts.js';
import { taxYearRange } from '../../journal/nouns/dates.js';
import type { YearSpan } from '../show/year-in-books.js';
import { balancesIn } from './balances.js';
import type { CompanyFacts } from '../judge/facts.js';

/** One request for the company's accounting years, and one trial balance for each year that is compared. */
export async function yearInBooks(
  books: ReadBooks,
  company: Company,
  { runs, adjustments, on }: CompanyFacts,
  year: number,
): Promise<readonly YearSpan[]> {
  const { value } = await books.ours();
  const own = accountingYearIn(year, value.accountingYears);
  const years = [
    { kind: 'tax_year' as const, whole: taxYearRange(year) },
    ...(own === undefined ? [] : [{ kind: 'accounting_year' as const, whole: own }]),
  ];
  const spans: YearSpan[] = [];
  for (const { kind, whole } of years) {
    const span = { from: later(whole.from, value.startDate), to: whole.to < on ? whole.to : on };
    if (span.from > span.to) continue;
    const moved = await balancesIn(books, span);
    const isPart = span.from !== whole.from || span.to !== whole.to;
    const agreement = yearAgreement({ span, runs, adjustments, moved, costs: costAccounts(company.policy) });
    spans.push({ kind, ...span, isPart, ...agreement });
  }
  return spans;
}

const later = (day: string, other = '') => (other > day ? other : day);
