import type { ReadRows } from '../../ground/rows.js';
import type { YearAccount, YearAgreement } from '../judge/year-agreement.js';
import type { DateRange } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import { type StoredYearAccount, type StoredYearSpan, YearInBooks } from '../../record/year-in-books.entity.js';
import { changeSince } from './readings.js';

/** A tax year, or the company's own accounting year that ends in it. */
export interface YearSpan extends DateRange, YearAgreement {
  readonly kind: 'tax_year' | 'accounting_year';
  /** The books begin after the year did, or the year has not ended yet. */
  readonly isPart: boolean;
}

/** A year as last read. */
export interface YearRead {
  readonly at: Date;
  readonly spans: readonly YearSpan[];
  /** What was done since, and may have changed it. */
  readonly since?: string;
}

/** Undefined when no one has asked for that year yet. */
export async function yearAsRead(rows: ReadRows, companyId: string, year: number): Promise<YearRead | undefined> {
  const kept = await rows.findOneBy(YearInBooks, { companyId, year });
  if (kept === null) return undefined;
  const since = await changeSince(rows, kept);
  return { at: kept.readAt, spans: kept.spans.map(spanOf), ...(since !== undefined && { since }) };
}

export const asStored = ({ costs, liabilities, waiting, ...span }: YearSpan): StoredYearSpan => ({
  ...span,
  waiting: [...waiting],
  costs: costs.map(accountAsStored),
  liabilities: liabilities.map(accountAsStored),
});

const accountAsStored = (row: YearAccount): StoredYearAccount => ({
  ...row,
  payslips: row.payslips.toString(),
  books: row.books.toString(),
  difference: row.difference.toString(),
  because: row.because.map((one) => ({ ...one, amount: one.amount.toString() })),
});

const spanOf = ({ costs, liabilities, ...span }: StoredYearSpan): YearSpan => ({
  ...span,
  costs: costs.map(accountOf),
  liabilities: liabilities.map(accountOf),
});

const accountOf = (row: StoredYearAccount): YearAccount => ({
  ...row,
  payslips: Money.parse(row.payslips),
  books: Money.parse(row.books),
  difference: Money.parse(row.difference),
  because: row.because.map((one) => ({ ...one, amount: Money.parse(one.amount) })),
});
