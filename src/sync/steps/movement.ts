import type { JournalSet } from '../../books/journal-set.js';
import type { TrialBalanceLine } from '../../books/ledger.js';
import { withoutSuffix } from '../../journal/nouns/chart.js';
import { costAccounts } from '../../journal/allocation/cost-accounts.js';
import { type DateRange, dayInWords, within } from '../../journal/nouns/dates.js';
import type { Line } from '../../journal/nouns/identity.js';
import { Money, sumByKey } from '../../journal/nouns/money.js';
import { ownParts } from '../../journal/nouns/own-parts.js';
import type { Policy } from '../../journal/policy/policy.js';
import type { StoredRemark } from '../../record/runs/pay-run.entity.js';

/**
 * Payroll run inside the service may already be in these books, and people journal by hand. So movement on the cost
 * accounts that is not ours is compared with what is about to be posted. Pure: figures in, a judgement out.
 */

export interface GuardCase {
  readonly prefix: string;
  readonly policy: Policy;
  readonly range: DateRange;
  readonly sets: readonly JournalSet[];
  readonly balance: readonly TrialBalanceLine[];
  /** The run about to be posted, then its whole period. */
  readonly run: readonly Line[];
  readonly period: readonly Line[];
  /** Gross and net of every payslip of the period. */
  readonly people: readonly { readonly gross: Money; readonly net: Money }[];
  /** Amounts that a person marked as expected every month, by account. */
  readonly expected: Readonly<Record<string, string>>;
}

export type Judgement =
  | { readonly is: 'clear' }
  | { readonly is: 'small'; readonly remark: StoredRemark }
  | { readonly is: 'held'; readonly hold: StoredRemark };

/** Movement that is not ours, by account and without zeros; on the given accounts, by default the cost accounts. */
export function foreignMovement(
  given: GuardCase,
  accounts: ReadonlySet<string> = costAccounts(given.policy),
): ReadonlyMap<string, Money> {
  const ours = given.sets.filter(
    (set) => ownParts(given.prefix, set) && set.datedOn !== undefined && within(set.datedOn, given.range),
  );
  const counted = [
    ...given.balance.map(({ code, total }) => [withoutSuffix(code), total] as const),
    ...ours
      .flatMap((set) => set.entries)
      .map(({ category, debit }) => [withoutSuffix(category), debit.negated()] as const),
  ].filter(([code]) => accounts.has(code));
  const foreign = [...sumByKey(counted)].map(
    ([code, amount]) => [code, amount.minus(Money.parse(given.expected[code] ?? '0'))] as const,
  );
  return new Map(foreign.filter(([, amount]) => !amount.isZero()));
}

export function judge(given: GuardCase): Judgement {
  const movement = foreignMovement(given);
  if (movement.size === 0) return { is: 'clear' };
  const figures = Object.fromEntries([...movement].map(([code, amount]) => [code, amount.toString()]));
  const shown = movementInWords(movement);
  const between = betweenDays(given.range);
  const amount = Money.sum(movement.values()).toString();
  if (isThisPayroll(given, movement)) {
    const message = `The books already show this payroll: ${shown} ${between}. Posting would double it. Switch this company to Check, or approve if these are something else.`;
    return { is: 'held', hold: { code: 'already_in_books', message, amount, figures } };
  }
  const smallest = smallestGross(given.people);
  const reach = [...movement.values()].reduce(
    (most, one) => (one.abs().compare(most) > 0 ? one.abs() : most),
    Money.zero,
  );
  if (smallest && reach.compare(smallest) >= 0) {
    const message = `The books show ${shown} on payroll accounts ${between} that Counterfoil did not post. Check whether payroll was journalled by hand; approve if it is something else.`;
    return { is: 'held', hold: { code: 'unexplained_movement', message, amount, figures } };
  }
  const message = `The books show ${shown} on payroll accounts this month that Counterfoil did not post; less than any one person's pay.`;
  return { is: 'small', remark: { code: 'small_movement', message, amount } };
}

/** "401 £2,000.00, 402 £194.71" */
export const movementInWords = (movement: ReadonlyMap<string, Money>): string =>
  [...movement].map(([code, amount]) => `${code} ${amount.inPounds()}`).join(', ');

export const betweenDays = ({ from, to }: DateRange): string => `between ${dayInWords(from)} and ${dayInWords(to)}`;

/**
 * Whether the movement as a whole, any account of it, or any foreign set equals a cost of this payroll or one person's
 * pay.
 */
function isThisPayroll(given: GuardCase, movement: ReadonlyMap<string, Money>): boolean {
  const accounts = costAccounts(given.policy);
  const total = Money.sum(movement.values());
  const candidates = [total, ...movement.values(), ...foreignCosts(given, accounts)];
  const known = [
    ...costs(given.run, accounts),
    ...costs(given.period, accounts),
    ...given.people.flatMap((one) => [one.gross, one.net]),
  ];
  return candidates.some((candidate) => !candidate.isZero() && known.some((cost) => cost.equals(candidate)));
}

/** The total cost, and the cost on each account: what other payroll journals would show. */
function costs(lines: readonly Line[], accounts: ReadonlySet<string>): readonly Money[] {
  const own = lines.filter(({ category }) => accounts.has(withoutSuffix(category)));
  const byCode = sumByKey(own.map(({ category, debit }) => [withoutSuffix(category), debit]));
  return [Money.sum(byCode.values()), ...byCode.values()];
}

function foreignCosts(given: GuardCase, accounts: ReadonlySet<string>): readonly Money[] {
  return given.sets
    .filter((set) => !ownParts(given.prefix, set) && set.datedOn !== undefined && within(set.datedOn, given.range))
    .flatMap((set) => {
      const lines = set.entries.filter((entry) => accounts.has(withoutSuffix(entry.category)));
      return [Money.sum(lines.map((line) => line.debit)), ...lines.map((line) => line.debit)];
    });
}

function smallestGross(people: GuardCase['people']): Money | undefined {
  const grosses = people.map((one) => one.gross).filter((gross) => gross.isPositive());
  return grosses.reduce<Money | undefined>((least, one) => (least && least.compare(one) <= 0 ? least : one), undefined);
}
