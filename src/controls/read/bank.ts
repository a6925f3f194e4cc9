import type { ReadBooks } from '../../books/books.js';
import type { BankTransaction } from '../../books/ledger.js';
import type { Company } from '../../companies/company.js';
import { asProblem } from '../../ground/problem.js';
import { addDays, inWords } from '../../journal/nouns/dates.js';
import type { Bank, BankLine } from '../judge/hints.js';

const daysAhead = 31;

/** Each bank account's lines since a day. If the bank cannot be read, nothing is concluded from it. */
export async function bankSince(books: ReadBooks, company: Company, from: string, on: string): Promise<Bank> {
  const unknown = (problem: string): Bank => ({ from, unexplained: [], problem });
  try {
    const { value } = await books.ours();
    if (value.startDate !== company.startDate)
      return unknown(`the first day of the books moved from ${dayOf(company.startDate)} to ${dayOf(value.startDate)}`);
    const all = await books.bankAccounts();
    const own = all.filter(({ currency }) => currency === undefined || currency === (value.currency ?? 'GBP'));
    if (own.length === 0)
      return unknown(all.length === 0 ? 'there is no bank account' : 'there is none but in foreign currency');
    const lines: BankTransaction[] = [];
    // A line of a later day shows that the feed goes on.
    const range = { from, to: addDays(on, daysAhead) };
    for (const { url } of own) lines.push(...(await books.bankTransactions(url, range)));
    const until = lines
      .map(({ datedOn }) => datedOn)
      .sort()
      .at(-1);
    return {
      from,
      unexplained: lines.filter(({ datedOn }) => datedOn <= on).flatMap(unexplainedOf),
      ...(until !== undefined && { until }),
    };
  } catch (error) {
    return unknown(`the bank could not be read, ${asProblem(error).title.toLowerCase()}`);
  }
}

const dayOf = (date: string | undefined) => (date === undefined ? 'no day' : inWords(date));

const unexplainedOf = ({ datedOn, unexplained }: BankTransaction): readonly BankLine[] =>
  unexplained.isZero() ? [] : [{ datedOn, amount: unexplained.negated() }];
