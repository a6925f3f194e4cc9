import { isProfitAndLoss, usualNames } from '../../journal/nouns/chart.js';
import { type DateRange, inWords, taxYearRange, within } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import type { Balance, CompanyFacts, PostedLine, RunFacts } from './facts.js';

export interface Because {
  readonly what: string;
  readonly amount: Money;
}

/** A year's payslips, and the movements of the trial balance in the same year. */
export interface YearFacts extends Pick<CompanyFacts, 'runs' | 'adjustments'> {
  readonly span: DateRange;
  /** Credits positive. */
  readonly moved: readonly Balance[];
  /** Every account that payroll costs may go to. */
  readonly costs: ReadonlySet<string>;
}

/** One account of the year: costs as debits, liabilities as credits. */
export interface YearAccount {
  readonly account: string;
  readonly name: string;
  readonly payslips: Money;
  readonly books: Money;
  /** Books minus payslips. */
  readonly difference: Money;
  /** They sum to the difference. */
  readonly because: readonly Because[];
}

export interface YearAgreement {
  readonly payRuns: number;
  /** Pay runs with payslips but no journal: what they cost is not known yet. */
  readonly waiting: readonly string[];
  readonly costs: readonly YearAccount[];
  /** Payments move these too. */
  readonly liabilities: readonly YearAccount[];
  /** Nothing is waiting, and every cost account holds what the payslips sum to. */
  readonly agrees: boolean;
}

export function yearAgreement(facts: YearFacts): YearAgreement {
  const { span, adjustments } = facts;
  const runs = facts.runs.filter(({ datedOn }) => within(datedOn, span));
  const isWaiting = ({ lines }: RunFacts) => lines.length > 0 && !lines.some(({ account }) => isProfitAndLoss(account));
  const waiting = runs.filter(isWaiting).map(({ datedOn }) => `Pay run of ${inWords(datedOn)} has no journal yet`);
  const once = adjustments.filter(({ isDoubled }) => !isDoubled);
  const adjustment = once.flatMap(({ lines }) => lines).filter(({ datedOn }) => within(datedOn, span));
  const charged = [...runs.flatMap(({ lines }) => lines), ...adjustment].map(({ account }) => account);
  const moved = facts.moved.filter(({ account, amount }) => facts.costs.has(account) && !amount.isZero());
  const accounts = [...new Set([...charged, ...moved.map(({ account }) => account)])].sort();
  const rows = accounts.map((account) => yearAccount(account, facts, adjustment));
  const costs = rows.filter(({ account }) => isProfitAndLoss(account));
  const liabilities = rows.filter(({ account }) => !isProfitAndLoss(account));
  const agrees = waiting.length === 0 && costs.every(({ difference }) => difference.isZero());
  return { payRuns: runs.length, waiting, costs, liabilities, agrees };
}

function yearAccount(account: string, facts: YearFacts, adjustment: readonly PostedLine[]): YearAccount {
  const isCost = isProfitAndLoss(account);
  const total = (lines: readonly { readonly account: string; readonly amount: Money }[]) => {
    const sum = Money.sum(lines.filter((line) => line.account === account).map(({ amount }) => amount));
    return isCost ? sum.negated() : sum;
  };
  const inYear = facts.runs.filter(({ datedOn }) => within(datedOn, facts.span));
  const payslips = total([...inYear.flatMap(({ lines }) => lines), ...adjustment]);
  const books = total(facts.moved);
  const difference = books.minus(payslips);
  const parts: Because[] = facts.runs.flatMap((run) => {
    const asCharged = within(run.datedOn, facts.span) ? total(run.lines) : Money.zero;
    const asPosted = inBooksOf(run, facts.span);
    if (asPosted === undefined) return [];
    const amount = total(asPosted).minus(asCharged);
    return amount.isZero() ? [] : [{ what: `Pay run of ${inWords(run.datedOn)} ${whyOther(run)}`, amount }];
  });
  const rest = difference.minus(Money.sum(parts.map(({ amount }) => amount)));
  const what = isCost ? 'Not from these payslips' : 'Paid, or cleared by other journals';
  const because = rest.isZero() ? parts : [...parts, { what, amount: rest }];
  const own = facts.moved.find((line) => line.account === account && line.userPath === undefined);
  const name = own?.name ?? usualNames[account] ?? '';
  return { account, name, payslips, books, difference, because };
}

/** What our sets of a run moved in the year; undefined if others post it. */
function inBooksOf({ posted, doubled = [], inBooks }: RunFacts, span: DateRange) {
  if (posted !== undefined) return [...posted, ...doubled].filter(({ datedOn }) => within(datedOn, span));
  return inBooks === 'no' ? [] : undefined;
}

function whyOther({ posted = [], doubled = [], datedOn }: RunFacts): string {
  if (doubled.length > 0) return 'is in the books twice';
  if (posted.length === 0) return 'is not in the books yet';
  return posted.some((line) => line.datedOn !== datedOn)
    ? 'has journals of another day'
    : 'has changed since it was posted';
}

/** The company's own accounting year that ends in a tax year; undefined if its books name none. */
export function accountingYearIn(taxYear: number, named: readonly DateRange[]): DateRange | undefined {
  return named.find(({ to }) => within(to, taxYearRange(taxYear)));
}
