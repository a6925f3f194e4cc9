import type { ReadBooks } from '../../books/books.js';
import type { BankTransaction } from '../../books/ledger.js';
import type { Company } from '../../companies/company.js';
import { withoutSuffix } from '../../journal/chart.js';
import type { Balance } from '../../journal/controls/company-facts.js';
import type { Bank, BankLine } from '../../journal/controls/control.js';
import { addDays, type DateRange, inWords } from '../../journal/dates.js';
import { asProblem } from '../../ground/problem.js';

/** Earlier than any company's books: their first day can be changed, so balances are read from this day instead. */
const beforeAll = '1990-01-01';
/** A payment may be entered ahead of its date. */
const daysAhead = 31;
/** Wages leave the bank some days before the pay date. */
const daysBefore = 14;

export const balancesOn = (books: ReadBooks, on: string): Promise<readonly Balance[]> =>
  balancesIn(books, { from: beforeAll, to: on });

export async function balancesIn(books: ReadBooks, range: DateRange): Promise<readonly Balance[]> {
  const lines = await books.trialBalance(range);
  return lines.map(({ code, name = '', userPath, total }) => ({
    account: withoutSuffix(code),
    ...(userPath !== undefined && { userPath }),
    name,
    amount: total.negated(),
  }));
}

const dayOf = (date: string | undefined) => (date === undefined ? 'no day' : inWords(date));

/** Reads each bank account from the oldest open debt on. When the bank cannot be read, nothing is concluded from it. */
export async function bankSince(books: ReadBooks, company: Company, from: string, on: string): Promise<Bank> {
  try {
    const { value } = await books.ours();
    const moved = value.startDate !== company.startDate;
    if (moved)
      return unknown(`the first day of the books moved from ${dayOf(company.startDate)} to ${dayOf(value.startDate)}`);
    const all = await books.bankAccounts();
    const own = all.filter(({ currency }) => currency === undefined || currency === (value.currency ?? 'GBP'));
    const foreign = all
      .filter((account) => !own.includes(account))
      .map(({ name, currency }) => `${name} in ${currency}`);
    if (own.length === 0 && foreign.length > 0) return unknown(`${foreign.join(', ')} is left alone: foreign currency`);
    const lines: BankLine[] = [];
    for (const { url } of own) {
      const range = { from: addDays(from, -daysBefore), to: addDays(on, daysAhead) };
      lines.push(...(await books.bankTransactions(url, range)).flatMap(linesOf));
    }
    const isLater = ({ datedOn }: BankLine) => datedOn > on;
    return { accounts: own.length, lines: lines.filter((line) => !isLater(line)), later: lines.filter(isLater) };
  } catch (error) {
    return unknown(`the bank could not be read: ${asProblem(error).title}`);
  }
}

const unknown = (problem: string): Bank => ({ accounts: 0, lines: [], problem });

/** One line for each explanation, because one bank transaction may pay several people. */
function linesOf({ datedOn, amount, unexplained, explanations }: BankTransaction): readonly BankLine[] {
  const explained = explanations.map((one) => ({
    datedOn: one.datedOn ?? datedOn,
    amount: one.amount,
    explained: true,
  }));
  const whole = { datedOn, amount: amount.minus(unexplained), explained: true };
  const open = { datedOn, amount: unexplained, explained: false };
  return [...(explained.length > 0 ? explained : [whole]), open]
    .map((line) => ({ ...line, amount: line.amount.negated() }))
    .filter((line) => !line.amount.isZero());
}
